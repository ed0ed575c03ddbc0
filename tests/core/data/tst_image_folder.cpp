// Pictures in folders: decoding, resizing, augmentation, and what is wrong with files.
#include <functional>
#include <set>

#include <ATen/ATen.h>
#include <QtCore/QDir>
#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtGui/QImage>
#include <QtTest/QtTest>

#include "core/data/batch_loader.h"
#include "core/data/image_files.h"
#include "core/data/registry.h"
#include "core/error.h"
#include "core/run/catalog.h"

using namespace core;

namespace {

// Something of every brightness, the same for equal numbers.
QImage pictureOf(int number, int width = 12, int height = 10) {
    QImage image(width, height, QImage::Format_RGB32);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            image.setPixel(
                x, y,
                qRgb((x * 20 + number * 7) % 256, (y * 23) % 256, (x * y + number * 31) % 256));
    return image;
}

// float32 [3, height, width] in 0..1, by Qt's own reader.
at::Tensor byQt(const QImage& image) {
    at::Tensor tensor = at::empty({3, image.height(), image.width()});
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x) {
            const QRgb color = image.pixel(x, y);
            const std::array<int, 3> values = {qRed(color), qGreen(color), qBlue(color)};
            for (int channel = 0; channel < 3; ++channel)
                tensor[channel][y][x] = static_cast<float>(values.at(channel)) / 255.0f;
        }
    return tensor;
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

class TestImageFolder : public QObject {
    Q_OBJECT

private:
    Catalog m_catalog{{}};
    std::unique_ptr<QTemporaryDir> m_folder;

    QString path(const QString& name) const { return m_folder->filePath(name); }
    void save(const QImage& image, const QString& name) const {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QVERIFY2(image.save(path(name), nullptr, 100), qPrintable(name));
    }
    void write(const QByteArray& bytes, const QString& name) const {
        QVERIFY(QDir().mkpath(QFileInfo(path(name)).path()));
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    void cutShort(const QString& name) const {
        QFile file(path(name));
        QVERIFY(file.resize(file.size() * 2 / 3));
    }
    // 2 classes of 10 PNG each.
    void drawClasses() const {
        for (int i = 0; i < 10; ++i) {
            save(pictureOf(i), QStringLiteral("pine/%1.png").arg(i));
            save(pictureOf(100 + i), QStringLiteral("birch/%1.png").arg(i));
        }
    }
    Params params() const {
        Params params(m_catalog.find(ComponentKind::Data, "image_folder")->specs);
        params.set("path", m_folder->path().toStdString());
        params.set("width", int64_t{12});
        params.set("height", int64_t{10});
        return params;
    }
    static Batch all(const Dataset& data) {
        return data.gather(at::arange(data.size(), at::kLong));
    }
    Image image(const QString& name) const { return readImage(path(name).toStdString()); }

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void decodesPngExactly_data() {
        QTest::addColumn<QImage::Format>("format");
        QTest::addColumn<int>("channels");
        QTest::newRow("rgb") << QImage::Format_RGB32 << 3;
        QTest::newRow("grey") << QImage::Format_Grayscale8 << 1;
        QTest::newRow("palette") << QImage::Format_Indexed8 << 3;
        QTest::newRow("opaque alpha") << QImage::Format_ARGB32 << 3;
        QTest::newRow("black and white") << QImage::Format_Mono << 1;
    }
    void decodesPngExactly() {
        QFETCH(QImage::Format, format);
        QFETCH(int, channels);
        const QImage picture = pictureOf(3).convertToFormat(format);
        save(picture, "a.png");
        const Image decoded = image("a.png");
        QCOMPARE(decoded.width, 12);
        QCOMPARE(decoded.height, 10);
        QCOMPARE(decoded.channels, channels);
        const at::Tensor tensor = toTensor(decoded, {3, 10, 12});
        QVERIFY(tensor.allclose(byQt(picture), 0.0, 1e-6));
    }

    void laysWhatIsTransparentOnWhite() {
        QImage picture(2, 1, QImage::Format_ARGB32);
        picture.setPixel(0, 0, qRgba(255, 0, 0, 0));
        picture.setPixel(1, 0, qRgba(255, 0, 0, 255));
        save(picture, "a.png");
        const at::Tensor tensor = toTensor(image("a.png"), {3, 1, 2});
        QVERIFY(tensor.select(2, 0).squeeze(1).allclose(at::tensor({1.f, 1.f, 1.f})));
        QVERIFY(tensor.select(2, 1).squeeze(1).allclose(at::tensor({1.f, 0.f, 0.f})));
    }

    void decodesJpegByContent() {
        const QImage picture = pictureOf(3, 64, 48);
        save(picture, "a.jpg");
        QVERIFY(QFile::rename(path("a.jpg"), path("a.png"))); // the ending does not matter
        const Image decoded = image("a.png");
        QCOMPARE(decoded.channels, 3);
        const at::Tensor tensor = toTensor(decoded, {3, 48, 64});
        QVERIFY(tensor.allclose(byQt(QImage(path("a.png"), "jpg")), 0.0, 3.0 / 255));
        save(picture.convertToFormat(QImage::Format_Grayscale8), "grey.jpeg");
        QCOMPARE(image("grey.jpeg").channels, 1);
    }

    void saysWhyAFileIsNoPicture_data() {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("reason");
        QTest::newRow("missing") << "missing"
                                 << "No such file";
        QTest::newRow("empty") << "empty"
                               << "empty";
        QTest::newRow("text") << "text"
                              << "neither a PNG nor a JPEG";
        QTest::newRow("png cut short") << "cut.png"
                                       << "";
        QTest::newRow("jpeg cut short") << "cut.jpg"
                                        << "remature end";
        QTest::newRow("png head alone") << "head"
                                        << "";
        QTest::newRow("png damaged") << "damaged"
                                     << "";
    }
    void saysWhyAFileIsNoPicture() {
        QFETCH(QString, kind);
        QFETCH(QString, reason);
        if (kind == "empty") write("", kind);
        if (kind == "text") write("hello, not a picture", kind);
        if (kind == "head") write("\x89PNG\r\n\x1a\n", kind);
        if (kind.startsWith("cut")) {
            save(pictureOf(1, 64, 64), kind);
            cutShort(kind);
        }
        if (kind == "damaged") {
            save(pictureOf(1, 64, 64), "whole.png");
            QFile whole(path("whole.png"));
            QVERIFY(whole.open(QIODevice::ReadOnly));
            QByteArray bytes = whole.readAll();
            for (qsizetype i = bytes.size() / 2; i < bytes.size() / 2 + 8; ++i)
                bytes[i] = static_cast<char>(~bytes[i]);
            write(bytes, kind);
        }
        const QString message = messageOf([&] { image(kind); });
        QVERIFY(!message.isEmpty());
        QVERIFY2(message.contains(reason), qPrintable(message));
    }

    // LibTorch's own antialiased filter is the reference; the worst difference is rounding.
    void resizesAsTheReference_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::newRow("as it is") << 37 << 29;
        QTest::newRow("half") << 18 << 14;
        QTest::newRow("much smaller") << 5 << 3;
        QTest::newRow("one pixel") << 1 << 1;
        QTest::newRow("larger") << 80 << 91;
        QTest::newRow("wider and lower") << 64 << 8;
    }
    void resizesAsTheReference() {
        QFETCH(int, width);
        QFETCH(int, height);
        const QImage picture = pictureOf(5, 37, 29);
        save(picture, "a.png");
        const at::Tensor expected =
            at::_upsample_bilinear2d_aa(byQt(picture).unsqueeze(0), {height, width}, false, {}, {})
                .squeeze(0);
        const at::Tensor found = toTensor(image("a.png"), {3, height, width});
        QVERIFY((found - expected).abs().max().item<double>() < 2e-6);
        const at::Tensor grey = toTensor(image("a.png"), {1, height, width});
        const at::Tensor luma = expected[0] * 0.299 + expected[1] * 0.587 + expected[2] * 0.114;
        QVERIFY((grey[0] - luma).abs().max().item<double>() < 2e-6);
    }

    void movesAndMirrors() {
        const at::Tensor whole = at::arange(1, 2 * 3 * 4 + 1, at::kFloat).view({2, 3, 4});
        const at::Tensor padded = at::constant_pad_nd(whole, {1, 1, 1, 1});
        std::set<std::vector<float>> seen;
        for (uint64_t seed = 0; seed < 200; ++seed) {
            Random random(seed);
            const at::Tensor changed = augment(whole, {true, 1}, random).contiguous();
            bool isFound = false;
            for (int64_t y = 0; y <= 2; ++y)
                for (int64_t x = 0; x <= 2; ++x) {
                    const at::Tensor cut = padded.narrow(1, y, 3).narrow(2, x, 4);
                    isFound = isFound || changed.equal(cut) || changed.equal(cut.flip({2}));
                }
            QVERIFY(isFound);
            const float* data = changed.data_ptr<float>();
            seen.insert(std::vector<float>(data, data + changed.numel()));
        }
        QCOMPARE(seen.size(), size_t(3 * 3 * 2)); // every place, mirrored and not
    }

    void aFolderIsAClass() {
        drawClasses();
        save(pictureOf(1, 30, 30), "Ahorn grün/x.JPG"); // of another size, letters and ending
        save(pictureOf(2, 30, 30), "Ahorn grün/y.jpeg");
        write("notes", "pine/readme.txt");
        write("thumbs", "pine/.hidden.png");
        QVERIFY(QDir().mkpath(path("empty")));
        QVERIFY(QDir().mkpath(path(".git")));
        const DataSplit data = makeData("image_folder", params(), 1);
        const DatasetInfo& info = data.train->info();
        QVERIFY(info.classNames == (std::vector<std::string>{"Ahorn grün", "birch", "pine"}));
        QCOMPARE(info.outputCount, 3);
        QVERIFY(info.inputShape == (std::vector<int64_t>{3, 10, 12}));
        QVERIFY(info.task == Task::Classification);
        QCOMPARE(data.train->size() + data.validation->size(), 22);
        const Batch batch = all(*data.train);
        QVERIFY(batch.x.at("input").sizes() == at::IntArrayRef({data.train->size(), 3, 10, 12}));
        QVERIFY(batch.x.at("target").equal(data.train->labels()));
        QCOMPARE(data.notes.size(), size_t(2));
        QVERIFY(QString::fromStdString(data.notes[0]).contains("empty"));
        QVERIFY(QString::fromStdString(data.notes[1]).contains("1 file."));
    }

    void setsAsideTheSameMixBySeed() {
        drawClasses();
        const auto validationOf = [&](uint64_t seed) {
            return all(*makeData("image_folder", params(), seed).validation).x.at("input");
        };
        const DataSplit data = makeData("image_folder", params(), 1);
        QVERIFY(data.train->labels().bincount().equal(at::tensor({8, 8}, at::kLong)));
        QVERIFY(data.validation->labels().bincount().equal(at::tensor({2, 2}, at::kLong)));
        QVERIFY(validationOf(1).equal(validationOf(1)));
        QVERIFY(!validationOf(1).equal(validationOf(2)));
    }

    void changesTrainingPicturesAlone() {
        drawClasses();
        Params changing = params();
        changing.set("flip", true);
        changing.set("crop_padding", int64_t{3});
        const DataSplit plain = makeData("image_folder", params(), 1);
        const DataSplit data = makeData("image_folder", changing, 1);
        const auto read = [](const Dataset& from, int64_t epoch) {
            BatchLoader loader(std::shared_ptr<const Dataset>(&from, [](const Dataset*) {}),
                               std::make_unique<SequentialSampler>(),
                               LoaderOptions{32, LastBatch::Keep, 1, 2});
            loader.startEpoch(epoch);
            return loader.next()->x.at("input");
        };
        QVERIFY(!read(*data.train, 0).equal(read(*plain.train, 0)));
        QVERIFY(!read(*data.train, 0).equal(read(*data.train, 1)));
        QVERIFY(read(*data.train, 1).equal(read(*data.train, 1)));
        QVERIFY(read(*data.validation, 0).equal(read(*plain.validation, 1)));
    }

    void namesABrokenFileWhenItIsRead() {
        drawClasses();
        cutShort("pine/7.png");
        Params undivided = params();
        undivided.set("validation", 0.0);
        const DataSplit data = makeData("image_folder", undivided, 1);
        BatchLoader loader(data.train, std::make_unique<ShuffledSampler>(),
                           LoaderOptions{4, LastBatch::Keep, 1, 2});
        const QString message = messageOf([&] {
            while (loader.next()) {
            }
        });
        QVERIFY2(message.startsWith("Sample 17 (" + path("pine/7.png") + "): "),
                 qPrintable(message));
    }

    void leavesOutBrokenFilesAndNamesThem() {
        drawClasses();
        cutShort("pine/7.png");
        write("", "birch/3.png");
        Params skipping = params();
        skipping.set("broken", std::string("skip"));
        const DataSplit data = makeData("image_folder", skipping, 1);
        QCOMPARE(data.train->size() + data.validation->size(), 18);
        all(*data.train);
        all(*data.validation);
        QCOMPARE(data.notes.size(), size_t(1));
        const QString note = QString::fromStdString(data.notes[0]);
        QVERIFY2(note.startsWith("2 of 20 pictures"), qPrintable(note));
        QVERIFY(note.contains(path("birch/3.png") + ": the file is empty"));
        QVERIFY(note.contains(path("pine/7.png")));
    }

    void saysWhatIsWrongWithTheFolder() {
        const auto messageWith = [&](const std::string& folder) {
            Params wrong = params();
            wrong.set("path", folder);
            return messageOf([&] { makeData("image_folder", wrong, 1); });
        };
        QVERIFY(messageWith("").contains("No folder"));
        QVERIFY(messageWith("/no/such/folder").contains("/no/such/folder"));
        const std::string folder = m_folder->path().toStdString();
        QVERIFY(messageWith(folder).contains("0 classes"));
        save(pictureOf(1), "1.png"); // not in a folder of its class
        save(pictureOf(1), "only/1.png");
        QVERIFY(messageWith(folder).contains("1 classes"));
        QVERIFY(messageWith(folder + "/1.png").contains("no folder"));
        drawClasses();
        Params wide = params();
        wide.set("crop_padding", int64_t{10});
        QVERIFY(messageOf([&] { makeData("image_folder", wide, 1); }).contains("cannot be moved"));
    }
};

QTEST_GUILESS_MAIN(TestImageFolder)
#include "tst_image_folder.moc"
