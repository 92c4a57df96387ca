// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/record/log.h"

#include "core/base/inputfile.h"
#include "core/base/rescuefile.h"
#include "core/base/strings.h"
#include "core/base/unfinishedfile.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string_view>

namespace knobscope {
namespace {

constexpr size_t kMaxLineBytes = size_t{16} << 20; // real lines have less than 2,000 characters

/// Splits blocks of a file into lines and parses each.
class LineReader
{
public:
    void take(std::string_view block)
    {
        for (size_t end = block.find('\n'); end != std::string_view::npos; end = block.find('\n')) {
            addToLine(block.substr(0, end));
            finishLine(true);
            block.remove_prefix(end + 1);
        }
        addToLine(block);
    }

    LogContents finish() &&
    {
        finishLine(false);
        return std::move(m_contents);
    }

private:
    void addToLine(std::string_view text)
    {
        m_lineLength += text.size();
        if (m_lineLength <= kMaxLineBytes) {
            m_line += text;
        }
    }

    void finishLine(bool ended)
    {
        ++m_number;
        if (m_lineLength > kMaxLineBytes) {
            m_contents.addProblem(m_number, phrase("the line has {} bytes; at most {} are read", m_lineLength, kMaxLineBytes));
        } else {
            readLine(ended);
        }
        m_line.clear();
        m_lineLength = 0;
    }

    void readLine(bool ended)
    {
        std::string_view line = m_line;
        if (constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF"; m_number == 1 && line.starts_with(kByteOrderMark)) {
            line.remove_prefix(kByteOrderMark.size());
        }
        line = trimmed(line);
        if (line.empty() || line.front() == '#') {
            return;
        }
        auto record = parseRecordLine(line);
        if (record) {
            record->line = m_number;
            m_contents.records.push_back(std::move(*record));
        } else if (!ended && line.front() == '{' && line.back() != '}') {
            m_contents.addProblem(m_number, phrase("the record is incomplete: the file ends inside of it"));
        } else {
            m_contents.addProblem(m_number, record.error());
        }
    }

    LogContents m_contents;
    std::string m_line;
    size_t m_lineLength = 0;
    int m_number = 0;
};

tl::unexpected<Error> ioFailure(const std::string& path, const char* what)
{
    const int reason = errno;
    const ErrorCode code = reason == ENOENT ? ErrorCode::NotFound : ErrorCode::Io;
    return fail(code, "{} cannot be {}: {}", path, what, std::strerror(reason));
}

/// Whether the file is not empty and does not end with a line break.
bool endsInsideALine(std::FILE* file)
{
    return std::fseek(file, -1, SEEK_END) == 0 && std::fgetc(file) != '\n';
}

/// Whether one of the first lines of a file is a record, or all of them are comments.
bool beginsLikeALog(int descriptor)
{
    constexpr size_t looked = size_t{1} << 20;
    std::string head(looked, '\0');
    const ssize_t count = ::pread(descriptor, head.data(), head.size(), 0);
    head.resize(count > 0 ? static_cast<size_t>(count) : 0);
    bool hasOtherLines = false;
    for (size_t begin = 0; begin < head.size();) {
        const size_t end = std::min(head.find('\n', begin), head.size());
        const std::string_view line = trimmed(std::string_view(head).substr(begin, end - begin));
        const bool isCutOff = end == head.size(); // by our read limit, or by a crash of the program that wrote it
        if (line.starts_with("{\"i") && (isCutOff || parseRecordLine(line))) {
            return true;
        }
        hasOtherLines = hasOtherLines || !(line.empty() || line.front() == '#');
        begin = end + 1;
    }
    return !hasOtherLines;
}

/// Appends all of one file to another.
bool copyFile(int from, int to)
{
    std::array<char, 65536> block;
    for (off_t place = 0;;) {
        const ssize_t count = ::pread(from, block.data(), block.size(), place);
        if (count <= 0) {
            return count == 0;
        }
        if (::write(to, block.data(), static_cast<size_t>(count)) != count) {
            return false;
        }
        place += count;
    }
}

/// Copies an old file into a new one; on failure removes the new file.
Result<RescueFile> copyOf(int old, Result<RescueFile> file)
{
    if (file && !copyFile(old, file->descriptor)) {
        auto failure = ioFailure(file->path, "written");
        ::unlink(file->path.c_str());
        ::close(file->descriptor);
        return failure;
    }
    return file;
}

/// Shortens a message, which may quote a line of several megabytes. Never splits a UTF-8 character.
Sentence shortened(Sentence sentence)
{
    constexpr size_t kLongestMessage = 300;
    if (sentence.message.size() <= kLongestMessage) {
        return sentence;
    }
    return Sentence(std::string(truncateUtf8(sentence.message, kLongestMessage)) + " …");
}

} // namespace

void LogContents::addProblem(int line, Sentence why)
{
    ++problemCount;
    if (problems.size() < kMaxProblems) {
        problems.push_back({line, shortened(std::move(why))});
    }
}

LogContents readLog(std::istream& stream)
{
    LineReader reader;
    std::array<char, 65536> block;
    while (stream.read(block.data(), block.size()) || stream.gcount() > 0) {
        reader.take({block.data(), static_cast<size_t>(stream.gcount())});
    }
    return std::move(reader).finish();
}

Result<LogContents> readLog(const std::string& path)
{
    const auto file = TRY(InputFile::open(path, Readable::FilesAndPipes));
    if (constexpr int gzip = 0x1f; file->peek() == gzip) {
        return fail(ErrorCode::Unsupported, "{} is compressed; unpack it first (gunzip)", path);
    }
    LogContents contents = readLog(*file);
    if (file->bad()) {
        return ioFailure(path, "read");
    }
    return contents;
}

Result<void> writeLog(const std::string& path, std::span<const TuningRecord> records)
{
    if (records.empty() && isNonEmptyFile(path)) {
        return fail(ErrorCode::Unsupported, "{} was not replaced: there are no records to write", path);
    }
    auto unfinished = TRY(UnfinishedFile::begin(path));
    std::ofstream file(unfinished.temporaryPath(), std::ios::binary | std::ios::trunc);
    for (const TuningRecord& record : records) {
        file << recordLine(record) << '\n';
    }
    file.close();
    if (!file) {
        return ioFailure(path, "written");
    }
    return unfinished.commit();
}

LogAppender::LogAppender(std::string path, std::FILE* file)
    : m_path(std::move(path))
{
    takeFile(file);
}

void LogAppender::takeFile(std::FILE* file)
{
    m_file.reset(file);
    m_status = FileStatus::ofDescriptor(::fileno(file)).value_or(FileStatus());
    // Unbuffered: each record is one write, so that nothing stays in a buffer on a full disk or a crash.
    std::setvbuf(file, nullptr, _IONBF, 0);
    m_endsInsideLine = endsInsideALine(file);
    std::clearerr(file);
    std::fseek(file, 0, SEEK_END); // C requires this between reading and writing
}

Result<LogAppender> LogAppender::open(const std::string& path)
{
    if (const auto there = FileStatus::ofPath(path); there && S_ISFIFO(there->mode)) {
        TRY(UnfinishedFile::begin(path)); // rejects a pipe without a reader, whose buffer would fill up
    }
    const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
    std::FILE* file = descriptor < 0 ? nullptr : ::fdopen(descriptor, "ab+");
    if (!file) {
        return ioFailure(path, "written");
    }
    LogAppender log(path, file); // owns the file
    struct stat status{};
    if (::fstat(descriptor, &status) != 0) {
        return ioFailure(path, "written");
    }
    if (S_ISREG(status.st_mode) && status.st_size > 0 && !beginsLikeALog(descriptor)) {
        return fail(ErrorCode::InvalidArgument,
                    "{} is not an AutoTVM log, so records are not appended to it; name a new file or a log with --log", path);
    }
    return log;
}

Result<LogAppender> LogAppender::createPrivate(const std::string& beginning)
{
    constexpr std::string_view ending = ".log";
    std::string path = beginning + "-XXXXXX" + std::string(ending);
    const int descriptor = ::mkstemps(path.data(), static_cast<int>(ending.size())); // fails if the file exists; mode 0600
    std::FILE* file = descriptor < 0 ? nullptr : ::fdopen(descriptor, "ab+");
    if (!file) {
        auto failure = ioFailure(beginning + std::string(ending), "written");
        if (descriptor >= 0) {
            ::close(descriptor);
        }
        return failure;
    }
    return LogAppender(path, file);
}

Result<void> LogAppender::keepName()
{
    if (!m_status.isFile() || m_status.isAt(m_path)) {
        return {};
    }
    const Sentence fate = missingFileReason(m_path);
    const int old = ::fileno(m_file.get());
    auto rescue = copyOf(old, makeRescueFile(m_path, m_status.mode));
    if (!rescue) {
        rescue = copyOf(old, makeTemporaryRescueFile(m_path));
    }
    std::FILE* file = rescue ? ::fdopen(rescue->descriptor, "ab+") : nullptr;
    if (!file) {
        return fail(ErrorCode::Io, "{} {} while records were appended to it, and no new log can be created: {}", m_path, fate,
                    rescue ? Sentence(std::strerror(errno)) : rescue.error());
    }
    m_loss = joined(
        std::move(m_loss),
        phrase("{} {} while records were appended to it; all of them are in the new log {}, and later ones will be written there",
               m_path, fate, rescue->path));
    m_path = rescue->path;
    takeFile(file);
    return {};
}

Result<void> LogAppender::append(const TuningRecord& record)
{
    auto kept = keepName(); // if no new log can be created now, the next record copies this one from the old file
    const std::string text = (m_endsInsideLine ? "\n" : "") + recordLine(record) + "\n";
    const size_t written = std::fwrite(text.data(), 1, text.size(), m_file.get());
    if (written == text.size()) {
        m_endsInsideLine = false;
        return kept;
    }
    if (written > 0) {
        m_endsInsideLine = text[written - 1] != '\n';
    }
    return ioFailure(m_path, "written");
}

} // namespace knobscope
