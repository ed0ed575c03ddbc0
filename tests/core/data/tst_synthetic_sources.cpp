#include <cmath>

#include <ATen/ATen.h>
#include <QtTest/QtTest>

#include "core/data/registry.h"
#include "core/error.h"
#include "core/run/catalog.h"

class TestSyntheticSources : public QObject {
    Q_OBJECT

private:
    core::Catalog m_catalog{{}};

    core::Params params(const std::string& type) {
        return core::Params(m_catalog.find(core::ComponentKind::Data, type)->specs);
    }

    static core::Batch all(const core::Dataset& data) {
        return data.gather(at::arange(data.size(), at::kLong));
    }

private Q_SLOTS:
    void theLineIsWhereItWasAskedFor() {
        core::Params line = params("line");
        line.set("slope", -3.0);
        line.set("intercept", 1.25);
        line.set("noise", 0.0);
        const core::DataSplit data = core::makeData("line", line, 1);
        QCOMPARE(data.train->size(), int64_t(400));
        QCOMPARE(data.validation->size(), int64_t(100));
        const core::Batch batch = all(*data.train);
        const at::Tensor x = batch.x.at("input");
        QVERIFY(batch.x.at("target").allclose(x * -3.0 + 1.25, 1e-5, 1e-6));
        QVERIFY(x.abs().max().item<double>() <= 1.0);
        QVERIFY(std::abs(x.mean().item<double>()) < 0.12); // 4 standard errors
    }

    void theNoiseHasItsDeviation() {
        core::Params line = params("line");
        line.set("samples", int64_t(20000));
        line.set("noise", 0.5);
        line.set("validation", 0.0);
        const core::DataSplit data = core::makeData("line", line, 1);
        QVERIFY(!data.validation);
        const core::Batch batch = all(*data.train);
        const at::Tensor noise = batch.x.at("target") - (batch.x.at("input") * 2.0 + 0.5);
        QVERIFY(std::abs(noise.std().item<double>() - 0.5) < 0.01);
    }

    void everyArmHasAsManyPoints() {
        core::Params spirals = params("spirals");
        spirals.set("noise", 0.0);
        spirals.set("arms", int64_t(4));
        spirals.set("samples", int64_t(400));
        const core::DataSplit data = core::makeData("spirals", spirals, 1);
        const core::Batch batch = all(*data.validation);
        for (int arm = 0; arm < 4; ++arm)
            QCOMPARE(batch.x.at("target").eq(arm).sum().item<int64_t>(), int64_t(20));
        QVERIFY(batch.x.at("input").norm(2, 1).max().item<double>() <= 1.0);
        QVERIFY(data.train->info().classNames ==
                (std::vector<std::string>{"arm 1", "arm 2", "arm 3", "arm 4"}));
    }

    // On an arm the angle follows from the radius: angle = 2 pi (turns * radius + arm / arms).
    void pointsLieOnTheirArm() {
        core::Params spirals = params("spirals");
        spirals.set("noise", 0.0);
        const core::Batch batch = all(*core::makeData("spirals", spirals, 1).train);
        const at::Tensor x = batch.x.at("input").select(1, 0);
        const at::Tensor y = batch.x.at("input").select(1, 1);
        const at::Tensor radius = at::sqrt(x * x + y * y);
        const at::Tensor angle = 2.0 * M_PI * (radius + batch.x.at("target") / 3.0);
        QVERIFY(x.allclose(radius * at::cos(angle), 1e-4, 1e-5));
        QVERIFY(y.allclose(radius * at::sin(angle), 1e-4, 1e-5));
    }

    void equalSeedsDrawEqualData_data() {
        QTest::addColumn<QString>("type");
        QTest::newRow("line") << "line";
        QTest::newRow("spirals") << "spirals";
    }
    void equalSeedsDrawEqualData() {
        QFETCH(QString, type);
        const std::string id = type.toStdString();
        const auto inputs = [&](uint64_t seed) {
            return all(*core::makeData(id, params(id), seed).train).x.at("input");
        };
        QVERIFY(inputs(1).equal(inputs(1)));
        QVERIFY(!inputs(1).equal(inputs(2)));
    }

    void refusesWhatDoesNotFit() {
        core::Params spirals = params("spirals");
        spirals.set("samples", int64_t(2));
        QVERIFY_EXCEPTION_THROWN(core::makeData("spirals", spirals, 1), core::Error);
        QVERIFY_EXCEPTION_THROWN(core::makeData("helix", spirals, 1), core::Error);
    }

    // The list that the program shows and the one that the engine knows are the same.
    void makesEverySourceOfTheCatalog() {
        const auto sources = m_catalog.ofKind(core::ComponentKind::Data);
        QCOMPARE(sources.size(), size_t(3));
        for (const core::ComponentInfo* source : sources) {
            core::Params given(source->specs);
            if (source->id == "csv")
                given.set("path", std::string(TORCHDESK_SOURCE_DIR) + "/resources/data/iris.csv");
            const core::DataSplit data = core::makeData(source->id, given, 1);
            QVERIFY(data.train->size() > data.validation->size());
        }
    }
};

QTEST_GUILESS_MAIN(TestSyntheticSources)
#include "tst_synthetic_sources.moc"
