// A plugin that makes no model.
#include <stdexcept>

#include "core/model/model_plugin.h"

class ThrowsInCreate : public QObject, public core::ModelFactory {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID TORCHDESK_MODEL_IID FILE "throws_in_create.json")
    Q_INTERFACES(core::ModelFactory)

public:
    std::shared_ptr<core::Model> create(const core::Params&, const core::DatasetInfo&) override {
        throw std::runtime_error("the vocabulary is missing");
    }
};

#include "throws_in_create.moc"
