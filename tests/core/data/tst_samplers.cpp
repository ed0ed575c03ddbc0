#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include <ATen/ATen.h>
#include <QtTest/QtTest>

#include "core/data/batch_loader.h"
#include "core/data/episode_sampler.h"
#include "core/data/labels.h"
#include "core/data/length_sampler.h"
#include "core/data/sampler_factory.h"
#include "core/data/stratified_sampler.h"
#include "core/data/tensor_dataset.h"
#include "core/data/weighted_sampler.h"
#include "core/error.h"

using namespace core;

namespace {

std::vector<int64_t> toVector(const at::Tensor& tensor) {
    const int64_t* data = tensor.data_ptr<int64_t>();
    return {data, data + tensor.numel()};
}

// Classes 0, 1, 2 of 70, 20 and 10 samples in turn, as they might lie in a file.
at::Tensor mixedLabels() {
    at::Tensor labels = at::empty({100}, at::kLong);
    for (int64_t i = 0; i < 100; ++i)
        labels[i] = i % 10 < 7 ? 0 : i % 10 < 9 ? 1 : 2;
    return labels;
}

std::vector<int64_t> mixedLengths() {
    std::vector<int64_t> lengths;
    for (int64_t i = 0; i < 100; ++i)
        lengths.push_back(1 + i * 37 % 64);
    return lengths;
}

std::unique_ptr<Sampler> samplerNamed(const QString& name) {
    if (name == "length") return std::make_unique<LengthSampler>(mixedLengths(), 4);
    if (name == "episode")
        return std::make_unique<EpisodeSampler>(mixedLabels(), EpisodeSampler::Shape{2, 3, 4, 6});
    DatasetInfo info;
    info.task = Task::Classification;
    return makeSampler(name.toStdString(), TensorDataset(info, at::zeros({100, 1}), mixedLabels()));
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

class TestSamplers : public QObject {
    Q_OBJECT

private:
    static void addSamplers() {
        QTest::addColumn<QString>("name");
        QTest::addColumn<bool>("hasEachOnce");
        QTest::newRow("shuffled") << "shuffled" << true;
        QTest::newRow("stratified") << "stratified" << true;
        QTest::newRow("length") << "length" << true;
        QTest::newRow("balanced") << "balanced" << false;
        QTest::newRow("episode") << "episode" << false;
    }

private Q_SLOTS:
    void ordersDependOnSeedAndEpochAlone_data() { addSamplers(); }
    void ordersDependOnSeedAndEpochAlone() {
        QFETCH(QString, name);
        QFETCH(bool, hasEachOnce);
        const auto sampler = samplerNamed(name);
        const auto order = [&](uint64_t seed, int64_t epoch) {
            return toVector(sampler->order({100, 8, seed, epoch}));
        };
        at::manual_seed(1);
        const at::Tensor expected = at::rand({4});
        at::manual_seed(1);
        const std::vector<int64_t> first = order(5, 2);
        QVERIFY(at::rand({4}).equal(expected)); // the default generator is not touched
        QVERIFY(first == order(5, 2));
        QVERIFY(first == toVector(samplerNamed(name)->order({100, 8, 5, 2})));
        QVERIFY(first != order(5, 3));
        QVERIFY(first != order(6, 2));
        QCOMPARE(int64_t(first.size()), sampler->length(100));
        for (int64_t number : first)
            QVERIFY(number >= 0 && number < 100);
        QCOMPARE(std::set<int64_t>(first.begin(), first.end()).size() == 100, hasEachOnce);
    }

    void aStratifiedBatchMirrorsTheWhole() {
        const StratifiedSampler sampler(mixedLabels());
        const at::Tensor labels = mixedLabels();
        for (int64_t epoch = 0; epoch < 3; ++epoch) {
            const at::Tensor order = sampler.order({100, 10, 4, epoch});
            for (int64_t batch = 0; batch < 10; ++batch) {
                const at::Tensor classes = labels.index_select(0, order.narrow(0, batch * 10, 10));
                QVERIFY(classes.bincount().equal(at::tensor({7, 2, 1}, at::kLong)));
            }
        }
    }

    // 1 + 3 + 9 + ... samples do not divide into even batches: never off by a whole sample.
    void stratifiedSharesHoldAtEveryPlace() {
        std::vector<int64_t> classes;
        for (int64_t group = 0, count = 1; group < 6; ++group, count *= 3)
            classes.insert(classes.end(), static_cast<size_t>(count), group);
        const at::Tensor labels = at::tensor(classes, at::kLong);
        const auto size = static_cast<int64_t>(classes.size());
        const auto order = toVector(StratifiedSampler(labels).order({size, 7, 1, 0}));
        std::vector<int64_t> seen(6, 0);
        for (size_t i = 0; i < order.size(); ++i) {
            ++seen[static_cast<size_t>(classes[static_cast<size_t>(order[i])])];
            double share = static_cast<double>(i + 1) / static_cast<double>(size);
            for (size_t group = 0; group < 6; ++group, share *= 3.0)
                QVERIFY(std::abs(static_cast<double>(seen[group]) - share) < 1.0);
        }
    }

    void drawsAsOftenAsTheWeightsSay() {
        const WeightedSampler sampler({1.0, 0.0, 3.0, 0.0}, 40000);
        QCOMPARE(sampler.length(4), int64_t(40000));
        const at::Tensor counts = sampler.order({4, 8, 1, 0}).bincount({}, 4);
        QCOMPARE(counts[1].item<int64_t>(), int64_t(0));
        QCOMPARE(counts[3].item<int64_t>(), int64_t(0));
        // Binomial: the deviation of the share is sqrt(.25 * .75 / 40000) = 0.0022; 4 of them.
        QVERIFY(std::abs(counts[0].item<double>() / 40000 - 0.25) < 0.0087);
    }

    void balancedSeesAllClassesEquallyOften() {
        std::map<int64_t, double> shares;
        const at::Tensor labels = mixedLabels();
        const auto sampler = samplerNamed("balanced");
        for (int64_t epoch = 0; epoch < 100; ++epoch)
            for (int64_t sample : toVector(sampler->order({100, 8, 1, epoch})))
                shares[labels[sample].item<int64_t>()] += 1e-4;
        for (int64_t group = 0; group < 3; ++group)
            QVERIFY(std::abs(shares[group] - 1.0 / 3.0) < 0.019); // 4 deviations of 10,000 draws
    }

    void batchesOfLikeLengthNeedLittlePadding() {
        const std::vector<int64_t> lengths = mixedLengths();
        const auto padding = [&](const Sampler& sampler) {
            const auto order = toVector(sampler.order({100, 8, 3, 1}));
            int64_t padded = 0;
            for (size_t first = 0; first < order.size(); first += 8) {
                int64_t longest = 0;
                const size_t end = std::min(first + 8, order.size());
                for (size_t i = first; i < end; ++i)
                    longest = std::max(longest, lengths[static_cast<size_t>(order[i])]);
                for (size_t i = first; i < end; ++i)
                    padded += longest - lengths[static_cast<size_t>(order[i])];
            }
            return padded;
        };
        QVERIFY(padding(LengthSampler(lengths, 12)) * 4 < padding(ShuffledSampler()));
    }

    // Long texts must not always come last, nor the same ones meet in every epoch.
    void lengthBatchesComeInAnyOrder() {
        std::vector<int64_t> lengths(64);
        std::iota(lengths.begin(), lengths.end(), int64_t{0});
        const LengthSampler sampler(lengths);
        std::set<int64_t> firstBatches;
        for (int64_t epoch = 0; epoch < 8; ++epoch)
            firstBatches.insert(sampler.order({64, 8, 3, epoch})[0].item<int64_t>() / 8);
        QVERIFY(firstBatches.size() > 2);
    }

    void anEpisodeHasItsShape() {
        const EpisodeSampler::Shape shape{2, 3, 4, 6};
        const auto sampler = std::make_unique<EpisodeSampler>(mixedLabels(), shape);
        QCOMPARE(sampler->batchSize(32), int64_t(14));
        const at::Tensor labels = mixedLabels();
        const auto order = toVector(sampler->order({100, 14, 1, 0}));
        QCOMPARE(order.size(), size_t(6 * 14));
        for (int64_t episode = 0; episode < 6; ++episode) {
            const auto first = order.begin() + episode * 14;
            const auto classAt = [&](int64_t place) {
                return labels[first[place]].item<int64_t>();
            };
            QCOMPARE(std::set<int64_t>(first, first + 14).size(), size_t(14));
            QVERIFY(classAt(0) != classAt(3));
            for (int64_t way = 0; way < 2; ++way) {
                for (int64_t shot = 0; shot < 3; ++shot)
                    QCOMPARE(classAt(way * 3 + shot), classAt(way * 3));
                for (int64_t query = 0; query < 4; ++query)
                    QCOMPARE(classAt(6 + way * 4 + query), classAt(way * 3));
            }
        }
    }

    void aLoaderTakesTheBatchesOfAnEpisode() {
        const at::Tensor numbers = at::arange(100, at::kFloat).view({100, 1});
        DatasetInfo info;
        info.task = Task::Classification;
        const auto data = std::make_shared<TensorDataset>(info, numbers, mixedLabels());
        BatchLoader loader(data, samplerNamed("episode"), LoaderOptions{32, LastBatch::Drop, 1});
        QCOMPARE(loader.batchCount(), int64_t(6));
        while (const auto batch = loader.next())
            QCOMPARE(batch->size, int64_t(14));
    }

    void saysWhatDoesNotFit() {
        const at::Tensor labels = mixedLabels();
        QVERIFY(messageOf([&] { EpisodeSampler(labels, {3, 5, 6, 1}); }).contains("3 classes"));
        QVERIFY(messageOf([] { WeightedSampler({1.0, -1.0}); }).contains("sample 1"));
        QVERIFY(messageOf([] { WeightedSampler({1.0, std::nan("")}); }).contains("sample 1"));
        QVERIFY(messageOf([] { WeightedSampler({0.0, 0.0}); }).contains("weight 0"));
        QVERIFY(messageOf([] {
                    WeightedSampler({1.0}).order({2, 1, 0, 0});
                }).contains("1 samples"));
        QVERIFY(messageOf([] {
                    StratifiedSampler(at::tensor({0, -1}, at::kLong));
                }).contains("class -1"));
        const TensorDataset numbers(DatasetInfo(), at::zeros({3, 1}), at::zeros({3, 1}));
        QVERIFY(messageOf([&] { makeSampler("balanced", numbers); }).contains("no classes"));
        QVERIFY(messageOf([&] { makeSampler("sorted", numbers); }).contains("\"sorted\""));
    }

    void aClassWithoutSamplesIsNeverDrawn() {
        const at::Tensor labels = at::tensor({0, 0, 3, 3}, at::kLong);
        QCOMPARE(samplesByClass(labels).size(), size_t(4));
        QCOMPARE(toVector(StratifiedSampler(labels).order({4, 2, 1, 0})).size(), size_t(4));
        EpisodeSampler(labels, {2, 1, 1, 1}).order({4, 4, 1, 0});
    }
};

QTEST_GUILESS_MAIN(TestSamplers)
#include "tst_samplers.moc"
