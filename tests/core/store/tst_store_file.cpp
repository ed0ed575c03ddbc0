#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/store/connection.h"
#include "core/store/salvage.h"
#include "core/store/schema.h"
#include "core/store/store.h"
#include "tests/support/full_disk.h"

using namespace core;

class TestStoreFile : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;

    std::string folder() const { return m_folder.path().toStdString(); }
    std::string path() const { return folder() + "/runs.db"; }
    void sql(const std::string& text) {
        SQLite::Database(path(), SQLite::OPEN_READWRITE, 5000).exec(text);
    }
    // A run with `count` points on `series`, then closed.
    std::string writeRun(int count) {
        Store store(folder());
        const std::string run = store.insertRun({}).id;
        const int64_t segment = store.beginSegment(run, 0);
        WriteBatch batch;
        const int64_t series = store.ensureSeries(run, {"loss/train", "", Direction::Minimize});
        for (int step = 1; step <= count; ++step)
            batch.points.push_back({series, {0, step, step, 0.0, 1.0 / step}});
        store.write(run, segment, batch);
        return run;
    }
    QByteArray bytes() const {
        QFile file(QString::fromStdString(path()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void damage(qint64 from, qint64 bytes) {
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.open(QIODevice::ReadWrite));
        QVERIFY(file.seek(from));
        file.write(QByteArray(bytes, '\x5a'));
    }

private Q_SLOTS:
    void init() { m_folder = QTemporaryDir(); }

    void makesTheFolderAndTheFile() {
        const std::string nested = folder() + "/new/deep";
        Store store(nested);
        QVERIFY(QFile::exists(QString::fromStdString(nested + "/runs.db")));
        QVERIFY(!store.isReadOnly());
        QVERIFY(store.warning().empty());
    }

    void saysWhyItCannotOpen_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::newRow("text") << QByteArray(5000, 'x');
        QTest::newRow("a few bytes") << QByteArray("SQLite format 3");
        QTest::newRow("zeros") << QByteArray(8192, '\0');
    }
    void saysWhyItCannotOpen() {
        QFETCH(QByteArray, content);
        QFile file(m_folder.filePath("runs.db"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
        file.close();
        try {
            Store store(folder());
            QFAIL("opened a file that is no database");
        } catch (const Error& error) {
            const QString message = error.what();
            QVERIFY2(message.contains("runs.db") && message.contains("not a database"),
                     error.what());
        }
        QCOMPARE(bytes(), content);
    }

    void saysWhenThereIsNoWorkspaceToRead() {
        QVERIFY_THROWS_EXCEPTION(Error, Store(folder(), Store::Mode::ReadOnly));
    }

    void leavesNoLogBehindWhenClosed() {
        writeRun(10);
        QVERIFY(!QFile::exists(m_folder.filePath("runs.db-wal")));
    }

    void keepsItsRowsWhenOpenedAgain() {
        const std::string run = writeRun(10);
        Store store(folder());
        QCOMPARE(store.points(store.series(run).at(0).id, 0, 100).size(), size_t(10));
    }

    void refusesToWriteWhenOpenedReadOnly() {
        const std::string run = writeRun(1);
        Store store(folder(), Store::Mode::ReadOnly);
        QVERIFY(store.isReadOnly());
        QCOMPARE(store.runs().size(), size_t(1));
        QVERIFY_THROWS_EXCEPTION(Error, store.insertRun({}));
        QVERIFY_THROWS_EXCEPTION(Error, store.changeState(run, RunState::Queued, ""));
        QVERIFY_THROWS_EXCEPTION(Error, store.write(run, 1, {}));
        QVERIFY_THROWS_EXCEPTION(Error, store.removeRun(run));
    }

    void opensAFileWithoutWritePermissionReadOnly() {
        if (geteuid() == 0) QSKIP("root may write everything");
        writeRun(1);
        QFile::setPermissions(QString::fromStdString(path()), QFile::ReadOwner);
        QFile::setPermissions(m_folder.path(), QFile::ReadOwner | QFile::ExeOwner);
        {
            Store store(folder());
            QVERIFY(store.isReadOnly());
            QVERIFY(!store.warning().empty());
            QCOMPARE(store.runs().size(), size_t(1));
        }
        QFile::setPermissions(m_folder.path(),
                              QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    }

    void upgradesWithABackupAndKeepsTheRows() {
        writeRun(3);
        auto upgrades = schemaUpgrades();
        const int64_t version = static_cast<int64_t>(upgrades.size());
        upgrades.push_back("ALTER TABLE run ADD COLUMN mood TEXT NOT NULL DEFAULT 'calm'");
        Connection connection(path(), SQLite::OPEN_READWRITE);
        upgradeSchema(connection, upgrades);
        QCOMPARE(schemaVersion(connection), version + 1);
        QCOMPARE(connection.integer("SELECT count(*) FROM run WHERE mood = 'calm'"), 1);
        Connection backup(path() + ".v" + std::to_string(version) + ".backup",
                          SQLite::OPEN_READONLY);
        QCOMPARE(schemaVersion(backup), version);
        QCOMPARE(backup.integer("SELECT count(*) FROM point"), 3);
    }

    void leavesTheFileAsItWasWhenAnUpgradeFails() {
        writeRun(3);
        auto upgrades = schemaUpgrades();
        const int64_t version = static_cast<int64_t>(upgrades.size());
        upgrades.push_back("ALTER TABLE run ADD COLUMN mood TEXT; CREATE TABLE run(id)");
        Connection connection(path(), SQLite::OPEN_READWRITE);
        QVERIFY_THROWS_EXCEPTION(Error, upgradeSchema(connection, upgrades));
        QCOMPARE(schemaVersion(connection), version);
        QVERIFY_THROWS_EXCEPTION(SQLite::Exception, connection.execute("SELECT mood FROM run"));
    }

    void opensADatabaseOfANewerProgramReadOnly() {
        writeRun(3);
        sql("PRAGMA user_version = 99");
        Store store(folder());
        QVERIFY(store.isReadOnly());
        QVERIFY(store.warning().find("newer") != std::string::npos);
        QCOMPARE(store.runs().size(), size_t(1));
    }

    void findsDamageInTheMiddleOfTheFile() {
        writeRun(20000);
        QVERIFY(Store::findDamage(folder()).empty());
        damage(200 * 1024, 64 * 1024);
        QVERIFY(!Store::findDamage(folder()).empty());
    }

    void checksALargeFileOnlyWhenAsked() {
        writeRun(300000);
        QVERIFY(QFile(QString::fromStdString(path())).size() > 8 << 20);
        QVERIFY(Store(folder()).needsCheck());
        QVERIFY(Store::findDamage(folder()).empty());
        std::stop_source stopped;
        stopped.request_stop();
        damage(200 * 1024, 64 * 1024);
        QVERIFY(!Store(folder()).isReadOnly());
        QVERIFY(Store::findDamage(folder(), stopped.get_token()).empty()); // given up at once
        QVERIFY(!Store::findDamage(folder()).empty());
    }

    void opensADamagedFileReadOnly_data() {
        QTest::addColumn<bool>("hasLog");
        QTest::newRow("after a crash") << true; // there is a log that nobody has taken over
        QTest::newRow("closed properly") << false;
    }
    void opensADamagedFileReadOnly() {
        QFETCH(bool, hasLog);
        writeRun(20000);
        damage(200 * 1024, 64 * 1024);
        QFile log(m_folder.filePath("runs.db-wal"));
        if (hasLog) QVERIFY(log.open(QIODevice::WriteOnly) && log.write(QByteArray(32, '\0')));
        log.close();
        Store store(folder());
        QVERIFY(!store.needsCheck());
        QVERIFY(store.isReadOnly() && store.isDamaged());
        QVERIFY2(store.warning().find("damaged") != std::string::npos, store.warning().c_str());
        QCOMPARE(store.warning().find('\n'), std::string::npos);
        QVERIFY(Store(folder(), Store::Mode::ReadOnly).runs().size() == 1);
    }

    // Cut short: SQLite itself refuses such a file.
    void readsWhatIsLeftOfATruncatedFile() {
        const std::string run = writeRun(20000);
        QFile file(QString::fromStdString(path()));
        QVERIFY(file.resize(file.size() / 2 + 100));
        const QByteArray before = bytes();
        {
            Store store(folder());
            QVERIFY(store.isReadOnly() && store.isDamaged());
            QCOMPARE(store.runs().size(), size_t(1));
            QVERIFY_THROWS_EXCEPTION(Error, store.updateRun(run, [](RunRecord&) {}));
        }
        QCOMPARE(bytes(), before);
    }

    void leavesADamagedFileAsItIs() {
        writeRun(20000);
        damage(200 * 1024, 64 * 1024);
        const QByteArray before = bytes();
        {
            Store store(folder());
            QVERIFY(store.isDamaged());
            QCOMPARE(store.runs().size(), size_t(1));
        }
        QCOMPARE(bytes(), before);
    }

    void writesNothingMoreOnceDamageIsFound() {
        const std::string run = writeRun(20000);
        Store store(folder());
        store.updateRun(run, [](RunRecord& row) { row.note = "in the log"; });
        damage(200 * 1024, 64 * 1024);
        const QByteArray before = bytes();
        store.protect("found by a check");
        QVERIFY(store.isReadOnly() && store.isDamaged());
        QVERIFY2(store.warning().find("found by a check") != std::string::npos,
                 store.warning().c_str());
        QCOMPARE(store.run(run)->note, std::string("in the log"));
        QVERIFY_THROWS_EXCEPTION(Error, store.insertRun({}));
        QCOMPARE(bytes(), before);
    }

    void refusesTheDatabaseOfAnotherProgram_data() {
        QTest::addColumn<QString>("statements");
        QTest::newRow("without a version") << "CREATE TABLE notes(text)";
        QTest::newRow("with our version") << "CREATE TABLE notes(text); PRAGMA user_version = 1";
        QTest::newRow("with a higher version")
            << "CREATE TABLE run(id, text); PRAGMA user_version = 75";
        QTest::newRow("with a log") << "PRAGMA journal_mode = WAL; CREATE TABLE notes(text)";
        QTest::newRow("empty, with a version") << "PRAGMA user_version = 3";
    }
    void refusesTheDatabaseOfAnotherProgram() {
        QFETCH(QString, statements);
        SQLite::Database(path(), SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE)
            .exec(statements.toStdString());
        const QByteArray before = bytes();
        for (const auto mode : {Store::Mode::ReadWrite, Store::Mode::ReadOnly}) {
            try {
                Store store(folder(), mode);
                QFAIL("took over a database that is not ours");
            } catch (const Error& error) {
                const QString message = error.what();
                QVERIFY2(message.contains("another program"), error.what());
                QVERIFY2(message.contains(QString::fromStdString(path())), error.what());
            }
        }
        QCOMPARE(bytes(), before);
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::Files), QStringList{"runs.db"});
    }

    void copiesWhatCanBeReadOfADamagedFile_data() {
        QTest::addColumn<bool>("isTruncated");
        QTest::newRow("a page in the middle") << false;
        QTest::newRow("truncated") << true;
    }
    void copiesWhatCanBeReadOfADamagedFile() {
        QFETCH(bool, isTruncated);
        const std::string run = writeRun(20000);
        QFile file(QString::fromStdString(path()));
        isTruncated ? void(file.resize(file.size() / 2)) : damage(200 * 1024, 64 * 1024);
        QVERIFY(QDir(m_folder.path()).mkpath("artifacts/a/checkpoints"));
        QFile checkpoint(m_folder.filePath("artifacts/a/checkpoints/step-1"));
        QVERIFY(checkpoint.open(QIODevice::WriteOnly) && checkpoint.write("weights") == 7);
        checkpoint.close();

        const QTemporaryDir saves;
        const std::string target = saves.filePath("saved").toStdString();
        const Salvage salvage = salvageWorkspace(folder(), target);
        QVERIFY2(salvage.rowCount > 5000 && salvage.rowCount < 20100,
                 qPrintable(QString::number(salvage.rowCount)));
        QCOMPARE(salvage.fileCount, 1);
        QCOMPARE(salvage.lostFileCount, 0);
        QVERIFY(QFile::exists(saves.filePath("saved/artifacts/a/checkpoints/step-1")));

        Store saved(target);
        QVERIFY(!saved.isReadOnly());
        QVERIFY(Store::findDamage(target).empty());
        QCOMPARE(saved.runs().size(), size_t(1));
        const auto points = saved.points(saved.series(run).at(0).id, 0, 100000);
        QCOMPARE(points.front().seq, 1);
        if (!isTruncated) QCOMPARE(points.back().seq, 20000);
        QCOMPARE(saved.insertRun({}).number, 2);
    }

    void copiesOnlyIntoANewWorkspace() {
        writeRun(10);
        QVERIFY_THROWS_EXCEPTION(Error, salvageWorkspace(folder(), folder()));
        QVERIFY_THROWS_EXCEPTION(Error, salvageWorkspace(folder(), folder() + "/artifacts/copy"));
        const QTemporaryDir other;
        const std::string taken = other.path().toStdString();
        Store(taken).insertRun({});
        QVERIFY_THROWS_EXCEPTION(Error, salvageWorkspace(folder(), taken));
        QCOMPARE(Store(taken).runs().size(), size_t(1));
        const QTemporaryDir blocked;
        QFile file(blocked.filePath("file"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QVERIFY_THROWS_EXCEPTION(
            Error, salvageWorkspace(folder(), blocked.filePath("file/in").toStdString()));
    }

    void leavesNoHalfCopyWhenTheDiskIsFull() {
        writeRun(20000);
        const QTemporaryDir saves;
        {
            const test::FullDisk full(100000);
            QVERIFY_THROWS_EXCEPTION(Error, salvageWorkspace(folder(), saves.path().toStdString()));
        }
        QVERIFY(QDir(saves.path()).isEmpty());
    }

    void noticesRunsThatAnotherProgramWritesAsPlainSql() {
        Store store(folder());
        const int64_t revision = store.insertRun({}).revision;
        sql("INSERT INTO run(id, name, state) VALUES('foreign', 'from a script', 'Running')");
        const auto changed = store.runsChangedSince(revision);
        QCOMPARE(changed.size(), size_t(1));
        QCOMPARE(changed[0].name, std::string("from a script"));
        QCOMPARE(changed[0].number, 2);
        QCOMPARE(changed[0].state, RunState::Running);
        QVERIFY(!changed[0].color.empty());
        QVERIFY(changed[0].createdMs > 1600000000000);
        sql("UPDATE run SET step = 5 WHERE id = 'foreign'");
        QCOMPARE(store.runsChangedSince(changed[0].revision).size(), size_t(1));
    }

    void saysWhenAnotherProgramKeepsTheFileLocked() {
        Store store(folder());
        SQLite::Database other(path(), SQLite::OPEN_READWRITE);
        other.exec("BEGIN IMMEDIATE");
        QVERIFY_THROWS_EXCEPTION(StoreBusy, store.insertRun({}));
        QVERIFY(store.runs().empty()); // reading goes on meanwhile
        other.exec("ROLLBACK");
        store.insertRun({});
        QCOMPARE(store.runs().size(), size_t(1));
    }

    void losesNothingWhenAWriterIsKilled() {
        int fds[2];
        QCOMPARE(pipe(fds), 0);
        const pid_t child = fork();
        if (child == 0) writeUntilKilled(fds[1]); // does not return
        close(fds[1]);
        int64_t written = 0;
        for (int i = 0; i < 50; ++i)
            QCOMPARE(read(fds[0], &written, sizeof written), ssize_t(sizeof written));
        QCOMPARE(kill(child, SIGKILL), 0);
        waitpid(child, nullptr, 0);
        close(fds[0]);

        Store store(folder());
        QVERIFY(!store.isReadOnly());
        QVERIFY(Store::findDamage(folder()).empty());
        const auto run = store.runs().at(0);
        const auto points = store.points(store.series(run.id).at(0).id, 0, 1 << 30);
        QVERIFY(static_cast<int64_t>(points.size()) >= written);
        QCOMPARE(static_cast<int64_t>(points.size()), points.back().seq);
        QCOMPARE(store.metrics(run.id).at(0).count, static_cast<int64_t>(points.size()));
    }

private:
    // The child: tells through the pipe how many points have been committed.
    [[noreturn]] void writeUntilKilled(int fd) {
        Store store(folder());
        const std::string run = store.insertRun({}).id;
        const int64_t segment = store.beginSegment(run, 0);
        const int64_t series = store.ensureSeries(run, {"loss/train", "", Direction::Minimize});
        for (int64_t step = 0;;) {
            WriteBatch batch;
            for (int i = 0; i < 100; ++i, ++step)
                batch.points.push_back({series, {0, step, step, 0.0, 1.0}});
            store.write(run, segment, batch);
            if (write(fd, &step, sizeof step) < 0) _exit(1);
        }
    }
};

QTEST_GUILESS_MAIN(TestStoreFile)
#include "tst_store_file.moc"
