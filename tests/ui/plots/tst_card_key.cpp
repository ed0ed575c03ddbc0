#include "ui/plots/card_key.h"

#include <QtTest/QtTest>

class TestCardKey : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void putsTrainAndValidationOnOneCard_data() {
        QTest::addColumn<QString>("card");
        QTest::addColumn<QString>("splitName");
        QTest::addColumn<bool>("isValidation");
        QTest::newRow("loss/train") << "loss"
                                    << "train" << false;
        QTest::newRow("loss/val") << "loss"
                                  << "val" << true;
        QTest::newRow("val/loss") << "loss"
                                  << "val" << true;
        QTest::newRow("top/5/val") << "top/5"
                                   << "val" << true;
        QTest::newRow("gradient/norm") << "gradient/norm"
                                       << "" << false;
        QTest::newRow("learning_rate") << "learning_rate"
                                       << "" << false;
        QTest::newRow("train") << "train"
                               << "" << false;
        QTest::newRow("val/") << "val/"
                              << "" << false;
    }

    void putsTrainAndValidationOnOneCard() {
        QFETCH(QString, card);
        QFETCH(QString, splitName);
        QFETCH(bool, isValidation);
        const ui::CardKey key = ui::cardKeyOf(QString::fromLatin1(QTest::currentDataTag()));
        QCOMPARE(key.card, card);
        QCOMPARE(key.splitName, splitName);
        QCOMPARE(key.split == ui::Split::Validation, isValidation);
        QCOMPARE(key.group, card.section(u'/', 0, 0));
    }

    void showsLossFirstAndPairsBeforeTheRest() {
        const QStringList tags = {"samples_per_second", "accuracy/train", "loss/train",
                                  "gradient/norm",      "accuracy/val",   "loss/val"};
        const QStringList expected = {"loss", "accuracy", "gradient/norm", "samples_per_second"};
        QCOMPARE(ui::cardsInOrder(tags), expected);
    }
};

QTEST_GUILESS_MAIN(TestCardKey)
#include "tst_card_key.moc"
