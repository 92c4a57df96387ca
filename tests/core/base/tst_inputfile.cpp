// SPDX-License-Identifier: GPL-3.0-or-later
// Files and pipes that are named by somebody: what is read, what is refused, and that nothing waits for long.
#include "core/base/inputfile.h"
#include "core/base/unfinishedfile.h"

#include <QElapsedTimer>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <thread>

using namespace knobscope;

class TestInputFile : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    std::string path(const char* name) const { return m_folder.filePath(name).toStdString(); }
    std::string pipe(const char* name) const
    {
        ::mkfifo(path(name).c_str(), 0600);
        return path(name);
    }
    static std::string allOf(InputFile& file) { return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()}; }
    static std::string refusal(const std::string& path, Readable which, int patience = 0)
    {
        const auto opened = openInput(path, which, std::chrono::milliseconds(patience));
        if (opened) {
            ::close(*opened);
        }
        return opened ? std::string() : opened.error().message;
    }

private slots:
    void filesAreReadWhole()
    {
        const std::string text(200'000, 'x');
        std::ofstream(path("file")) << text;
        const auto file = InputFile::open(path("file"), Readable::Files);
        QVERIFY(file);
        QCOMPARE((*file)->peek(), int('x'));
        QCOMPARE(allOf(**file).size(), text.size());
        QVERIFY(!(*file)->bad());
    }

    void whatIsNoFileIsRefused()
    {
        const std::string fifo = pipe("no writer");
        QCOMPARE(refusal(path(""), Readable::FilesAndPipes), path("") + " is a folder, not a file");
        QCOMPARE(refusal("/dev/null", Readable::Files), std::string("/dev/null is a device or a pipe, not a file"));
        QCOMPARE(refusal("/dev/null", Readable::FilesAndPipes), std::string());
        QCOMPARE(refusal(fifo, Readable::Files), fifo + " is a device or a pipe, not a file");
        QCOMPARE(openInput(path("nothing"), Readable::Files).error().code, ErrorCode::NotFound);
        const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
        sockaddr_un address{AF_UNIX, {}};
        std::strncpy(address.sun_path, path("socket").c_str(), sizeof address.sun_path - 1);
        if (::bind(made, reinterpret_cast<sockaddr*>(&address), sizeof address) == 0) {
            QVERIFY(!refusal(path("socket"), Readable::FilesAndPipes).empty());
        }
        ::close(made);
    }

    void aPipeThatNobodyWritesToIsNotWaitedFor()
    {
        const std::string fifo = pipe("silent");
        QElapsedTimer waited;
        waited.start();
        QCOMPARE(refusal(fifo, Readable::FilesAndPipes, 50), fifo + " is a pipe without a writer");
        QVERIFY(waited.elapsed() < 5000);
    }

    void aPipeIsReadToItsEnd()
    {
        const std::string fifo = pipe("written");
        const std::string text(300'000, 'y'); // more than a pipe holds
        std::thread writer([&] { std::ofstream(fifo, std::ios::binary) << text; });
        const auto file = InputFile::open(fifo, Readable::FilesAndPipes);
        const std::string read = file ? allOf(**file) : std::string();
        writer.join();
        QVERIFY(file);
        QCOMPARE(read.size(), text.size());
    }

    void aPipeThatNobodyReadsIsNotWrittenTo()
    {
        const std::string fifo = pipe("unread");
        QCOMPARE(UnfinishedFile::begin(fifo).error().message, fifo + " is a pipe without a reader; start the reader first");
        const int reader = ::open(fifo.c_str(), O_RDONLY | O_NONBLOCK);
        const auto begun = UnfinishedFile::begin(fifo);
        QVERIFY(begun);
        QCOMPARE(begun->temporaryPath(), fifo);
        ::close(reader);
        // A file that this program alone reads takes its place.
        auto own = UnfinishedFile::begin(fifo, NewFile::Own);
        QVERIFY(own && own->temporaryPath() != fifo);
        QVERIFY(own->commit());
        QVERIFY(QFileInfo(QString::fromStdString(fifo)).isFile());
    }
};

QTEST_APPLESS_MAIN(TestInputFile)
#include "tst_inputfile.moc"
