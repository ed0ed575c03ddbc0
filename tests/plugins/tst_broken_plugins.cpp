// Plugins with something wrong are named with the reason, and harm nothing.
#include <QtTest/QtTest>

#include "core/error.h"
#include "core/run/catalog.h"
#include "core/run/run_session.h"

class TestBrokenPlugins : public QObject {
    Q_OBJECT

private:
    core::Catalog m_catalog{{MODELS_DIR, BROKEN_MODELS}};
    core::EngineLoader m_engine{ENGINE_LIBRARY};

private Q_SLOTS:
    void theCatalogNamesWhatItCannotRead_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("reason");
        QTest::newRow("old interface") << "libold_interface.so"
                                       << "org.torchdesk.Model/0";
        QTest::newRow("metadata") << "libbroken_metadata.so"
                                  << "";
        QTest::newRow("text") << "libtext.so"
                              << "not a plugin";
    }
    void theCatalogNamesWhatItCannotRead() {
        QFETCH(QString, file);
        QFETCH(QString, reason);
        for (const core::PluginProblem& problem : m_catalog.problems())
            if (QString::fromStdString(problem.path).endsWith("/" + file)) {
                QVERIFY2(!problem.reason.empty(), problem.path.c_str());
                QVERIFY2(QString::fromStdString(problem.reason).contains(reason),
                         problem.reason.c_str());
                return;
            }
        QFAIL("the plugin is not among the problems");
    }

    void theRestIsThere() {
        QCOMPARE(m_catalog.problems().size(), size_t(3));
        QVERIFY(m_catalog.find(core::ComponentKind::Model, "mlp"));
        QVERIFY(m_catalog.find(core::ComponentKind::Model, "linear_regression"));
        QVERIFY(!m_catalog.find(core::ComponentKind::Model, "old_interface"));
    }

    void theEngineSaysWhyAPluginCannotBeUsed_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<QString>("reason"); // empty: it can be
        QTest::newRow("mlp") << "mlp"
                             << "";
        QTest::newRow("linear regression") << "linear_regression"
                                           << "";
        QTest::newRow("constructor") << "throws_in_constructor"
                                     << "the licence has expired";
        QTest::newRow("no factory") << "no_factory"
                                    << "does not offer";
    }
    void theEngineSaysWhyAPluginCannotBeUsed() {
        QFETCH(QString, model);
        QFETCH(QString, reason);
        const core::ComponentInfo* info =
            m_catalog.find(core::ComponentKind::Model, model.toStdString());
        QVERIFY(info);
        const std::string found = m_engine.engine().checkPlugin(info->pluginPath);
        QCOMPARE(found.empty(), reason.isEmpty());
        QVERIFY2(QString::fromStdString(found).contains(reason), found.c_str());
    }

    void theEngineSurvivesAFileThatIsNone() {
        const std::string text = std::string(BROKEN_MODELS) + "/libtext.so";
        QVERIFY(!m_engine.engine().checkPlugin(text).empty());
        QVERIFY(!m_engine.engine().checkPlugin("/nowhere/libnothing.so").empty());
        const auto* mlp = m_catalog.find(core::ComponentKind::Model, "mlp");
        QVERIFY(m_engine.engine().checkPlugin(mlp->pluginPath).empty());
    }
};

QTEST_GUILESS_MAIN(TestBrokenPlugins)
#include "tst_broken_plugins.moc"
