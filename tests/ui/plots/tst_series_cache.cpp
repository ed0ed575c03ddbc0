#include "ui/plots/series_cache.h"

#include "tests/support/sample_workspace.h"

#include <QtTest/QtTest>

#include <cmath>
#include <limits>

using core::Direction;
using ui::SeriesPointer;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

} // namespace

class TestSeriesCache : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder = std::make_unique<QTemporaryDir>();
        m_store = std::make_unique<core::Store>(m_folder->path().toStdString());
        m_run = test::addRun(*m_store, {.name = "run"});
        m_segment = m_store->beginSegment(m_run, 0);
    }

    void readsPointsThatAreNotFinite() {
        add("loss", {{1, 1.0}, {2, kNan}, {3, kInf}, {4, -kInf}, {5, 2.0}, {6, 0.0}});
        auto cache = makeCache({"loss"}, {.smoothing = 0.0});
        const SeriesPointer series = wait(*cache, "loss", 6);
        QCOMPARE(series->value[0], 1.0);
        QVERIFY(std::isnan(series->value[1]));
        QCOMPARE(series->value[2], kInf);
        QCOMPARE(series->nanKeys, std::vector<double>{2});
        QCOMPARE(series->plusInfKeys, std::vector<double>{3});
        QCOMPARE(series->minusInfKeys, std::vector<double>{4});
        QCOMPARE(series->nonPositiveCount, 1);
        QVERIFY(std::isnan((series->raw->constBegin() + 2)->value)); // a gap
        QCOMPARE(series->smooth, series->raw);
    }

    void hidesWhatAResumeHasRewound() {
        add("loss", {{1, 1.0}, {2, 2.0}, {3, 3.0}, {4, 4.0}});
        auto cache = makeCache({"loss"}, {.smoothing = 0.5});
        wait(*cache, "loss", 4);
        m_segment = m_store->beginSegment(m_run, 2);
        add("loss", {{3, 30.0}, {4, 40.0}, {5, 50.0}});
        cache->refresh();
        const SeriesPointer series = wait(*cache, "loss", 5);
        QCOMPARE(series->step, (std::vector<double>{1, 2, 3, 4, 5}));
        QCOMPARE(series->value, (std::vector<double>{1, 2, 30, 40, 50}));
        QCOMPARE(series->segmentStarts, (std::vector<size_t>{0, 2}));
        QCOMPARE(series->smoothed[2], 30.0); // the average begins anew
    }

    void readsOnlyTheTailAndSmoothsAsIfReadAtOnce() {
        add("loss", {{1, 1.0}, {2, 4.0}});
        auto cache = makeCache({"loss"}, {.smoothing = 0.6});
        wait(*cache, "loss", 2);
        add("loss", {{3, kNan}, {4, 2.0}, {5, 8.0}});
        cache->refresh();
        const SeriesPointer tail = wait(*cache, "loss", 5);
        auto other = makeCache({"loss"}, {.smoothing = 0.6});
        const SeriesPointer whole = wait(*other, "loss", 5);
        for (size_t i = 0; i < 5; ++i)
            QVERIFY(tail->smoothed[i] == whole->smoothed[i] || std::isnan(tail->smoothed[i]));
        QCOMPARE(tail->nanKeys, whole->nanKeys);
        QCOMPARE(tail->raw->size(), 5);
    }

    void findsWhatAnotherConnectionWritesWithoutBeingTold() {
        add("loss", {{1, 1.0}});
        auto cache = makeCache({"loss"}, {});
        wait(*cache, "loss", 1);
        add("loss", {{2, 1.0}});
        QTRY_COMPARE(cache->series(run(), "loss")->size(), size_t(2));
    }

    void changesTheAxisAndTheSmoothing() {
        add("loss", {{100, 1.0}, {200, 3.0}});
        auto cache = makeCache({"loss"}, {.smoothing = 0.0});
        QCOMPARE(wait(*cache, "loss", 2)->key(1), 200.0);
        request(*cache, {"loss"}, {ui::XAxis::Relative, 0.5});
        QTRY_COMPARE(cache->series(run(), "loss")->key(1), 2.0);
        QVERIFY(cache->series(run(), "loss")->smoothed[1] < 3.0);
        request(*cache, {"loss"}, {ui::XAxis::Epoch, 0.0}, 50.0);
        QTRY_COMPARE(cache->series(run(), "loss")->key(1), 4.0);
        request(*cache, {"loss"}, {ui::XAxis::Wall, 0.0});
        QTRY_VERIFY(cache->series(run(), "loss")->key(1) > 1e9);
    }

    void keepsKeysInOrderWhenTheClockWasSetBack() {
        const int64_t series = m_store->ensureSeries(m_run, {"loss", "", Direction::Minimize});
        core::WriteBatch batch;
        for (int64_t wall : {5000, 9000, 6000, 10000})
            batch.points.push_back({series, {series, wall / 1000, wall, 0.0, 1.0}});
        m_store->write(m_run, m_segment, batch);
        auto cache = makeCache({"loss"}, {ui::XAxis::Wall, 0.0});
        const SeriesPointer data = wait(*cache, "loss", 4);
        QCOMPARE(data->key(1), 9.0);
        QCOMPARE(data->key(2), 9.0);
        QCOMPARE(data->key(3), 10.0);
    }

    void tellsTagsWithoutReadingTheirPoints() {
        add("loss", {{1, 1.0}});
        add("accuracy", {{1, 1.0}});
        auto cache = makeCache({}, {});
        QTRY_COMPARE(cache->tags(run()).size(), 2);
        QVERIFY(!cache->series(run(), "loss"));
    }

    void forgetsRunsThatAreNoLongerWanted() {
        add("loss", {{1, 1.0}});
        auto cache = makeCache({"loss"}, {});
        wait(*cache, "loss", 1);
        cache->request({});
        QVERIFY(!cache->series(run(), "loss"));
        request(*cache, {"loss"}, {});
        wait(*cache, "loss", 1);
    }

    void keepsTheReaderBelowItsLimit() {
        std::vector<std::pair<int64_t, double>> points;
        for (int64_t step = 1; step <= 1000; ++step)
            points.emplace_back(step, 1.0);
        for (const char* tag : {"a", "b", "c"})
            add(tag, points);
        const auto box = std::make_shared<ui::RequestBox>();
        ui::SeriesReader reader(m_folder->path(), box, 150000);
        for (const char* tag : {"a", "b", "c"}) {
            box->put({{{run(), 0.0}}, {QString::fromLatin1(tag)}, {}, {}, 1});
            reader.read();
            QVERIFY(reader.bytes() > 0);
            QVERIFY(reader.bytes() <= 150000);
        }
    }

    void saysWhyItCannotRead() {
        ui::SeriesCache cache(QStringLiteral("/does/not/exist"));
        QSignalSpy failed(&cache, &ui::SeriesCache::failed);
        cache.request({{{run(), 0.0}}, {"loss"}, {}, {}, 0});
        QVERIFY(failed.wait());
        QVERIFY(!failed[0][0].toString().isEmpty());
    }

    void endsWhileReading() {
        std::vector<std::pair<int64_t, double>> points;
        for (int64_t step = 1; step <= 200000; ++step)
            points.emplace_back(step, double(step));
        add("loss", points);
        QElapsedTimer timer;
        {
            auto cache = makeCache({"loss"}, {});
            timer.start();
        }
        QVERIFY(timer.elapsed() < 2000);
    }

private:
    QString run() const { return QString::fromStdString(m_run); }

    void add(const char* tag, const std::vector<std::pair<int64_t, double>>& points) {
        test::addPoints(*m_store, m_run, m_segment, tag, Direction::Minimize, points);
    }

    void request(ui::SeriesCache& cache, const QSet<QString>& tags, const ui::CurveOptions& options,
                 double stepsPerEpoch = 0.0) {
        cache.request({{{run(), stepsPerEpoch}}, tags, options, {}, 0});
    }

    std::unique_ptr<ui::SeriesCache> makeCache(const QSet<QString>& tags,
                                               const ui::CurveOptions& options) {
        auto cache = std::make_unique<ui::SeriesCache>(m_folder->path());
        request(*cache, tags, options);
        return cache;
    }

    SeriesPointer wait(ui::SeriesCache& cache, const QString& tag, size_t count) {
        const auto isThere = [&] {
            const SeriesPointer series = cache.series(run(), tag);
            return series && series->size() == count;
        };
        if (!QTest::qWaitFor(isThere, 5000)) qFatal("The cache did not read the series.");
        return cache.series(run(), tag);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<core::Store> m_store;
    std::string m_run;
    int64_t m_segment = 0;
};

QTEST_GUILESS_MAIN(TestSeriesCache)
#include "tst_series_cache.moc"
