// Its JSON has a parameter of a type that does not exist.
#include <QtCore/QObject>

class BrokenDescription : public QObject {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.torchdesk.Model/1" FILE "broken_description.json")
};

#include "broken_description.moc"
