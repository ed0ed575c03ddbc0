#include <cmath>
#include <limits>

#include <ATen/ATen.h>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QJsonArray>
#include <QtCore/QJsonDocument>
#include <QtCore/QJsonObject>
#include <QtCore/QTemporaryDir>
#include <QtCore/QtEndian>
#include <QtTest/QTest>

#include "core/error.h"
#include "core/train/checkpoint_file.h"
#include "core/train/durable_file.h"

using namespace core;

namespace {

void save(const Archive& archive, const QString& path) {
    DurableFile file(path.toStdString());
    writeArchive(archive, file);
    file.sync();
    file.publish();
}

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void write(const QString& path, const QByteArray& bytes) {
    QFile file(path);
    if (file.open(QIODevice::WriteOnly)) file.write(bytes);
}

QString messageOf(const QString& path) {
    try {
        readArchive(path.toStdString());
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

Archive sample() {
    Archive archive;
    archive.write("flag", true);
    archive.write("count", int64_t{-9007199254740993}); // beyond what a double holds
    archive.write("real", 0.1);
    archive.write("nan", std::numeric_limits<double>::quiet_NaN());
    archive.write("text", "line\n\"quoted\" \xc3\xa4");
    archive.write("ints", std::vector<int64_t>{});
    archive.write("reals", std::vector<double>{1.0, -std::numeric_limits<double>::infinity()});
    archive.write("texts", std::vector<std::string>{"a", "b"});
    archive.write("layer.weight", at::arange(6, at::kFloat).reshape({2, 3}));
    archive.write("bytes", at::arange(5, at::kByte));
    archive.write("scalar", at::scalar_tensor(2.5, at::kDouble));
    archive.write("empty", at::empty({0, 4}, at::kLong));
    return archive;
}

} // namespace

class TestCheckpointFile : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString path() const { return m_folder.filePath("a.safetensors"); }

private Q_SLOTS:
    void bringsEverythingBack() {
        save(sample(), path());
        const Archive archive = readArchive(path().toStdString());
        QCOMPARE(archive.values().size(), sample().values().size());
        QCOMPARE(archive.flag("flag"), true);
        QCOMPARE(archive.integer("count"), int64_t{-9007199254740993});
        QCOMPARE(archive.real("real"), 0.1);
        QVERIFY(std::isnan(archive.real("nan")));
        QCOMPARE(archive.text("text"), std::string("line\n\"quoted\" \xc3\xa4"));
        QVERIFY(archive.integers("ints").empty());
        QCOMPARE(archive.reals("reals").at(1), -std::numeric_limits<double>::infinity());
        QCOMPARE(archive.texts("texts").at(1), std::string("b"));
        QVERIFY(archive.tensor("layer.weight").equal(sample().tensor("layer.weight")));
        QVERIFY(archive.tensor("bytes").equal(sample().tensor("bytes")));
        QCOMPARE(archive.tensor("scalar").dim(), 0);
        QCOMPARE(archive.tensor("scalar").item<double>(), 2.5);
        QCOMPARE(archive.tensor("empty").sizes(), (at::IntArrayRef{0, 4}));
    }

    // As https://huggingface.co/docs/safetensors describes the format.
    void isReadableAsSafetensors() {
        save(sample(), path());
        const QByteArray bytes = bytesOf(path());
        const auto length = qFromLittleEndian<quint64>(bytes.constData());
        QCOMPARE(length % 8, quint64(0));
        const QJsonObject header =
            QJsonDocument::fromJson(bytes.mid(8, static_cast<qsizetype>(length))).object();
        const QJsonObject weight = header["layer.weight"].toObject();
        QCOMPARE(weight["dtype"].toString(), "F32");
        QCOMPARE(weight["shape"].toArray(), (QJsonArray{2, 3}));
        const auto begin = weight["data_offsets"].toArray()[0].toInt();
        float third = 0;
        memcpy(&third, bytes.constData() + 8 + length + begin + 2 * sizeof(float), sizeof third);
        QCOMPARE(third, 2.0f);
        for (const QJsonValue& value : header["__metadata__"].toObject())
            QVERIFY(value.isString());
    }

    void t33_refusesATruncatedFile() {
        save(sample(), path());
        const QByteArray bytes = bytesOf(path());
        for (qsizetype length : {qsizetype(0), qsizetype(7), qsizetype(100), bytes.size() - 1}) {
            write(path(), bytes.left(length));
            const QString message = messageOf(path());
            QVERIFY2(message.contains(path()) && message.contains("truncated"),
                     qPrintable(QString("%1: %2").arg(length).arg(message)));
        }
    }

    void refusesWhatIsNoCheckpoint_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("reason");
        QTest::newRow("text") << QByteArray("This is a text and no checkpoint at all.")
                              << "it is no checkpoint";
        QTest::newRow("no JSON") << QByteArray("\x04\0\0\0\0\0\0\0oops", 12)
                                 << "its header is damaged";
        QTest::newRow("another's")
            << QByteArray("\x02\0\0\0\0\0\0\0{}", 10) << "its header is damaged";
    }

    void refusesWhatIsNoCheckpoint() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, reason);
        write(path(), bytes);
        QVERIFY2(messageOf(path()).endsWith(reason), qPrintable(messageOf(path())));
        QVERIFY(messageOf(m_folder.filePath("missing")).contains("cannot be opened"));
    }

    void refusesOffsetsOutsideTheFile() {
        save(sample(), path());
        QByteArray bytes = bytesOf(path());
        bytes.replace("\"data_offsets\":[0,", "\"data_offsets\":[9,");
        write(path(), bytes);
        QVERIFY(messageOf(path()).contains("cannot be used"));
    }

    void t40_copiesTensorsWhenTheyAreWritten() {
        const at::Tensor live = at::ones({3});
        Archive archive;
        archive.write("live", live);
        live.fill_(7);
        QCOMPARE(archive.tensor("live").sum().item<double>(), 3.0);
    }

    void leavesTheOldFileWhenWritingFails() {
        write(path(), "old");
        {
            DurableFile file(path().toStdString());
            file.write("new", 3);
            file.sync();
        } // never published
        QCOMPARE(bytesOf(path()), QByteArray("old"));
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files), QStringList{"a.safetensors"});
        const QString missing = m_folder.filePath("no/such/folder");
        QVERIFY_EXCEPTION_THROWN(DurableFile(missing.toStdString()), Error);
    }
};

QTEST_GUILESS_MAIN(TestCheckpointFile)
#include "tst_checkpoint_file.moc"
