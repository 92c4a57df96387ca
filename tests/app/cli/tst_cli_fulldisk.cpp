// SPDX-License-Identifier: GPL-3.0-or-later
// Tuning onto a disk that fills up: nothing measured is lost, and scripts hear of it.
#include "tests/app/cli/commandline.h"
#include "tests/sanitizers/sanitizers.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cstring>
#include <set>

using nlohmann::json;

namespace {

constexpr int trials = 30;

/// Runs the program with files of at most so many bytes: writing beyond fails as on a full disk (EFBIG), and no root is needed.
Outcome cliWithSmallFiles(const QStringList& arguments, const QProcessEnvironment& environment, rlim_t bytes)
{
    return cli(arguments, environment, [bytes] {
        if (bytes > 0) {
            const struct rlimit limit{bytes, bytes};
            ::setrlimit(RLIMIT_FSIZE, &limit);
        }
    });
}

/// A file system of 300 kB, while it lives.
class SmallDisk
{
public:
    SmallDisk()
    {
        if (::mount("tmpfs", path().constData(), "tmpfs", 0, "size=300k") != 0) {
            m_whyNot = std::strerror(errno);
        }
    }
    ~SmallDisk()
    {
        if (m_whyNot.empty()) {
            ::umount2(path().constData(), MNT_DETACH);
        }
    }
    SmallDisk(const SmallDisk&) = delete;
    SmallDisk& operator=(const SmallDisk&) = delete;
    QByteArray path() const { return m_dir.path().toLocal8Bit(); }
    const std::string& whyNot() const { return m_whyNot; }

private:
    QTemporaryDir m_dir;
    std::string m_whyNot;
};

/// What others take of the disk.
bool fill(const QString& folder, int kilobytes)
{
    QFile other(QDir(folder).filePath(QStringLiteral("other")));
    const QByteArray bytes(qsizetype(kilobytes) * 1024, 'x');
    return other.open(QIODevice::WriteOnly) && other.write(bytes) == bytes.size() && other.flush();
}

std::multiset<int> configsOf(const json& list)
{
    std::multiset<int> out;
    for (const json& entry : list) {
        out.insert(entry["index"].get<int>());
    }
    return out;
}

} // namespace

class TestCliFullDisk : public QObject
{
    Q_OBJECT
private:
    /// Tunes into `folder`, and looks whether project and rescue log hold each trial once.
    void tuneInto(const QString& folder, rlim_t bytes, bool isLogFull)
    {
        QTemporaryDir temporary;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("TMPDIR"), temporary.path());
        const QString project = QDir(folder).filePath(QStringLiteral("p.knobscope"));
        const QString log = QDir(folder).filePath(QStringLiteral("p.log"));
        const QStringList files{"--project", project, "--log", log, "--json"};
        const Outcome tuned = cliWithSmallFiles(QStringList{"tune", R"(["tutorial/matmul",64,64,64,"float32"])", "--tuner",
                                                            "random", "--trials", QString::number(trials)}
                                                    + kQuickRun + files,
                                                environment, bytes);
        QVERIFY2(tuned.code == 1, tuned.err.c_str());
        const json document = tuned.document();
        QCOMPARE(document["runs"][0]["trials"].get<int>(), trials);
        QCOMPARE(document["runs"][0]["state"].get<std::string>(), std::string("finished"));
        QCOMPARE(document["problems"].size(), size_t(isLogFull ? 2 : 1));
        const std::string problem = document["problems"].back();
        QVERIFY2(tuned.err.find("knobscope-cli: " + problem) != std::string::npos, tuned.err.c_str());
        const QStringList rescued = QDir(temporary.path()).entryList({QStringLiteral("*.log")}, QDir::Files);
        QCOMPARE(rescued.size(), qsizetype(1));
        const QString rescue = QDir(temporary.path()).filePath(rescued.first());
        QVERIFY2(problem.ends_with("they are in the AutoTVM log " + rescue.toStdString()), problem.c_str());
        struct stat status{};
        QCOMPARE(::stat(rescue.toLocal8Bit().constData(), &status), 0);
        QCOMPARE(int(status.st_mode & 0777), 0600);
        // Every trial is in one of the two, and none in both.
        const json read = cli({"records", "read", rescue, "--json"}).document();
        QVERIFY(read["problems"].empty());
        std::multiset<int> kept = configsOf(read["records"]);
        QVERIFY(!kept.empty());
        const json stored = cli({"trials", project, "1", "--json"}).document()["trials"];
        kept.merge(configsOf(stored));
        QCOMPARE(kept.size(), size_t(trials));
        QCOMPARE(std::set<int>(kept.begin(), kept.end()).size(), size_t(trials)); // random proposes none twice
        const json logged = cli({"records", "read", log, "--json"}).document()["records"];
        if (!isLogFull) {
            // The comparison at the end may append a corrected record.
            const std::multiset<int> lines = configsOf(logged);
            QVERIFY(lines.size() >= kept.size());
            QVERIFY(std::set<int>(lines.begin(), lines.end()) == std::set<int>(kept.begin(), kept.end()));
        }
    }

private slots:
    void filesThatCannotGrow()
    {
        if (knobscope::underThreadSanitizer) {
            QSKIP("the thread sanitizer begins with a file that may not be so long");
        }
        const QTemporaryDir folder;
        tuneInto(folder.path(), 128 * 1024, false);
    }

    void aFileSystemThatIsFull()
    {
        const SmallDisk disk;
        if (!disk.whyNot().empty()) {
            QSKIP(("A small file system cannot be mounted here: " + disk.whyNot()).c_str());
        }
        const QString folder = QString::fromLocal8Bit(disk.path());
        QVERIFY(fill(folder, 60)); // enough is left to begin with
        tuneInto(folder, 0, true);
    }

    void aRunThatHasNoRoomIsRefused()
    {
        const SmallDisk disk;
        if (!disk.whyNot().empty()) {
            QSKIP(("A small file system cannot be mounted here: " + disk.whyNot()).c_str());
        }
        const QString folder = QString::fromLocal8Bit(disk.path());
        QVERIFY(fill(folder, 160)); // the project itself fits, a run's row does not
        const QString project = QDir(folder).filePath(QStringLiteral("p.knobscope"));
        const Outcome refused = cli({"tune", R"(["tutorial/matmul",64,64,64,"float32"])", "--tuner", "random", "--trials", "5",
                                     "--project", project, "--json"});
        QCOMPARE(refused.code, 1);
        QVERIFY2(refused.document()["error"].dump().find("or is the disk full?") != std::string::npos, refused.out.c_str());
        QVERIFY2(refused.err.find("(0/5)") == std::string::npos, refused.err.c_str()); // nothing was measured
        QVERIFY(QFile::remove(QDir(folder).filePath(QStringLiteral("other"))));
        QVERIFY(cli({"runs", project, "--json"}).document()["runs"].empty());
    }
};

QTEST_GUILESS_MAIN(TestCliFullDisk)
#include "tst_cli_fulldisk.moc"
