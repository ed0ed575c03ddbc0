// What the tests of callbacks share: a model whose evaluations are given, and a run with a folder
// for its checkpoints.
#pragma once

#include <optional>

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>

#include "core/error.h"
#include "core/train/callbacks/checkpoint.h"
#include "core/train/checkpoint_file.h"
#include "tests/core/train/train_support.h"

namespace support {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// A model whose evaluations give what they are told, one value after the other.
class Judged : public SmallModel {
public:
    explicit Judged(std::vector<double> values)
        : SmallModel(classInfo()), m_values(std::move(values)) {}
    core::Metrics aggregateMetrics(core::MetricSet&) override {
        if (judged) judged();
        core::Metrics metrics;
        metrics.set("loss", m_values.at(m_next++), core::Direction::Minimize);
        return metrics;
    }
    std::vector<double> m_values;
    size_t m_next = 0;
    std::function<void()> judged;
};

struct Trained {
    core::TrainResult result;
    std::string weights; // their hash
};

// Runs of three steps an epoch: 12 samples in batches of 4.
struct Session {
    Trained train(core::Model& model, Callbacks callbacks, int64_t epochs,
                  const core::Archive* checkpoint = nullptr) {
        core::Trainer trainer(model, classData(12), classData(4), adamOptions(epochs, 4),
                              std::move(callbacks), sink);
        const core::TrainResult result = trainer.fit(checkpoint);
        return {result, core::weightsSha256(model)};
    }
    std::unique_ptr<core::Checkpoint> checkpoints(core::Checkpoint::Options options) const {
        options.intervalS = 0.0;
        return std::make_unique<core::Checkpoint>(options, folder.path().toStdString(), "c");
    }
    QStringList files() const { return QDir(folder.filePath("c")).entryList(QDir::Files); }
    core::Archive read(const QString& name) const {
        return core::readArchive(folder.filePath("c/" + name).toStdString());
    }

    RecordingSink sink;
    QTemporaryDir folder;
};

} // namespace support
