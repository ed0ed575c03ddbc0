// Built for another version of the program.
#include <QtCore/QObject>

class OtherInterface : public QObject {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.torchdesk.Model/0" FILE "toy.json")
};

#include "other_interface.moc"
