#include "core/train/trial.h"

#include <exception>
#include <limits>

#include "core/train/guarded.h"
#include "core/train/snapshot.h"

namespace core {
namespace {

class Unheard final : public SummarySink {
public:
    SeriesId series(const SeriesKey&) override { return 0; }
    void scalar(const ScalarPoint&) override {}
    void event(const RunEvent&) override {}
    void logLine(const std::string&) override {}
    void progress(const Progress&) override {}
    void checkpointSaved(const CheckpointRecord&) override {}
    void checkpointRemoved(const std::string&) override {}
    void segmentStarted(int64_t) override {}
    void flush() override {}
};

// Puts everything back that training changes outside the Trainer.
class Untouched {
public:
    Untouched(Model& model, at::Device device)
        : m_model(model),
          m_device(device),
          m_weights(saveWeights(model)),
          m_generators(saveGenerators(device)),
          m_isTraining(model.is_training()) {
        model.saveExtra(m_extra);
        for (const at::Tensor& parameter : model.parameters())
            m_gradients.push_back(parameter.grad());
    }
    void restore() { // no destructor: the model's loadExtra() may throw
        loadWeights(m_model, m_weights);
        guarded([] { return "The model failed in loadExtra"; },
                [&] { m_model.loadExtra(m_extra); });
        const auto parameters = m_model.parameters();
        for (size_t i = 0; i < parameters.size(); ++i)
            parameters[i].mutable_grad() = m_gradients[i];
        m_model.train(m_isTraining);
        loadGenerators(m_generators, m_device);
    }

private:
    Model& m_model;
    at::Device m_device;
    Archive m_weights, m_extra, m_generators;
    std::vector<at::Tensor> m_gradients;
    bool m_isTraining;
};

} // namespace

void runTrial(Model& model, std::shared_ptr<const Dataset> train, TrainerOptions options,
              int64_t steps, std::vector<std::unique_ptr<Callback>> callbacks) {
    model.to(options.device); // where it would be trained
    Untouched before(model, options.device);
    options.epochCount = std::numeric_limits<int32_t>::max();
    options.stepLimit = steps;
    options.sampleLimit = 0;
    Unheard sink;
    std::exception_ptr failure;
    try {
        Trainer(model, std::move(train), nullptr, std::move(options), std::move(callbacks), sink)
            .fit();
    } catch (...) {
        failure = std::current_exception(); // thrown on when all is as it was
    }
    before.restore();
    if (failure) std::rethrow_exception(failure);
}

} // namespace core
