// A model plugin as the catalog sees it; nothing loads its code.
#include <QtCore/QObject>

class Toy : public QObject {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.torchdesk.Model/1" FILE "toy.json")
};

#include "toy.moc"
