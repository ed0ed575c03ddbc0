// Reading sample by sample, ahead of time and on several threads.
#include "core/data/sample_dataset.h"

#include <atomic>
#include <functional>
#include <mutex>
#include <set>
#include <thread>

#include <ATen/ATen.h>
#include <QtTest/QtTest>

#include "core/data/batch_loader.h"
#include "core/error.h"

using namespace core;

namespace {

constexpr int64_t kBatch = 4;

// Sample i is i and two random numbers. Watches who reads it.
class Numbers final : public SampleDataset {
public:
    explicit Numbers(int64_t count) : m_count(count) { m_info.inputShape = {3}; }

    int64_t size() const override { return m_count; }
    const DatasetInfo& info() const override { return m_info; }
    std::string nameOf(int64_t number) const override {
        return "file" + std::to_string(number) + ".png";
    }
    Tensors sample(int64_t number, Random& random) const override {
        if (onSample) onSample(number);
        {
            const std::lock_guard lock(m_mutex);
            m_threads.insert(std::this_thread::get_id());
        }
        ++reads;
        const auto value = static_cast<double>(number);
        return {{"input", at::tensor({value, random.uniform(), random.normal()}, at::kFloat)},
                {"target", at::full({}, number, at::kLong)}};
    }
    std::set<std::thread::id> threads() const {
        const std::lock_guard lock(m_mutex);
        return m_threads;
    }

    std::function<void(int64_t)> onSample;
    mutable std::atomic<int64_t> reads{0};

private:
    int64_t m_count;
    DatasetInfo m_info;
    mutable std::mutex m_mutex;
    mutable std::set<std::thread::id> m_threads;
};

// What it gives for some number breaks what it gave before.
class Uneven final : public SampleDataset {
public:
    explicit Uneven(Tensors odd) : m_odd(std::move(odd)) {}
    int64_t size() const override { return 4; }
    const DatasetInfo& info() const override { return m_info; }
    Tensors sample(int64_t number, Random&) const override {
        return number == 2 ? m_odd : Tensors{{"input", at::zeros({3})}};
    }

private:
    DatasetInfo m_info;
    Tensors m_odd;
};

BatchLoader shuffled(const std::shared_ptr<const Dataset>& data, int64_t workers,
                     uint64_t seed = 5) {
    return {data, std::make_unique<ShuffledSampler>(),
            LoaderOptions{kBatch, LastBatch::Keep, seed, workers}};
}

BatchLoader inOrder(const std::shared_ptr<const Dataset>& data, int64_t workers) {
    return {data, std::make_unique<SequentialSampler>(),
            LoaderOptions{kBatch, LastBatch::Keep, 5, workers}};
}

// All inputs of the rest of a pass: [samples, 3].
at::Tensor rest(BatchLoader& loader) {
    std::vector<at::Tensor> inputs;
    while (const auto batch = loader.next())
        inputs.push_back(batch->x.at("input"));
    return at::cat(inputs);
}

at::Tensor sortedByNumber(const at::Tensor& inputs) {
    return inputs.index_select(0, inputs.select(1, 0).argsort());
}

QString messageOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

class TestSampleDataset : public QObject {
    Q_OBJECT

private:
    static void addWorkers() {
        QTest::addColumn<int>("workers");
        for (int workers : {0, 1, 2, 5, 32})
            QTest::addRow("%d workers", workers) << workers;
    }

private Q_SLOTS:
    void makesBatchesOfSamples() {
        const Numbers data(10);
        const Batch batch = data.gather(at::tensor({7, 2}, at::kLong));
        QCOMPARE(batch.size, int64_t(2));
        QCOMPARE(batch.weight, 2.0);
        QVERIFY(batch.x.at("input").sizes() == at::IntArrayRef({2, 3}));
        QVERIFY(batch.x.at("input").select(1, 0).equal(at::tensor({7.f, 2.f})));
        QVERIFY(batch.x.at("target").equal(at::tensor({7, 2}, at::kLong)));
    }

    void t37_givesTheSameWithAnyNumberOfWorkers_data() { addWorkers(); }
    void t37_givesTheSameWithAnyNumberOfWorkers() {
        QFETCH(int, workers);
        const auto data = std::make_shared<Numbers>(41);
        BatchLoader alone = shuffled(data, 0);
        BatchLoader loader = shuffled(data, workers);
        for (int64_t epoch = 0; epoch < 3; ++epoch) {
            alone.startEpoch(epoch);
            loader.startEpoch(epoch);
            const at::Tensor expected = rest(alone);
            QCOMPARE(expected.size(0), 41);
            QVERIFY(rest(loader).equal(expected));
        }
    }

    void t37_samplesDifferInEveryEpochAndFromEachOther() {
        const auto data = std::make_shared<Numbers>(41);
        BatchLoader loader = shuffled(data, 2);
        std::set<float> seen;
        for (int64_t epoch = 0; epoch < 3; ++epoch) {
            loader.startEpoch(epoch);
            const at::Tensor drawn = rest(loader).select(1, 1).contiguous();
            seen.insert(drawn.data_ptr<float>(), drawn.data_ptr<float>() + drawn.numel());
        }
        QCOMPARE(seen.size(), size_t(3 * 41));
    }

    // What a sample draws follows from seed, epoch and number: not from where it comes in a pass.
    void t37_whatASampleDrawsDoesNotDependOnTheOrder() {
        const auto data = std::make_shared<Numbers>(20);
        BatchLoader first = shuffled(data, 2);
        BatchLoader second = inOrder(data, 3);
        BatchLoader other = shuffled(data, 2, 6);
        const at::Tensor expected = rest(second);
        QVERIFY(sortedByNumber(rest(first)).equal(expected));
        QVERIFY(!sortedByNumber(rest(other)).equal(expected));
    }

    void t01_goesOnWithTheVeryNextBatch_data() { addWorkers(); }
    void t01_goesOnWithTheVeryNextBatch() {
        QFETCH(int, workers);
        const auto data = std::make_shared<Numbers>(41);
        BatchLoader whole = shuffled(data, 0);
        whole.startEpoch(2);
        const at::Tensor expected = rest(whole);
        for (int64_t taken = 0; taken < 11; ++taken) {
            BatchLoader interrupted = shuffled(data, workers);
            interrupted.startEpoch(2);
            for (int64_t i = 0; i < taken; ++i)
                interrupted.next();
            QCOMPARE(interrupted.cursor(), taken); // what was read ahead does not count
            BatchLoader resumed = shuffled(data, workers);
            resumed.startEpoch(2, interrupted.cursor());
            QVERIFY(rest(resumed).equal(expected.slice(0, taken * kBatch)));
        }
    }

    void canLeaveAPassAtAnyBatch_data() { addWorkers(); }
    void canLeaveAPassAtAnyBatch() {
        QFETCH(int, workers);
        const auto data = std::make_shared<Numbers>(41);
        BatchLoader alone = shuffled(data, 0);
        const at::Tensor expected = rest(alone);
        BatchLoader loader = shuffled(data, workers);
        for (int64_t taken = 0; taken <= 11; ++taken) {
            loader.startEpoch(taken);
            for (int64_t i = 0; i < taken; ++i)
                QVERIFY(loader.next());
        }
        loader.startEpoch(0);
        QVERIFY(rest(loader).equal(expected));
        QVERIFY(!loader.next());
    }

    void workersReadAheadButNotWithoutEnd() {
        const auto data = std::make_shared<Numbers>(400);
        std::atomic<int64_t> taken{0};
        std::atomic<bool> isTooFar{false};
        data->onSample = [&](int64_t number) {
            // `taken` is counted after next() returned, so one more may have been let in.
            if (number / kBatch >= taken + 1 + 2 * 3) isTooFar = true;
        };
        BatchLoader loader = inOrder(data, 3);
        while (const auto batch = loader.next()) {
            ++taken;
            if (taken == 5) QTRY_COMPARE(data->reads.load(), (5 + 2 * 3) * kBatch);
        }
        QVERIFY(!isTooFar);
        QCOMPARE(data->reads.load(), int64_t(400));
        QCOMPARE(data->threads().count(std::this_thread::get_id()), size_t(0));
    }

    void readsOnItsOwnThreadWithoutWorkers() {
        const auto data = std::make_shared<Numbers>(8);
        BatchLoader loader = inOrder(data, 0);
        loader.next();
        QCOMPARE(data->reads.load(), kBatch);
        QVERIFY(data->threads() == std::set<std::thread::id>{std::this_thread::get_id()});
    }

    void anErrorNamesTheSample_data() { addWorkers(); }
    void anErrorNamesTheSample() {
        QFETCH(int, workers);
        const auto data = std::make_shared<Numbers>(41);
        std::atomic<bool> isBroken{true};
        data->onSample = [&](int64_t number) {
            if (isBroken && number == 14) throw Error("it is no picture");
        };
        BatchLoader loader = inOrder(data, workers);
        for (int64_t i = 0; i < 3; ++i)
            QVERIFY(loader.next()); // those before it are given, however far is read ahead
        const auto read = [&] { loader.next(); };
        QCOMPARE(messageOf(read), QString("Sample 14 (file14.png): it is no picture"));
        QCOMPARE(messageOf(read), QString("Sample 14 (file14.png): it is no picture"));
        QCOMPARE(loader.cursor(), 3);
        isBroken = false; // as when the file has been repaired
        QCOMPARE(rest(loader).size(0), 41 - 12);
    }

    void errorsOfLibTorchComeWithoutTheirTrace() {
        const auto data = std::make_shared<Numbers>(8);
        data->onSample = [](int64_t) { at::zeros({2, 3}).matmul(at::zeros({2, 3})); };
        BatchLoader loader = inOrder(data, 1);
        const QString message = messageOf([&] { loader.next(); });
        QVERIFY2(message.startsWith("Sample 0 (file0.png): mat1 and mat2"), qPrintable(message));
        QVERIFY(!message.contains("frame #"));
    }

    void namesASampleThatDoesNotFitTheOthers_data() {
        QTest::addColumn<int>("kind");
        QTest::addColumn<QString>("message");
        QTest::newRow("shape") << 0 << "Sample 2: its \"input\" is Float [4]";
        QTest::newRow("type") << 1 << "Sample 2: its \"input\" is Double [3]";
        QTest::newRow("one more") << 2 << "Sample 2: it has 2 tensors";
        QTest::newRow("name") << 3 << "Sample 2: There is no tensor named \"input\"";
    }
    void namesASampleThatDoesNotFitTheOthers() {
        QFETCH(int, kind);
        QFETCH(QString, message);
        const std::array<Tensors, 4> odd = {
            Tensors{{"input", at::zeros({4})}}, Tensors{{"input", at::zeros({3}, at::kDouble)}},
            Tensors{{"input", at::zeros({3})}, {"more", at::zeros({1})}},
            Tensors{{"image", at::zeros({3})}}};
        const Uneven data(odd.at(static_cast<size_t>(kind)));
        const QString found = messageOf([&] { data.gather(at::arange(4, at::kLong)); });
        QVERIFY2(found.startsWith(message), qPrintable(found));
    }
};

QTEST_GUILESS_MAIN(TestSampleDataset)
#include "tst_sample_dataset.moc"
