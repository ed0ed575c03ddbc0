// The optimizers by name, their options, groups of parameters, parameters that get no gradient.
#include <set>

#include <QtTest/QTest>

#include <torch/optim/sgd.h>

#include "core/error.h"
#include "core/train/callbacks/recorder.h"
#include "train_support.h"

using namespace core;
using namespace support;

namespace {

struct OptionCase {
    const char* type;
    const char* option;
    ParamValue value;
    Changes others = {}; // without which the option has nothing to act on
};

// One value for every option of every optimizer, other than its default.
const std::vector<OptionCase>& optionCases() {
    static const Changes decay = {{"weight_decay", 0.1}};
    static const std::vector<OptionCase> cases = {
        {"adam", "lr", 0.05},
        {"adam", "weight_decay", 0.1},
        {"adam", "beta1", 0.5},
        {"adam", "beta2", 0.9},
        {"adam", "eps", 0.1},
        {"adam", "amsgrad", true},
        {"adam", "decay_bias", false, decay},
        {"adamw", "lr", 0.05},
        {"adamw", "weight_decay", 0.5},
        {"adamw", "beta1", 0.5},
        {"adamw", "beta2", 0.9},
        {"adamw", "eps", 0.1},
        {"adamw", "amsgrad", true},
        {"adamw", "decay_bias", false},
        {"sgd", "lr", 0.05},
        {"sgd", "momentum", 0.5},
        {"sgd", "weight_decay", 0.1},
        {"sgd", "dampening", 0.5},
        {"sgd", "nesterov", true},
        {"sgd", "decay_bias", false, decay},
        {"rmsprop", "lr", 0.05},
        {"rmsprop", "momentum", 0.5},
        {"rmsprop", "weight_decay", 0.1},
        {"rmsprop", "alpha", 0.5},
        {"rmsprop", "eps", 0.1},
        {"rmsprop", "centered", true},
        {"rmsprop", "decay_bias", false, decay},
        {"adagrad", "lr", 0.05},
        {"adagrad", "weight_decay", 0.1},
        {"adagrad", "lr_decay", 0.5},
        {"adagrad", "initial_accumulator_value", 0.5},
        {"adagrad", "eps", 0.1},
        {"adagrad", "decay_bias", false, decay},
        {"lbfgs", "lr", 0.5},
        {"lbfgs", "max_iter", 2},
        {"lbfgs", "line_search", "none"},
        {"lbfgs", "history_size", 1},
        {"lbfgs", "max_eval", 3},
        {"lbfgs", "tolerance_grad", 0.1},
        {"lbfgs", "tolerance_change", 0.1},
    };
    return cases;
}

QString weightsWith(const std::string& type, const Changes& changes) {
    torch::manual_seed(1);
    SmallModel model(classInfo());
    RecordingSink sink;
    Trainer(model, classData(40), nullptr, optionsWith(type, changes, 4, 10), {}, sink).fit();
    return QString::fromStdString(weightsSha256(model));
}

// Two numbers, each with a gradient of 1.
class TwoNumbers : public Model {
public:
    TwoNumbers() : Model(numberInfo()) {
        m_a = register_parameter("a", torch::ones({1}));
        m_b = register_parameter("b", torch::ones({1}));
    }
    Tensors forward(const Batch&) override { return {}; }
    StepResult batchTrain(const Batch& batch, StepContext& context) override {
        StepResult result;
        const bool isIdle = leavesOutB && context.globalStep() % 2 == 1;
        result.loss = isIdle ? m_a.sum() : (m_a + m_b).sum();
        result.weight = batch.weight;
        return result;
    }
    std::vector<OptimizerSpec> configureOptimizers() override {
        auto specs = Model::configureOptimizers();
        specs[0].groups = groups;
        return specs;
    }
    double a() const { return m_a.item<double>(); }
    double b() const { return m_b.item<double>(); }

    bool leavesOutB = false; // in every second step
    std::vector<ParameterGroup> groups;
    at::Tensor m_a, m_b;
};

TrainResult trainSteps(Model& model, TrainerOptions options, RecordingSink& sink,
                       Callbacks callbacks = {}) {
    return Trainer(model, numberData(4), nullptr, std::move(options), std::move(callbacks), sink)
        .fit();
}

} // namespace

class TestOptimizers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyOptionArrives_data() {
        QTest::addColumn<int>("index");
        for (size_t i = 0; i < optionCases().size(); ++i)
            QTest::addRow("%s %s", optionCases()[i].type, optionCases()[i].option)
                << static_cast<int>(i);
    }

    void everyOptionArrives() {
        QFETCH(int, index);
        const OptionCase& one = optionCases()[static_cast<size_t>(index)];
        Changes changes = one.others;
        const QString without = weightsWith(one.type, changes);
        changes.push_back({one.option, one.value});
        QVERIFY(weightsWith(one.type, changes) != without);
    }

    void theTableAboveLacksNoOption() {
        std::set<std::pair<std::string, std::string>> wanted, there;
        const Catalog catalog({});
        for (const ComponentInfo* info : catalog.ofKind(ComponentKind::Optimizer))
            for (const ParamSpec& spec : info->specs)
                wanted.insert({info->id, spec.id});
        for (const OptionCase& one : optionCases())
            there.insert({one.type, one.option});
        QVERIFY(there == wanted);
    }

    void namesWhatThereIs() {
        const QString message = messageOf([] { makeOptimizer("lion", Params(), {}); });
        QVERIFY2(message.contains("lion; there is adam, adamw, sgd, rmsprop, adagrad, lbfgs"),
                 qPrintable(message));
    }

    void refusesNesterovWithoutMomentum() {
        for (const Changes& changes : {Changes{{"momentum", 0.0}}, Changes{{"dampening", 0.5}}}) {
            Changes all = changes;
            all.push_back({"nesterov", true});
            const QString message = messageOf([&] { makerOf("sgd", all)({torch::ones({1})}); });
            QVERIFY2(message.contains("optimizer.nesterov"), qPrintable(message));
        }
    }

    // A gradient that is not there is not a gradient of zero: momentum and weight decay rest.
    void leavesIdleParametersAlone_data() {
        QTest::addColumn<std::string>("type");
        QTest::addColumn<Changes>("changes");
        const auto row = [](const char* type, const Changes& changes) {
            QTest::newRow(type) << std::string(type) << changes;
        };
        row("sgd", {{"momentum", 0.9}, {"weight_decay", 0.1}});
        row("adam", {{"weight_decay", 0.1}});
        row("adamw", {{"weight_decay", 0.1}});
        row("rmsprop", {{"momentum", 0.9}, {"weight_decay", 0.1}});
        row("adagrad", {{"weight_decay", 0.1}});
    }

    void leavesIdleParametersAlone() {
        QFETCH(std::string, type);
        QFETCH(Changes, changes);
        TwoNumbers model;
        model.leavesOutB = true;
        RecordingSink sink;
        std::vector<double> a = {1.0}, b = {1.0};
        trainSteps(model, optionsWith(type, changes, 2, 1), sink,
                   list(std::make_unique<At>(Event::StepEnd, [&](TrainState&) {
                       a.push_back(model.a());
                       b.push_back(model.b());
                   })));
        QCOMPARE(b.size(), size_t(9));
        for (size_t step = 1; step < b.size(); ++step) {
            QVERIFY(a[step] != a[step - 1]);
            if (step % 2 == 1)
                QVERIFY(b[step] != b[step - 1]);
            else
                QCOMPARE(b[step], b[step - 1]);
        }
    }

    void movesAGroupAtItsOwnRate() {
        TwoNumbers model;
        model.groups = {{"slow", {model.m_b}, 0.1}};
        TrainerOptions options = optionsWith("sgd", {{"lr", 0.1}, {"momentum", 0.0}}, 1, 2);
        options.schedule = [](const ScheduleTime& time) { return time.step == 0 ? 1.0 : 0.5; };
        RecordingSink sink;
        trainSteps(model, options, sink, list(std::make_unique<Recorder>(Recorder::Options())));
        QVERIFY(std::abs(model.a() - (1.0 - 0.1 - 0.05)) < 1e-6);
        QVERIFY(std::abs(model.b() - (1.0 - 0.01 - 0.005)) < 1e-6);
        const auto isNear = [](const std::vector<double>& found, std::vector<double> wanted) {
            return found.size() == 2 && std::abs(found[0] - wanted[0]) < 1e-12 &&
                   std::abs(found[1] - wanted[1]) < 1e-12;
        };
        QVERIFY(isNear(sink.values("learning_rate"), {0.1, 0.05}));
        QVERIFY(isNear(sink.values("learning_rate/slow"), {0.01, 0.005}));
    }

    void givesAGroupItsOwnWeightDecay_data() {
        QTest::addColumn<std::string>("type");
        for (const char* type : {"sgd", "adam", "adamw", "rmsprop", "adagrad"})
            QTest::newRow(type) << std::string(type);
    }

    void givesAGroupItsOwnWeightDecay() {
        QFETCH(std::string, type);
        TwoNumbers none, some, of;
        RecordingSink sink;
        of.groups = {{"free", {of.m_b}, 1.0, 0.0}};
        trainSteps(none, optionsWith(type, {{"weight_decay", 0.0}}, 2, 1), sink);
        trainSteps(some, optionsWith(type, {{"weight_decay", 0.5}}, 2, 1), sink);
        trainSteps(of, optionsWith(type, {{"weight_decay", 0.5}}, 2, 1), sink);
        QVERIFY(none.b() != some.b());
        QCOMPARE(of.a(), some.a());
        QCOMPARE(of.b(), none.b());
    }

    void sparesBiasesAndNormsOfDecay() {
        const at::Tensor weight = torch::ones({2, 2}), bias = torch::ones({2});
        for (const at::Tensor& parameter : {weight, bias})
            parameter.mutable_grad() = torch::zeros_like(parameter);
        const auto optimizer = makerOf(
            "sgd", {{"lr", 0.1}, {"momentum", 0.0}, {"weight_decay", 0.5}, {"decay_bias", false}})(
            {weight, bias});
        optimizer->step();
        QVERIFY(weight.allclose(torch::full({2, 2}, 1.0 - 0.1 * 0.5)));
        QVERIFY(bias.equal(torch::ones({2})));
    }

    void namesAGroupThatDoesNotFit() {
        RecordingSink sink;
        const auto messageWith = [&](TwoNumbers& model, const char* type) {
            return messageOf([&] { trainSteps(model, optionsWith(type, {}, 1, 4), sink); });
        };
        TwoNumbers twice, foreign, together;
        twice.groups = {{"first", {twice.m_a}}, {"second", {twice.m_a}}};
        QVERIFY(messageWith(twice, "adam").contains("group second"));
        foreign.groups = {{"foreign", {torch::ones({1})}}};
        QVERIFY(messageWith(foreign, "adam").contains("group foreign"));
        together.groups = {{"one", {together.m_a}, 0.1}};
        QVERIFY(messageWith(together, "lbfgs").contains("L-BFGS"));
    }

    void logsTheRatesOfAnOptimizerThatCameWithGroups() {
        class OwnOptimizer : public TwoNumbers {
        public:
            std::vector<OptimizerSpec> configureOptimizers() override {
                auto specs = Model::configureOptimizers();
                auto sgd = std::make_shared<torch::optim::SGD>(std::vector<at::Tensor>{m_a}, 0.1);
                auto slower = std::make_unique<torch::optim::SGDOptions>(0.01);
                sgd->add_param_group({{m_b}, std::move(slower)});
                specs[0].optimizer = sgd;
                return specs;
            }
        };
        OwnOptimizer model;
        RecordingSink sink;
        trainSteps(model, adamOptions(1, 4), sink,
                   list(std::make_unique<Recorder>(Recorder::Options())));
        QCOMPARE(sink.values("learning_rate"), std::vector<double>{0.1});
        QCOMPARE(sink.values("learning_rate/group 2"), std::vector<double>{0.01});
    }
};

QTEST_GUILESS_MAIN(TestOptimizers)
#include "tst_optimizers.moc"
