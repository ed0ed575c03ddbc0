// Makes ModelFactory a Qt plugin interface; for <name>_plugin.cpp and the engine's entry alone, the
// only places below the run layer that know Qt:
//
//   class MlpPlugin : public QObject, public core::ModelFactory {
//       Q_OBJECT
//       Q_PLUGIN_METADATA(IID TORCHDESK_MODEL_IID FILE "mlp.json")
//       Q_INTERFACES(core::ModelFactory)
//   public:
//       std::shared_ptr<core::Model> create(const core::Params&, const core::DatasetInfo&)
//       override;
//   };
#pragma once

#include <QtCore/QObject>
#include <QtCore/QtPlugin>

#include "core/model/model_factory.h"

Q_DECLARE_INTERFACE(core::ModelFactory, TORCHDESK_MODEL_IID)
