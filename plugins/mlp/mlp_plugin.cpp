// The Qt side of Mlp.
#include "core/model/model_plugin.h"
#include "plugins/mlp/mlp.h"

class MlpPlugin : public QObject, public core::ModelFactory {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID TORCHDESK_MODEL_IID FILE "mlp.json")
    Q_INTERFACES(core::ModelFactory)

public:
    std::shared_ptr<core::Model> create(const core::Params& params,
                                        const core::DatasetInfo& info) override {
        return std::make_shared<Mlp>(
            Mlp::Options{params.integers("hidden"), params.text("activation"),
                         params.real("dropout"), params.flag("batch_norm")},
            info);
    }
};

#include "mlp_plugin.moc"
