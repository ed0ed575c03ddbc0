// Has no JSON.
#include <QtCore/QObject>

class NoDescription : public QObject {
    Q_OBJECT
    Q_PLUGIN_METADATA(IID "org.torchdesk.Model/1")
};

#include "no_description.moc"
