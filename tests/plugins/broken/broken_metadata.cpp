// A plugin whose description has no id and a parameter of an unknown type.
#include <QtCore/QObject>
#include <QtCore/QtPlugin>

class BrokenMetadata : public QObject {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.torchdesk.Model/1" FILE "broken_metadata.json")
};

#include "broken_metadata.moc"
