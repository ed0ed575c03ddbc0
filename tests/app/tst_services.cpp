#include "app/services.h"

#include <QtCore/QDir>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "core/error.h"
#include "core/run/catalog.h"
#include "core/store/store.h"

class TestServices : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensAWorkspaceWhenAskedForIt() {
        const QTemporaryDir folder;
        const QString path = folder.filePath("new/work space");
        Services services(path);
        QVERIFY(!QFile::exists(path));
        QCOMPARE(QString::fromStdString(services.store().folder()), path);
        QVERIFY(QFile::exists(path + "/runs.db"));
        QCOMPARE(&services.store(), &services.store());
    }

    void saysWhyAWorkspaceCannotBeMade() {
        const QTemporaryDir folder;
        QFile file(folder.filePath("file"));
        QVERIFY(file.open(QFile::WriteOnly));
        Services services(folder.filePath("file/inside"));
        try {
            services.store();
            QFAIL("a folder inside a file cannot be made");
        } catch (const core::Error& error) {
            QVERIFY(QString(error.what()).contains(folder.filePath("file/inside")));
        }
    }

    void findsWhatBelongsToTheProgram() {
        QVERIFY(QFile::exists(Services::engineLibrary()));
        QVERIFY(QFile::exists(Services::resourcesDir() + "/configs/digits-mlp.json"));
        Services services;
        QVERIFY(services.catalog().find(core::ComponentKind::Model, "mlp"));
    }

    void looksForModelsWhereTheUserSays() {
        qputenv("TORCHDESK_MODELS", "/one:/two three");
        const std::vector<std::string> folders = Services::modelFolders();
        qunsetenv("TORCHDESK_MODELS");
        QCOMPARE(folders.size(), size_t(4));
        QCOMPARE(folders[2], std::string("/one"));
        QCOMPARE(folders[3], std::string("/two three"));
        QCOMPARE(Services::modelFolders().size(), size_t(2));
    }
};

QTEST_GUILESS_MAIN(TestServices)
#include "tst_services.moc"
