// The Qt side of LinearRegression.
#include "core/model/model_plugin.h"
#include "plugins/linear_regression/linear_regression.h"

class LinearRegressionPlugin : public QObject, public core::ModelFactory {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID TORCHDESK_MODEL_IID FILE "linear_regression.json")
    Q_INTERFACES(core::ModelFactory)

public:
    std::shared_ptr<core::Model> create(const core::Params&,
                                        const core::DatasetInfo& info) override {
        return std::make_shared<LinearRegression>(info);
    }
};

#include "linear_regression_plugin.moc"
