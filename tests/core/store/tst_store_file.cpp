#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

#include <QtCore/QFile>
#include <QtCore/QTemporaryDir>
#include <QtTest/QtTest>

#include <SQLiteCpp/SQLiteCpp.h>

#include "core/store/connection.h"
#include "core/store/schema.h"
#include "core/store/store.h"

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

    void saysWhyItCannotOpen() {
        QFile file(m_folder.filePath("runs.db"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray(5000, 'x'));
        file.close();
        try {
            Store store(folder());
            QFAIL("opened a file that is no database");
        } catch (const Error& error) {
            const QString message = error.what();
            QVERIFY2(message.contains("runs.db") && message.contains("not a database"),
                     error.what());
        }
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
        QVERIFY(!Store(folder()).needsCheck());
        Store open(folder());
        open.insertRun({}); // leaves a log, as a crash does
        QVERIFY(Store(folder()).needsCheck());
        QVERIFY(Store::findDamage(folder()).empty());
        std::stop_source stopped;
        stopped.request_stop();
        damage(200 * 1024, 64 * 1024);
        QVERIFY(Store::findDamage(folder(), stopped.get_token()).empty()); // given up at once
        QVERIFY(!Store::findDamage(folder()).empty());
    }

    void opensADamagedFileReadOnlyAfterACrash() {
        writeRun(20000);
        damage(200 * 1024, 64 * 1024);
        // What a crash leaves: a log that nobody has taken over.
        QFile log(m_folder.filePath("runs.db-wal"));
        QVERIFY(log.open(QIODevice::WriteOnly));
        log.write(QByteArray(32, '\0'));
        log.close();
        Store store(folder());
        QVERIFY(store.isReadOnly());
        QVERIFY2(store.warning().find("damaged") != std::string::npos, store.warning().c_str());
    }

    void copiesWhatCanBeReadOfADamagedFile() {
        const std::string run = writeRun(20000);
        damage(200 * 1024, 64 * 1024);
        Store store(folder(), Store::Mode::ReadOnly);
        const std::string target = folder() + "/saved/runs.db";
        QDir().mkpath(m_folder.filePath("saved"));
        const int64_t copied = store.salvageTo(target);
        QVERIFY2(copied > 10000 && copied < 20100, qPrintable(QString::number(copied)));
        QVERIFY_THROWS_EXCEPTION(Error, store.salvageTo(target)); // never over an existing file

        Store saved(folder() + "/saved");
        QVERIFY(Store::findDamage(folder() + "/saved").empty());
        QCOMPARE(saved.runs().size(), size_t(1));
        const auto points = saved.points(saved.series(run).at(0).id, 0, 100000);
        QCOMPARE(points.front().seq, 1);
        QCOMPARE(points.back().seq, 20000);
        QCOMPARE(saved.insertRun({}).number, 2);
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
