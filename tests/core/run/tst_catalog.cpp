#include <QtCore/QFile>
#include <QtTest/QtTest>

#include "core/run/catalog.h"

using namespace core;

namespace {

const std::string kModels = TEST_PLUGINS "/models";
const std::string kBrokenModels = TEST_PLUGINS "/broken_models";

std::string reasonFor(const Catalog& catalog, const std::string& file) {
    for (const PluginProblem& problem : catalog.problems())
        if (problem.path.ends_with("/" + file)) return problem.reason;
    return {};
}

bool isMapped(const QByteArray& library) {
    QFile maps("/proc/self/maps");
    return maps.open(QIODevice::ReadOnly) && maps.readAll().contains(library);
}

} // namespace

class TestCatalog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsBuiltInComponentsInTheirOrder() {
        const Catalog catalog({});
        const auto data = catalog.ofKind(ComponentKind::Data);
        QVERIFY(data.size() >= 2);
        QCOMPARE(data[0]->id, std::string("test_made"));
        QCOMPARE(data[1]->id, std::string("test_file"));
        QVERIFY(!catalog.runSpecs().empty());
        QVERIFY(catalog.problems().empty());
        QVERIFY(catalog.find(ComponentKind::Callback, "test_recorder")->isOnByDefault);
        QVERIFY(catalog.find(ComponentKind::Callback, "test_made") == nullptr);
    }

    void readsModelsWithoutLoadingTheirCode() {
        const Catalog catalog({kModels});
        const ComponentInfo* toy = catalog.find(ComponentKind::Model, "toy");
        QVERIFY(toy);
        QCOMPARE(toy->label, std::string("Toy"));
        QCOMPARE(toy->specs.size(), size_t(3));
        QVERIFY(toy->pluginPath.ends_with("/toy.so"));
        QVERIFY(catalog.problems().empty());
        QVERIFY(!isMapped("/toy.so"));
    }

    void skipsFoldersThatDoNotExist() {
        const Catalog catalog({"/no/such/folder", kModels});
        QVERIFY(catalog.find(ComponentKind::Model, "toy"));
        QVERIFY(catalog.problems().empty());
    }

    void saysWhyEachBrokenPluginIsNotUsed_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("reason");
        QTest::newRow("interface") << "other_interface.so"
                                   << "org.torchdesk.Model/0";
        QTest::newRow("metadata") << "no_description.so"
                                  << "no description";
        QTest::newRow("spec") << "broken_description.so"
                              << "unknown type \"number\"";
        QTest::newRow("text") << "text.so"
                              << "not a plugin";
        QTest::newRow("same id") << "second_toy.so"
                                 << "there already";
    }
    void saysWhyEachBrokenPluginIsNotUsed() {
        QFETCH(QString, file);
        QFETCH(QString, reason);
        const Catalog catalog({kModels, kBrokenModels});
        const auto found = QString::fromStdString(reasonFor(catalog, file.toStdString()));
        QVERIFY2(found.contains(reason), qPrintable(found));
        QCOMPARE(catalog.problems().size(), size_t(5)); // readme.txt is none
        QVERIFY(catalog.find(ComponentKind::Model, "toy")->pluginPath.starts_with(kModels + "/"));
    }
};

QTEST_GUILESS_MAIN(TestCatalog)
#include "tst_catalog.moc"
