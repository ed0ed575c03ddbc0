#include <cmath>
#include <limits>

#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "core/store/store.h"

using namespace core;

namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
const double kNan = std::nan("");

} // namespace

class TestStoreSeries : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<Store> m_store;
    std::string m_run;
    int64_t m_segment = 0;
    int64_t m_series = 0;

    // Values at steps first, first + 1 ...
    void log(const std::vector<double>& values, int64_t first = 1) {
        WriteBatch batch;
        for (double value : values) {
            batch.points.push_back({m_series, {0, first, 1000 + first, first * 0.5, value}});
            ++first;
        }
        m_store->write(m_run, m_segment, batch);
    }
    MetricRecord metric() { return m_store->metrics(m_run).at(0); }

private Q_SLOTS:
    void init() {
        m_folder = QTemporaryDir();
        m_store = std::make_unique<Store>(m_folder.path().toStdString());
        m_run = m_store->insertRun({}).id;
        m_segment = m_store->beginSegment(m_run, 0);
        m_series = m_store->ensureSeries(m_run, {"loss/val", "nats", Direction::Minimize});
    }
    void cleanup() { m_store.reset(); }

    void givesOneIdForOneTag() {
        QCOMPARE(m_store->ensureSeries(m_run, {"loss/val", "", Direction::None}), m_series);
        QVERIFY(m_store->ensureSeries(m_run, {"loss/train", "", Direction::Minimize}) != m_series);
        const auto series = m_store->series(m_run);
        QCOMPARE(series.size(), size_t(2));
        QCOMPARE(series[0].tag, std::string("loss/val"));
        QCOMPARE(series[0].unit, std::string("nats"));
        QCOMPARE(series[0].direction, Direction::Minimize);
    }

    void keepsNanAndInfinities() {
        log({1.5, kNan, kInf, -kInf, -0.0, 1e-308});
        const auto points = m_store->points(m_series, 0, 100);
        QCOMPARE(points.size(), size_t(6));
        QCOMPARE(points[0].value, 1.5);
        QVERIFY(std::isnan(points[1].value));
        QCOMPARE(points[2].value, kInf);
        QCOMPARE(points[3].value, -kInf);
        QCOMPARE(points[4].value, 0.0);
        QCOMPARE(points[5].value, 1e-308);
    }

    void readsByCursor() {
        log({1, 2, 3});
        const auto first = m_store->points(m_series, 0, 2);
        QCOMPARE(first.size(), size_t(2));
        QCOMPARE(first[1].seq, 2);
        QCOMPARE(first[1].step, 2);
        QCOMPARE(first[1].wallMs, 1002);
        QCOMPARE(first[1].relativeS, 1.0);
        QCOMPARE(first[1].segment, m_segment);
        log({4, 5}, 4);
        const auto rest = m_store->points(m_series, 2, 100);
        QCOMPARE(rest.size(), size_t(3));
        QCOMPARE(rest.back().seq, 5);
        QVERIFY(m_store->points(m_series, 5, 100).empty());
    }

    void writesNothingOfABatchThatFails() {
        WriteBatch batch;
        batch.points.push_back({m_series, {0, 1, 1, 0, 1.0}});
        batch.points.push_back({m_series + 999, {0, 1, 1, 0, 1.0}});
        QVERIFY_THROWS_EXCEPTION(Error, m_store->write(m_run, m_segment, batch));
        QVERIFY(m_store->points(m_series, 0, 10).empty());
        log({1.0}); // and the connection works on
        QCOMPARE(m_store->points(m_series, 0, 10).size(), size_t(1));
    }

    void neverTakesNanAsLastGoodOrBest() {
        log({kNan, 0.5, kInf, 0.25, 0.25, kNan});
        const MetricRecord row = metric();
        QCOMPARE(row.tag, std::string("loss/val"));
        QCOMPARE(row.count, 6);
        QVERIFY(std::isnan(row.last));
        QCOMPARE(row.lastStep, 6);
        QCOMPARE(row.minimum.value(), 0.25);
        QCOMPARE(row.minimumStep, 4);
        QCOMPARE(row.maximum.value(), 0.5);
        QCOMPARE(row.nonFiniteCount, 3);
        QCOMPARE(row.best().value(), 0.25);
    }

    void hasNoBestWhenAllIsNan() {
        log({kNan, kNan});
        QVERIFY(!metric().best());
        QCOMPARE(metric().nonFiniteCount, 2);
        log({3.0}, 3);
        QCOMPARE(metric().best().value(), 3.0);
    }

    void keepsMetricsOverSeveralBatches() {
        log({3, 2});
        log({1, 4}, 3);
        QCOMPARE(metric().count, 4);
        QCOMPARE(metric().minimum.value(), 1.0);
        QCOMPARE(metric().maximum.value(), 4.0);
        QCOMPARE(metric().last, 4.0);
    }

    void marksRewoundPointsAndForgetsTheirMetrics() {
        log({5, 4, 3, 0.1, 9}); // steps 4 and 5 will be rewound
        const int64_t second = m_store->beginSegment(m_run, 3);
        QCOMPARE(metric().count, 3);
        QCOMPARE(metric().last, 3.0);
        QCOMPARE(metric().lastStep, 3);
        QCOMPARE(metric().minimum.value(), 3.0);
        QCOMPARE(metric().maximum.value(), 5.0);

        m_segment = second;
        log({2.5}, 4);
        QCOMPARE(metric().count, 4);
        QCOMPARE(metric().minimum.value(), 2.5);
        const auto segments = m_store->segments(m_run);
        QCOMPARE(segments.size(), size_t(2));
        QCOMPARE(segments[0].cutStep.value(), 3);
        QCOMPARE(segments[1].fromStep, 3);
        QVERIFY(!segments[1].cutStep);
        QCOMPARE(m_store->points(m_series, 0, 100).size(), size_t(6)); // kept, not removed
        const auto events = m_store->events(m_run, 0);
        QCOMPARE(events.size(), size_t(1));
        QCOMPARE(events[0].event.kind, std::string("rewound"));
        QVERIFY(events[0].event.text.starts_with("2 values logged after step 3"));
    }

    void rewindsOverSeveralResumes() {
        log({5, 4, 3, 2});
        m_segment = m_store->beginSegment(m_run, 3);
        log({1.0, 0.5}, 4);
        m_segment = m_store->beginSegment(m_run, 2); // back beyond the first resume
        QCOMPARE(metric().count, 2);
        QCOMPARE(metric().last, 4.0);
        const auto segments = m_store->segments(m_run);
        QCOMPARE(segments[0].cutStep.value(), 2);
        QCOMPARE(segments[1].cutStep.value(), 2);
    }

    void keepsAnEarlierCutWhenAResumeBeginsLater() {
        log({5, 4, 3, 2});
        m_segment = m_store->beginSegment(m_run, 2);
        log({1.5, 1.4}, 3);
        m_segment = m_store->beginSegment(m_run, 4);
        const auto segments = m_store->segments(m_run);
        QCOMPARE(segments[0].cutStep.value(), 2);
        QCOMPARE(segments[1].cutStep.value(), 4);
        QCOMPARE(metric().count, 4);
        QCOMPARE(metric().last, 1.4);
    }

    void rewindsEverythingWhenARunStartsOver() {
        log({5, 4}, 0); // one point at step 0
        m_store->beginSegment(m_run, 0);
        QVERIFY(m_store->metrics(m_run).empty());
        QCOMPARE(m_store->segments(m_run)[0].cutStep.value(), -1);
    }

    void keepsLevelsOfDetailAlignedToSequenceNumbers() {
        std::vector<double> values(600, 1.0);
        values[300] = 50.0; // a spike in the second bucket
        values[301] = kNan;
        values[302] = -kInf;
        log({values.begin(), values.begin() + 100});
        log({values.begin() + 100, values.end()}, 101);
        const auto levels = m_store->levels(m_series, 1, 0);
        QCOMPARE(levels.size(), size_t(3));
        QCOMPARE(levels[0].count, 256);
        QCOMPARE(levels[0].firstStep, 1);
        QCOMPARE(levels[0].lastStep, 256);
        QCOMPARE(levels[0].sum, 256.0);
        QCOMPARE(levels[1].maximum, 50.0);
        QCOMPARE(levels[1].minimum, -kInf);
        QCOMPARE(levels[1].nanCount, 1);
        QCOMPARE(levels[2].count, 600 - 512);
        QCOMPARE(m_store->levels(m_series, 1, 2).size(), size_t(1));
        const auto coarse = m_store->levels(m_series, 2, 0);
        QCOMPARE(coarse.size(), size_t(1));
        QCOMPARE(coarse[0].count, 600);
        QCOMPARE(coarse[0].maximum, 50.0);
    }

    void separatesTheLevelsOfSegments() {
        log({1, 2, 3});
        m_segment = m_store->beginSegment(m_run, 2);
        log({9}, 3);
        const auto levels = m_store->levels(m_series, 1, 0);
        QCOMPARE(levels.size(), size_t(2));
        QCOMPARE(levels[0].maximum, 3.0);
        QCOMPARE(levels[1].segment, m_segment);
        QCOMPARE(levels[1].first, 9.0);
    }

    void writesProgressAndHeartbeatWithThePoints() {
        WriteBatch batch;
        batch.progress = Progress{"Training", 3, 20, 1406, 9380, 469.0, 812, 26000, 0.08, 12.5, 40};
        m_store->write(m_run, m_segment, batch);
        const RunRecord run = m_store->run(m_run).value();
        QCOMPARE(run.epoch, 3);
        QCOMPARE(run.epochCount, 20);
        QCOMPARE(run.step, 1406);
        QCOMPARE(run.totalSteps, 9380);
        QCOMPARE(run.stepsPerEpoch, 469.0);
        QCOMPARE(run.seconds, 12.5);
        QVERIFY(run.heartbeatMs >= run.createdMs);
    }

    void letsAnotherConnectionReadWhatIsWritten() {
        Store reader(m_folder.path().toStdString(), Store::Mode::ReadOnly);
        log({1, 2});
        QCOMPARE(reader.points(m_series, 0, 100).size(), size_t(2));
        log({3}, 3);
        QCOMPARE(reader.points(m_series, 2, 100).size(), size_t(1));
        QCOMPARE(reader.allMetrics().size(), size_t(1));
    }
};

QTEST_GUILESS_MAIN(TestStoreSeries)
#include "tst_store_series.moc"
