#include <functional>

#include <ATen/ATen.h>
#include <zlib.h>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include "core/data/idx_file.h"
#include "core/data/registry.h"
#include "core/error.h"
#include "core/run/catalog.h"

using namespace core;

namespace {

QByteArray head(int type, const QList<int>& shape) {
    QByteArray bytes("\0\0", 2);
    bytes.append(static_cast<char>(type)).append(static_cast<char>(shape.size()));
    for (int size : shape)
        for (int shift : {24, 16, 8, 0})
            bytes.append(static_cast<char>(size >> shift));
    return bytes;
}

QByteArray counting(int count) {
    QByteArray bytes;
    for (int i = 0; i < count; ++i)
        bytes.append(static_cast<char>(i));
    return bytes;
}

QString messageOf(const std::function<void()>& work) {
    try {
        work();
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

} // namespace

class TestIdx : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string write(const QByteArray& bytes, const QString& name = "file") const {
        QFile file(m_folder.filePath(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("%s", qPrintable(file.errorString()));
        return file.fileName().toStdString();
    }
    std::string pack(const QByteArray& bytes, const QString& name = "packed") const {
        const std::string path = m_folder.filePath(name).toStdString();
        gzFile file = gzopen(path.c_str(), "wb");
        gzwrite(file, bytes.data(), static_cast<unsigned>(bytes.size()));
        gzclose(file);
        return path;
    }
    Params params(const std::string& images, const std::string& labels) const {
        const Catalog catalog({});
        Params params(catalog.find(ComponentKind::Data, "idx")->specs);
        params.set("images", images);
        params.set("labels", labels);
        return params;
    }

private Q_SLOTS:
    void readsPlainAndPackedFiles() {
        const QByteArray bytes = head(8, {3, 2, 5}) + counting(30);
        const at::Tensor expected = at::arange(30, at::kByte).view({3, 2, 5});
        QVERIFY(readIdx(write(bytes)).equal(expected));
        QVERIFY(readIdx(pack(bytes)).equal(expected));
    }

    void saysWhatIsWrong_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("reason");
        const QByteArray whole = head(8, {3, 2, 5}) + counting(30);
        QTest::newRow("empty") << QByteArray() << "no IDX file";
        QTest::newRow("wrong magic") << "PNG!" + whole << "no IDX file";
        QTest::newRow("no dimension") << head(8, {}) << "no IDX file";
        QTest::newRow("other numbers") << head(13, {2}) + counting(8) << "type 13";
        QTest::newRow("head cut") << whole.left(10) << "within its head";
        QTest::newRow("short body") << whole.left(40) << "ends 6 bytes early";
        QTest::newRow("no body") << whole.left(16) << "ends 30 bytes early";
        QTest::newRow("too long") << whole + "x"
                                  << "goes on after the 30 bytes";
        QTest::newRow("size 0") << head(8, {0, 28, 28}) << "impossible";
        QTest::newRow("size of everything")
            << head(8, {0x7fffffff, 0x7fffffff, 0x7fffffff}) << "impossible";
    }
    void saysWhatIsWrong() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, reason);
        for (const std::string& path : {write(bytes), pack(bytes)}) {
            const QString message = messageOf([&] { readIdx(path); });
            QVERIFY2(message.contains(reason), qPrintable(message));
            QVERIFY(message.contains(QString::fromStdString(path)));
        }
    }

    void aPackedFileCutShortIsNamed() {
        const std::string path = pack(head(8, {100, 100}) + counting(10000));
        QFile file(QString::fromStdString(path));
        QVERIFY(file.resize(file.size() / 2));
        const QString message = messageOf([&] { readIdx(path); });
        QVERIFY2(message.contains("ends early"), qPrintable(message));
        QVERIFY(messageOf([] { readIdx("/no/such/file"); }).contains("No such file"));
        QVERIFY(messageOf([&] { readIdx(m_folder.path().toStdString()); }).contains("folder"));
        QVERIFY(messageOf([] { readIdx(""); }).contains("No IDX file is chosen"));
    }

    void makesPicturesWithClasses() {
        const std::string images = pack(head(8, {20, 2, 3}) + counting(120), "images.gz");
        QByteArray classes;
        for (int i = 0; i < 20; ++i)
            classes.append(static_cast<char>(i % 2 * 2)); // 0 and 2
        const std::string labels = write(head(8, {20}) + classes, "labels");
        const DataSplit data = makeData("idx", params(images, labels), 1);
        QVERIFY(data.train->info().inputShape == (std::vector<int64_t>{1, 2, 3}));
        QVERIFY(data.train->info().classNames == (std::vector<std::string>{"0", "1", "2"}));
        QCOMPARE(data.train->size(), 16);
        QVERIFY(data.validation->labels().bincount().equal(at::tensor({2, 0, 2}, at::kLong)));
        const Batch batch = data.train->gather(at::arange(16, at::kLong));
        for (int64_t i = 0; i < 16; ++i) {
            const at::Tensor picture = batch.x.at("input")[i].flatten() * 255.0;
            const double first = picture[0].item<double>();
            QVERIFY(picture.allclose(at::arange(6) + first, 0.0, 1e-4));
            QCOMPARE(batch.x.at("target")[i].item<int64_t>(), std::lround(first / 6.0) % 2 * 2);
        }
    }

    void refusesFilesThatDoNotBelongTogether() {
        const std::string images = write(head(8, {2, 1, 1}) + counting(2), "images");
        const std::string labels = write(head(8, {3}) + counting(3), "labels");
        QVERIFY(
            messageOf([&] { makeData("idx", params(images, labels), 1); }).contains("3 labels"));
        QVERIFY(messageOf([&] {
                    makeData("idx", params(labels, labels), 1);
                }).contains("Choose the file of pictures"));
        QVERIFY(messageOf([&] {
                    makeData("idx", params(images, images), 1);
                }).contains("Choose the file of labels"));
    }
};

QTEST_GUILESS_MAIN(TestIdx)
#include "tst_idx.moc"
