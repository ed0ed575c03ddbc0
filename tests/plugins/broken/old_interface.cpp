// A plugin built for an interface that is no more.
#include <QtCore/QObject>
#include <QtCore/QtPlugin>

class OldInterface : public QObject {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.torchdesk.Model/0" FILE "old_interface.json")
};

#include "old_interface.moc"
