// What a model plugin provides. A plugin is a QObject with this interface whose JSON metadata
// describes the parameters; see model_plugin.h.
#pragma once

#include <memory>

#include "core/data/dataset_info.h"
#include "core/model/model.h"
#include "core/params.h"

namespace core {

class ModelFactory {
public:
    virtual ~ModelFactory() = default;

    // A new model on the CPU in float32, its weights drawn from the default generator, which the
    // engine has seeded. `params` hold the values of the plugin's JSON, checked. Throws Error when
    // these parameters do not fit the data. Training thread.
    virtual std::shared_ptr<Model> create(const Params& params, const DatasetInfo& info) = 0;
};

} // namespace core

// Changes whenever the contract of Model or ModelFactory does, so that an old plugin is refused.
#define TORCHDESK_MODEL_IID "org.torchdesk.Model/1"
