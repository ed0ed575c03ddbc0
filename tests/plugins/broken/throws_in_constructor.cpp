// A plugin that cannot even be made.
#include <stdexcept>

#include "core/model/model_plugin.h"

class ThrowsInConstructor : public QObject, public core::ModelFactory {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID TORCHDESK_MODEL_IID FILE "throws_in_constructor.json")
    Q_INTERFACES(core::ModelFactory)

public:
    ThrowsInConstructor() { throw std::runtime_error("the licence has expired"); }
    std::shared_ptr<core::Model> create(const core::Params&, const core::DatasetInfo&) override {
        return nullptr;
    }
};

#include "throws_in_constructor.moc"
