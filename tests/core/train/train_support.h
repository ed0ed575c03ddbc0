// What the tests of training share: a small model and data for it, a sink that remembers, a
// callback that writes down every event.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include <torch/nn/modules/dropout.h>
#include <torch/nn/modules/linear.h>
#include <torch/optim/adam.h>
#include <QtCore/QString>
#include <QtCore/QtGlobal>

#include "core/data/tensor_dataset.h"
#include "core/error.h"
#include "core/run/catalog.h"
#include "core/train/optimizer_factory.h"
#include "core/train/snapshot.h"
#include "core/train/trainer.h"

namespace support {

class RecordingSink : public core::SummarySink {
public:
    core::SeriesId series(const core::SeriesKey& key) override {
        for (size_t i = 0; i < keys.size(); ++i)
            if (keys[i].tag == key.tag) return static_cast<core::SeriesId>(i);
        keys.push_back(key);
        return static_cast<core::SeriesId>(keys.size()) - 1;
    }
    void scalar(const core::ScalarPoint& point) override {
        points[keys.at(static_cast<size_t>(point.series)).tag].push_back(point);
    }
    void event(const core::RunEvent& event) override { events.push_back(event); }
    void logLine(const std::string& line) override { lines.push_back(line); }
    void progress(const core::Progress& progress) override { lastProgress = progress; }
    void checkpointSaved(const core::CheckpointRecord& record) override { saved.push_back(record); }
    void checkpointRemoved(const std::string& path) override { removed.push_back(path); }
    void segmentStarted(int64_t) override {}
    void flush() override { ++flushCount; }

    std::vector<double> values(const std::string& tag) {
        std::vector<double> list;
        for (const core::ScalarPoint& point : points[tag])
            list.push_back(point.value);
        return list;
    }
    bool hasEvent(const std::string& kind) const {
        for (const core::RunEvent& event : events)
            if (event.kind == kind) return true;
        return false;
    }

    std::vector<core::SeriesKey> keys;
    std::map<std::string, std::vector<core::ScalarPoint>> points;
    std::vector<core::RunEvent> events;
    std::vector<std::string> lines;
    std::vector<core::CheckpointRecord> saved;
    std::vector<std::string> removed;
    core::Progress lastProgress;
    int flushCount = 0;
};

// Calls a function at one event.
class At : public core::Callback {
public:
    At(core::Event event, Handler handler, int order = core::order::kUser,
       std::string name = "probe")
        : Callback(std::move(name), order), m_event(event), m_handler(std::move(handler)) {}
    void subscribe(Subscriptions& subscriptions) override {
        subscriptions.on(m_event, this, &At::call);
    }

private:
    void call(core::TrainState& state) { m_handler(state); }
    core::Event m_event;
    Handler m_handler;
};

class EventLog : public core::Callback {
public:
    explicit EventLog(std::vector<std::string>& log) : Callback("event_log", 0), m_log(log) {}
    void subscribe(Subscriptions& subscriptions) override {
        for (int i = 0; i < core::kEventCount; ++i) {
            m_probes.push_back({m_log, core::toText(static_cast<core::Event>(i))});
        }
        for (int i = 0; i < core::kEventCount; ++i)
            subscriptions.on(static_cast<core::Event>(i), &m_probes[static_cast<size_t>(i)],
                             &Probe::call);
    }

private:
    struct Probe {
        std::vector<std::string>& log;
        std::string name;
        void call(core::TrainState&) { log.push_back(name); }
    };
    std::vector<std::string>& m_log;
    std::vector<Probe> m_probes;
};

// Two layers with dropout between them; three classes of four numbers.
class SmallModel : public core::Model {
public:
    explicit SmallModel(core::DatasetInfo info, double dropout = 0.0) : Model(std::move(info)) {
        m_first = register_module("first", torch::nn::Linear(4, 8));
        m_dropout = register_module("dropout", torch::nn::Dropout(dropout));
        m_second = register_module("second", torch::nn::Linear(8, this->info().outputCount));
    }
    core::Tensors forward(const core::Batch& batch) override {
        const at::Tensor hidden = m_first(batch.x.at("input")).tanh();
        return {{"output", m_second(m_dropout(hidden))}};
    }

private:
    torch::nn::Linear m_first{nullptr};
    torch::nn::Dropout m_dropout{nullptr};
    torch::nn::Linear m_second{nullptr};
};

inline core::DatasetInfo classInfo() {
    core::DatasetInfo info;
    info.task = core::Task::Classification;
    info.inputShape = {4};
    info.outputCount = 3;
    return info;
}

inline core::DatasetInfo numberInfo() {
    core::DatasetInfo info;
    info.task = core::Task::Regression;
    info.inputShape = {4};
    info.outputCount = 1;
    return info;
}

// The class is where the largest of the first three numbers stands.
inline std::shared_ptr<core::TensorDataset> classData(int64_t count, uint64_t seed = 7) {
    at::Generator generator = at::detail::createCPUGenerator(seed);
    const at::Tensor x = at::randn({count, 4}, generator, at::kFloat);
    return std::make_shared<core::TensorDataset>(classInfo(), x, x.narrow(1, 0, 3).argmax(1));
}

inline std::shared_ptr<core::TensorDataset> numberData(int64_t count, uint64_t seed = 7) {
    at::Generator generator = at::detail::createCPUGenerator(seed);
    const at::Tensor x = at::randn({count, 4}, generator, at::kFloat);
    return std::make_shared<core::TensorDataset>(numberInfo(), x, x.sum(1, true));
}

inline core::TrainerOptions adamOptions(int64_t epochs, int64_t batchSize, double lr = 0.01) {
    core::TrainerOptions options;
    options.epochCount = epochs;
    options.batchSize = batchSize;
    options.seed = 3;
    options.makeOptimizer = [lr](std::vector<at::Tensor> parameters) {
        return std::make_shared<torch::optim::Adam>(std::move(parameters), lr);
    };
    options.schedule = [](const core::ScheduleTime&) { return 1.0; };
    return options;
}

using Changes = std::vector<std::pair<std::string, core::ParamValue>>;

// The parameters of a component that comes with the program: its defaults with some changes.
inline core::Params paramsOf(core::ComponentKind kind, const std::string& type,
                             const Changes& changes = {}) {
    static const core::Catalog catalog({});
    const core::ComponentInfo* info = catalog.find(kind, type);
    if (!info) qFatal("There is no component %s", type.c_str());
    core::Params params(info->specs);
    for (const auto& [id, value] : changes)
        params.set(id, value);
    return params;
}

inline core::OptimizerSet::Maker makerOf(const std::string& type, const Changes& changes = {}) {
    const core::Params params = paramsOf(core::ComponentKind::Optimizer, type, changes);
    return [type, params](std::vector<at::Tensor> parameters) {
        return core::makeOptimizer(type, params, std::move(parameters));
    };
}

inline core::TrainerOptions optionsWith(const std::string& type, const Changes& changes,
                                        int64_t epochs, int64_t batchSize) {
    core::TrainerOptions options = adamOptions(epochs, batchSize);
    options.makeOptimizer = makerOf(type, changes);
    return options;
}

// What the core::Error says that `work` throws; empty: it throws none.
inline QString messageOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const core::Error& error) {
        return error.what();
    }
    return {};
}

using Callbacks = std::vector<std::unique_ptr<core::Callback>>;

template <typename... T>
Callbacks list(std::unique_ptr<T>... callbacks) {
    Callbacks all;
    (all.push_back(std::move(callbacks)), ...);
    return all;
}

} // namespace support
