// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/record/record.h"
#include "core/result/filestatus.h"
#include "core/result/result.h"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <istream>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// A line that could not be read.
struct LogProblem {
    int line = 0; ///< of the file, from 1, comments and blank lines counted
    Sentence why; ///< it cannot, without the line number; cut to a length that fits on a screen
};

/// What a log holds: every record that could be read, in order, and what could not.
struct LogContents {
    static constexpr size_t kMostProblems = 1000;

    std::vector<TuningRecord> records;
    std::vector<LogProblem> problems; ///< the first kMostProblems of them
    size_t problemCount = 0;          ///< all of them
    void addProblem(int line, Sentence why);
};

/// Reads a log; formats may be mixed. Lines starting with '#' and blank lines are skipped, CRLF is read, a bad line becomes
/// a problem and the rest is read. Fails only when the file itself cannot be read.
Result<LogContents> readLog(const std::string& path);
/// The same from a stream.
LogContents readLog(std::istream&);

/// Writes a log of these records in format 0.2. The file is replaced only when all of it has been written, and not by a log
/// without records.
Result<void> writeLog(const std::string& path, std::span<const TuningRecord>);

/// Appends records to a log one at a time, each on disk (in the system's hands) when append returns, so that a crash of this
/// program loses none. When the file is deleted, or another one gets its name, all that it held goes into a new file beside it,
/// to which the records are appended from then on (see loss()); the other file is left alone. For one thread.
class LogAppender
{
public:
    /// Creates the file when it is not there. One that holds something else than an AutoTVM log is refused: the path may come
    /// from a project, and the project from anyone.
    static Result<LogAppender> open(const std::string& path);
    /// A new file that nobody but this user reads or writes, for folders that others write to as well: `beginning`, some letters
    /// that nobody can foresee, and ".log".
    static Result<LogAppender> createPrivate(const std::string& beginning);
    /// Of the file that is appended to now.
    const std::string& path() const { return m_path; }
    /// Looks whether the file is still under its name, as append() does.
    Result<void> keepName();
    /// A sentence once it is not: what happened, and where all is instead. Empty while it is.
    const Sentence& loss() const { return m_loss; }
    /// Where the file's last line was cut off, that line is ended first, so that it spoils no other. After a failure (a full
    /// disk) the next call tries again with its own record.
    Result<void> append(const TuningRecord&);
    /// Calls `visit` with each record of the file, whoever wrote it, and where its line begins. None of a pipe or a device.
    void visitRecords(const std::function<void(int64_t line, const TuningRecord&)>& visit) const;
    /// Where in the file the line that was appended last begins.
    int64_t lastLine() const { return m_lastLine; }
    /// Changes the record in the line that begins at `line`, in its place; blanks fill the line up. Where it does not fit there
    /// any more it is appended: readers that take the best of a config's records see both. False, and nothing is written, where
    /// there is no record any more, or where `change` answers that it is another one.
    Result<bool> correct(int64_t line, const std::function<bool(TuningRecord&)>& change);

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    LogAppender(std::string path, std::FILE* file);

    void takeFile(std::FILE* file);

    std::string m_path;
    Sentence m_loss;
    FileStatus m_status; ///< of the file
    std::unique_ptr<std::FILE, Close> m_file;
    int64_t m_lastLine = -1;
    bool m_endsInsideLine = false; ///< the file's last line has no end yet: it was cut off, now or by an earlier program
};

} // namespace knobscope
