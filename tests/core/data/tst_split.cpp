#include "core/data/split.h"

#include <algorithm>
#include <cmath>

#include <QtTest/QtTest>

#include "core/data/random.h"

namespace {

// Both parts together are all rows, each once, and each part is ascending.
bool isPartition(const core::RowSplit& split, size_t count) {
    std::vector<int64_t> all = split.train;
    all.insert(all.end(), split.validation.begin(), split.validation.end());
    std::sort(all.begin(), all.end());
    for (size_t i = 0; i < all.size(); ++i)
        if (all[i] != static_cast<int64_t>(i)) return false;
    return all.size() == count && std::is_sorted(split.train.begin(), split.train.end()) &&
           std::is_sorted(split.validation.begin(), split.validation.end());
}

int64_t countOf(const std::vector<int64_t>& rows, const std::vector<int64_t>& classes,
                int64_t wanted) {
    return std::count_if(rows.begin(), rows.end(),
                         [&](int64_t row) { return classes[static_cast<size_t>(row)] == wanted; });
}

} // namespace

class TestSplit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void setsAsideTheFraction_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<double>("fraction");
        QTest::addColumn<int>("expected");
        QTest::newRow("a fifth") << 100 << 0.2 << 20;
        QTest::newRow("none") << 100 << 0.0 << 0;
        QTest::newRow("rounded") << 7 << 0.2 << 1;
        QTest::newRow("one row") << 1 << 0.9 << 0;
        QTest::newRow("something stays for training") << 3 << 0.99 << 2;
        QTest::newRow("no rows") << 0 << 0.2 << 0;
    }
    void setsAsideTheFraction() {
        QFETCH(int, count);
        QFETCH(double, fraction);
        QFETCH(int, expected);
        const core::RowSplit split = core::splitRows(count, fraction, 1);
        QCOMPARE(static_cast<int>(split.validation.size()), expected);
        QVERIFY(isPartition(split, static_cast<size_t>(count)));
    }

    void keepsTheMixOfClasses() {
        std::vector<int64_t> classes;
        for (int i = 0; i < 300; ++i)
            classes.push_back(i % 10 == 0 ? 2 : i % 3 == 0 ? 1 : 0); // 30, 90 and 180 rows
        const core::RowSplit split = core::splitByClass(classes, 0.2, 5);
        QVERIFY(isPartition(split, classes.size()));
        for (int64_t group : {0, 1, 2}) {
            const auto all = std::count(classes.begin(), classes.end(), group);
            QCOMPARE(countOf(split.validation, classes, group) * 5, int64_t(all));
        }
    }

    void theSumOfTheClassesIsTheFraction() {
        std::vector<int64_t> classes;
        for (int i = 0; i < 70; ++i)
            classes.push_back(i % 10); // 7 of each: 1.4 to set aside
        const core::RowSplit split = core::splitByClass(classes, 0.2, 5);
        QCOMPARE(split.validation.size(), size_t(14));
        for (int64_t group = 0; group < 10; ++group) {
            const int64_t count = countOf(split.validation, classes, group);
            QVERIFY(count == 1 || count == 2);
        }
    }

    void aClassWithOneRowIsForTraining() {
        const std::vector<int64_t> classes = {0, 0, 0, 0, 1, 0, 0, 0, 0, 0};
        for (uint64_t seed = 0; seed < 20; ++seed) {
            const core::RowSplit split = core::splitByClass(classes, 0.5, seed);
            QCOMPARE(countOf(split.train, classes, 1), int64_t(1));
            QVERIFY(isPartition(split, classes.size()));
        }
    }

    void everyClassKeepsATrainingRow() {
        const std::vector<int64_t> classes = {0, 0, 1, 1, 2, 2};
        const core::RowSplit split = core::splitByClass(classes, 0.99, 1);
        for (int64_t group : {0, 1, 2})
            QCOMPARE(countOf(split.train, classes, group), int64_t(1));
    }

    // First number of the published SplitMix64 for this seed.
    void drawsAsPublished() {
        QCOMPARE(core::Random(1234567).next(), uint64_t(6457827717110365317u));
    }

    void drawsNormalNumbers() {
        core::Random random(1);
        double sum = 0.0;
        double squares = 0.0;
        for (int i = 0; i < 100000; ++i) {
            const double number = random.normal();
            sum += number;
            squares += number * number;
        }
        QVERIFY(std::abs(sum / 100000) < 0.015); // more than four standard errors
        QVERIFY(std::abs(squares / 100000 - 1.0) < 0.02);
    }

    void dependsOnTheSeedAlone() {
        const core::RowSplit first = core::splitRows(100, 0.2, 1);
        QVERIFY(core::splitRows(100, 0.2, 1).validation == first.validation);
        QVERIFY(core::splitRows(100, 0.2, 2).validation != first.validation);
        std::vector<int64_t> classes;
        for (int i = 0; i < 100; ++i)
            classes.push_back(i % 2);
        const core::RowSplit byClass = core::splitByClass(classes, 0.2, 1);
        QVERIFY(core::splitByClass(classes, 0.2, 1).validation == byClass.validation);
        QVERIFY(core::splitByClass(classes, 0.2, 2).validation != byClass.validation);
    }
};

QTEST_GUILESS_MAIN(TestSplit)
#include "tst_split.moc"
