// A plugin whose model fails at its fourth batch: a shape mistake, as LibTorch reports it.
#include <ATen/Functions.h>

#include "core/model/model_plugin.h"

class FailingModel : public core::Model {
public:
    explicit FailingModel(const core::DatasetInfo& info) : Model(info) {
        m_weight = register_parameter("weight", at::zeros({info.inputShape[0], info.outputCount}));
    }
    core::Tensors forward(const core::Batch& batch) override {
        const int64_t columns = ++m_calls == 4 ? 3 : m_weight.size(0);
        return {{"output", at::matmul(batch.x.at("input").narrow(1, 0, columns), m_weight)}};
    }

private:
    at::Tensor m_weight;
    int m_calls = 0;
};

class ThrowsInForward : public QObject, public core::ModelFactory {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID TORCHDESK_MODEL_IID FILE "throws_in_forward.json")
    Q_INTERFACES(core::ModelFactory)

public:
    std::shared_ptr<core::Model> create(const core::Params&,
                                        const core::DatasetInfo& info) override {
        return std::make_shared<FailingModel>(info);
    }
};

#include "throws_in_forward.moc"
