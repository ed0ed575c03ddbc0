#include "plugins/mlp/mlp.h"

#include <cmath>

#include <ATen/ATen.h>
#include <QtTest/QtTest>

namespace {

core::DatasetInfo classesInfo() {
    core::DatasetInfo info;
    info.task = core::Task::Classification;
    info.inputShape = {2, 3};
    info.outputCount = 4;
    return info;
}

core::Batch batchOf(const at::Tensor& input) {
    core::Batch batch;
    batch.size = input.size(0);
    batch.x.set("input", input);
    return batch;
}

std::vector<std::string> parameterNames(const core::Model& model) {
    std::vector<std::string> names;
    for (const auto& parameter : model.named_parameters())
        names.push_back(parameter.key());
    return names;
}

} // namespace

class TestMlp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hasTheLayersThatWereAskedFor() {
        const Mlp mlp({{8, 5}, "relu", 0.0, false}, classesInfo());
        QVERIFY(parameterNames(mlp) ==
                (std::vector<std::string>{"linear1.weight", "linear1.bias", "linear2.weight",
                                          "linear2.bias", "linear3.weight", "linear3.bias"}));
        QVERIFY(mlp.named_parameters()["linear1.weight"].sizes() == at::IntArrayRef({8, 6}));
        QVERIFY(mlp.named_parameters()["linear3.weight"].sizes() == at::IntArrayRef({4, 5}));
    }

    void computesWhatItsWeightsSay_data() {
        QTest::addColumn<QString>("activation");
        QTest::addColumn<double>("atMinusOne"); // the activation's value at -1
        QTest::newRow("relu") << "relu" << 0.0;
        QTest::newRow("tanh") << "tanh" << std::tanh(-1.0);
        QTest::newRow("gelu") << "gelu" << -0.5 * (1.0 + std::erf(-1.0 / std::sqrt(2.0)));
        QTest::newRow("silu") << "silu" << -1.0 / (1.0 + std::exp(1.0));
    }
    void computesWhatItsWeightsSay() {
        QFETCH(QString, activation);
        QFETCH(double, atMinusOne);
        core::DatasetInfo info;
        info.inputShape = {1};
        Mlp mlp({{1}, activation.toStdString(), 0.0, false}, info);
        at::NoGradGuard noGrad;
        for (at::Tensor& parameter : mlp.parameters())
            parameter.fill_(2.0); // hidden: 2 x + 2, output: 2 h + 2
        const at::Tensor out = mlp.forward(batchOf(at::full({1, 1}, -1.5))).at("output");
        QVERIFY(std::abs(out.item<double>() - (2.0 * atMinusOne + 2.0)) < 1e-6);
    }

    void isLinearWithoutHiddenLayers() {
        Mlp mlp({{}, "relu", 0.5, true}, classesInfo());
        const at::Tensor x = at::randn({5, 2, 3});
        const at::Tensor y = mlp.forward(batchOf(x)).at("output");
        QVERIFY(y.sizes() == at::IntArrayRef({5, 4}));
        const at::Tensor origin = mlp.forward(batchOf(x * 0.0)).at("output");
        const at::Tensor twice = mlp.forward(batchOf(x * 2.0)).at("output");
        QVERIFY((twice - origin).allclose((y - origin) * 2.0, 1e-4, 1e-5));
    }

    void startsTheSameForTheSameSeed() {
        const auto weights = [](uint64_t seed) {
            at::manual_seed(seed);
            return Mlp({{8}, "relu", 0.1, true}, classesInfo()).parameters()[0];
        };
        QVERIFY(weights(1).equal(weights(1)));
        QVERIFY(!weights(1).equal(weights(2)));
    }

    void dropsOutInTrainingAlone() {
        Mlp mlp({{64}, "relu", 0.5, false}, classesInfo());
        const core::Batch batch = batchOf(at::randn({8, 2, 3}));
        mlp.eval();
        QVERIFY(mlp.forward(batch).at("output").equal(mlp.forward(batch).at("output")));
        mlp.train();
        QVERIFY(!mlp.forward(batch).at("output").equal(mlp.forward(batch).at("output")));
    }

    // The last batch of an epoch can be that short.
    void trainsOnABatchOfOneWithBatchNormalisation() {
        Mlp mlp({{8, 8}, "relu", 0.0, true}, classesInfo());
        mlp.train();
        const at::Tensor one = mlp.forward(batchOf(at::randn({1, 2, 3}))).at("output");
        one.sum().backward();
        QVERIFY(one.isfinite().all().item<bool>());
        QVERIFY(mlp.parameters()[0].grad().defined());
        for (const auto& module : mlp.modules(false))
            QVERIFY(module->is_training());
        const at::Tensor before = mlp.buffers()[0].clone();
        mlp.forward(batchOf(at::randn({9, 2, 3})));
        QVERIFY(!mlp.buffers()[0].equal(before)); // statistics are still taken
    }
};

QTEST_GUILESS_MAIN(TestMlp)
#include "tst_mlp.moc"
