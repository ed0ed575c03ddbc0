// A plugin that says it has the interface but has not.
#include <QtCore/QObject>
#include <QtCore/QtPlugin>

class NoFactory : public QObject {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.torchdesk.Model/1" FILE "no_factory.json")
};

#include "no_factory.moc"
