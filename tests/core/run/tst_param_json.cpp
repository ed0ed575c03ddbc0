#include <cmath>

#include <QtCore/QJsonDocument>
#include <QtTest/QtTest>

#include "core/error.h"
#include "core/run/param_json.h"

using namespace core;

namespace {

QJsonObject object(const char* text) {
    return QJsonDocument::fromJson(text).object();
}

} // namespace

class TestParamJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsADescriptionAndWritesItBack() {
        const QJsonObject json = object(
            R"({"id": "lr", "type": "real", "label": "Learning rate", "default": 0.001, "min": 0,
                "max": 10, "exclusive_min": true, "exclusive_max": true, "unit": "1/step",
                "group": "Optimiser", "help": "How far.", "advanced": true, "log": true,
                "depends_on": "manual=true"})");
        const ParamSpec spec = paramSpecFromJson(json);
        QCOMPARE(spec.id, std::string("lr"));
        QCOMPARE(std::get<double>(spec.defaultValue), 0.001);
        QCOMPARE(spec.minimum.value(), 0.0);
        QVERIFY(spec.minimumIsExclusive && spec.maximumIsExclusive);
        QVERIFY(spec.isAdvanced && spec.isLogScale);
        QCOMPARE(spec.dependsOn, std::string("manual=true"));
        QCOMPARE(toJson(spec), json);
    }

    void saysWhatIsWrongWithADescription_data() {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("message");
        QTest::newRow("no id") << QByteArray(R"({"type": "int"})") << "no id";
        QTest::newRow("type") << QByteArray(R"({"id": "n", "type": "number", "default": 1})")
                              << "unknown type \"number\"";
        QTest::newRow("key") << QByteArray(R"({"id": "n", "type": "int", "default": 1, "mim": 0})")
                             << "unknown key \"mim\"";
        QTest::newRow("no default") << QByteArray(R"({"id": "n", "type": "int"})") << "no default";
        QTest::newRow("default type") << QByteArray(R"({"id": "n", "type": "int", "default": 1.5})")
                                      << "another type than int";
        QTest::newRow("default range")
            << QByteArray(R"({"id": "n", "type": "int", "default": 0, "min": 1})")
            << "must be at least 1";
        QTest::newRow("no choices")
            << QByteArray(R"({"id": "n", "type": "enum", "default": "a"})") << "without choices";
    }
    void saysWhatIsWrongWithADescription() {
        QFETCH(QByteArray, json);
        QFETCH(QString, message);
        try {
            paramSpecFromJson(object(json.constData()));
            QFAIL("accepted");
        } catch (const Error& error) {
            QVERIFY2(QString(error.what()).contains(message), error.what());
        }
    }

    void keepsEveryValueThroughJson_data() {
        QTest::addColumn<int>("type");
        QTest::addColumn<QString>("text");
        QTest::newRow("bool") << int(ParamType::Bool) << "true";
        QTest::newRow("int") << int(ParamType::Int) << "-7";
        QTest::newRow("seed") << int(ParamType::Int) << "4294967295";
        QTest::newRow("beyond double") << int(ParamType::Int) << "9007199254740993";
        QTest::newRow("real") << int(ParamType::Real) << "0.1";
        QTest::newRow("tiny") << int(ParamType::Real) << "1e-308";
        QTest::newRow("inf") << int(ParamType::Real) << "inf";
        QTest::newRow("text") << int(ParamType::String) << "größe";
        QTest::newRow("list") << int(ParamType::IntList) << "64, 32";
        QTest::newRow("empty list") << int(ParamType::IntList) << "";
    }
    void keepsEveryValueThroughJson() {
        QFETCH(int, type);
        QFETCH(QString, text);
        const auto paramType = static_cast<ParamType>(type);
        const auto value = paramValueFromText(paramType, text.toStdString());
        QVERIFY(value);
        QCOMPARE(QString::fromStdString(toText(*value)), text);
        const QByteArray file = QJsonDocument(QJsonObject{{"v", toJson(*value)}}).toJson();
        const auto read = paramValueFromJson(paramType, object(file.constData())["v"]);
        QVERIFY(read && *read == *value);
    }

    void readsWhatPeopleType() {
        QCOMPARE(std::get<int64_t>(*paramValueFromText(ParamType::Int, " 1e6 ")), 1000000);
        QCOMPARE(std::get<double>(*paramValueFromText(ParamType::Real, "+3e-4")), 3e-4);
        QVERIFY(std::get<bool>(*paramValueFromText(ParamType::Bool, "Yes")));
        const auto list = paramValueFromText(ParamType::IntList, "[64,32]");
        QCOMPARE(toText(*list), std::string("64, 32"));
        QVERIFY(!paramValueFromText(ParamType::Int, "1.5"));
        QVERIFY(!paramValueFromText(ParamType::Real, "fast"));
        QVERIFY(!paramValueFromText(ParamType::Real, "1,5"));
        QVERIFY(!paramValueFromText(ParamType::IntList, "64,,32"));
        QVERIFY(!paramValueFromText(ParamType::Bool, "maybe"));
    }

    void refusesJsonOfAnotherType() {
        QVERIFY(!paramValueFromJson(ParamType::Int, 1.5));
        QVERIFY(!paramValueFromJson(ParamType::Int, true));
        QVERIFY(!paramValueFromJson(ParamType::Real, "0.1"));
        QVERIFY(!paramValueFromJson(ParamType::Bool, 1));
        QVERIFY(!paramValueFromJson(ParamType::String, 1));
        QVERIFY(!paramValueFromJson(ParamType::IntList, 64));
    }

    void findsTheNameThatWasMeant() {
        const std::vector<std::string> names = {"learning_rate", "momentum", "weight_decay"};
        QCOMPARE(nearestName("learningrate", names), std::string("learning_rate"));
        QCOMPARE(nearestName("momentun", names), std::string("momentum"));
        QCOMPARE(nearestName("zebra", names), std::string());
        QCOMPARE(nearestName("x", {}), std::string());
    }
};

QTEST_GUILESS_MAIN(TestParamJson)
#include "tst_param_json.moc"
