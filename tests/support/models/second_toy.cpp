// Claims the id of another plugin.
#include <QtCore/QObject>

class SecondToy : public QObject {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.torchdesk.Model/1" FILE "toy.json")
};

#include "second_toy.moc"
