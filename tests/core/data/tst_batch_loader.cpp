#include "core/data/batch_loader.h"

#include <algorithm>
#include <set>

#include <ATen/ATen.h>
#include <QtTest/QtTest>

#include "core/data/tensor_dataset.h"
#include "core/error.h"

namespace {

// `count` samples whose only feature is their own number, and so is the target.
std::shared_ptr<core::Dataset> numbered(int64_t count) {
    core::DatasetInfo info;
    info.inputShape = {1};
    const at::Tensor numbers = at::arange(count, at::kFloat).view({count, 1});
    return std::make_shared<core::TensorDataset>(info, numbers, numbers.clone());
}

core::BatchLoader shuffledLoader(int64_t count, int64_t batchSize, uint64_t seed) {
    return {numbered(count), std::make_unique<core::ShuffledSampler>(), batchSize, seed};
}

std::vector<int64_t> numbersIn(const core::Batch& batch) {
    std::vector<int64_t> numbers;
    for (int64_t i = 0; i < batch.size; ++i)
        numbers.push_back(static_cast<int64_t>(batch.x.at("input")[i].item<float>()));
    return numbers;
}

std::vector<int64_t> rest(core::BatchLoader& loader) {
    std::vector<int64_t> all;
    while (const auto batch = loader.next())
        for (int64_t number : numbersIn(*batch))
            all.push_back(number);
    return all;
}

} // namespace

class TestBatchLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void anEpochHasEverySampleOnce_data() {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("batchSize");
        QTest::addColumn<int>("batches");
        QTest::newRow("whole batches") << 12 << 4 << 3;
        QTest::newRow("short last batch") << 13 << 4 << 4;
        QTest::newRow("batch larger than the data") << 3 << 100 << 1;
        QTest::newRow("one sample") << 1 << 1 << 1;
    }
    void anEpochHasEverySampleOnce() {
        QFETCH(int, count);
        QFETCH(int, batchSize);
        QFETCH(int, batches);
        core::BatchLoader loader = shuffledLoader(count, batchSize, 7);
        QCOMPARE(loader.batchCount(), int64_t(batches));
        std::multiset<int64_t> seen;
        int64_t given = 0;
        while (const auto batch = loader.next()) {
            QCOMPARE(loader.cursor(), ++given);
            QCOMPARE(batch->weight, static_cast<double>(batch->size));
            QVERIFY(batch->x.at("input").equal(batch->x.at("target")));
            for (int64_t number : numbersIn(*batch))
                seen.insert(number);
        }
        QCOMPARE(given, int64_t(batches));
        QCOMPARE(seen.size(), size_t(count));
        for (int64_t number = 0; number < count; ++number)
            QCOMPARE(seen.count(number), size_t(1));
    }

    void goesOnAtTheCursor() {
        core::BatchLoader whole = shuffledLoader(50, 8, 3);
        whole.startEpoch(2);
        const std::vector<int64_t> expected = rest(whole);
        core::BatchLoader resumed = shuffledLoader(50, 8, 3);
        resumed.startEpoch(2, 3);
        QCOMPARE(resumed.cursor(), int64_t(3));
        QVERIFY(rest(resumed) == std::vector<int64_t>(expected.begin() + 24, expected.end()));
        resumed.startEpoch(2, 7);
        QVERIFY(!resumed.next());
    }

    void theOrderDependsOnSeedAndEpochAlone() {
        core::BatchLoader first = shuffledLoader(50, 8, 3);
        core::BatchLoader again = shuffledLoader(50, 8, 3);
        core::BatchLoader other = shuffledLoader(50, 8, 4);
        const std::vector<int64_t> epoch0 = rest(first);
        QVERIFY(rest(again) == epoch0);
        QVERIFY(rest(other) != epoch0);
        first.startEpoch(1);
        QVERIFY(rest(first) != epoch0);
        first.startEpoch(0);
        QVERIFY(rest(first) == epoch0);
    }

    // A file written by one version of the program is resumed by another: the order is fixed.
    void theOrderIsTheSameForever() {
        core::BatchLoader loader = shuffledLoader(8, 8, 1);
        const std::vector<int64_t> order = rest(loader);
        const std::vector<int64_t> expected = {7, 4, 5, 2, 1, 0, 6, 3};
        QVERIFY2(order == expected, c10::str(order).c_str());
    }

    void leavesTheDefaultGeneratorAlone() {
        at::manual_seed(1);
        const at::Tensor expected = at::rand({4});
        at::manual_seed(1);
        core::BatchLoader loader = shuffledLoader(50, 8, 3);
        rest(loader);
        QVERIFY(at::rand({4}).equal(expected));
    }

    void readsInTheOrderOfTheDataWithoutShuffling() {
        core::BatchLoader loader(numbered(5), std::make_unique<core::SequentialSampler>(), 2, 9);
        QVERIFY(rest(loader) == (std::vector<int64_t>{0, 1, 2, 3, 4}));
    }

    void refusesWhatCannotBeRead() {
        QVERIFY_EXCEPTION_THROWN(shuffledLoader(0, 8, 1), core::Error);
        QVERIFY_EXCEPTION_THROWN(shuffledLoader(8, 0, 1), core::Error);
        core::BatchLoader loader = shuffledLoader(8, 4, 1);
        QVERIFY_EXCEPTION_THROWN(loader.startEpoch(0, 3), core::Error);
        QVERIFY_EXCEPTION_THROWN(loader.startEpoch(0, -1), core::Error);
    }

    void namesTheTensorsThereAre() {
        const core::Tensors tensors = {{"input", at::zeros({1})}, {"target", at::zeros({1})}};
        try {
            tensors.at("inputs");
            QFAIL("a missing name must throw");
        } catch (const core::Error& error) {
            QVERIFY(QString(error.what()).contains("\"inputs\""));
            QVERIFY(QString(error.what()).contains("input, target"));
        }
    }
};

QTEST_GUILESS_MAIN(TestBatchLoader)
#include "tst_batch_loader.moc"
