// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/filestatus.h"
#include "core/base/result.h"
#include "core/record/record.h"

#include <cstdint>
#include <cstdio>
#include <functional>
#include <istream>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace knobscope {

/// A line that could not be parsed.
struct LogProblem {
    int line = 0; ///< line number in the file, from 1, including comments and blank lines
    Sentence why; ///< reason, without the line number; shortened for display
};

/// Contents of a log: all readable records, in order, and the problems.
struct LogContents {
    static constexpr size_t kMaxProblems = 1000;

    std::vector<TuningRecord> records;
    std::vector<LogProblem> problems; ///< the first kMaxProblems problems
    size_t problemCount = 0;          ///< number of all problems
    void addProblem(int line, Sentence why);
};

/// Reads a log; formats may be mixed. Skips lines starting with '#' and blank lines, accepts CRLF, and reports a bad line as a
/// problem and continues. Fails only if the file itself cannot be read.
Result<LogContents> readLog(const std::string& path);
/// Same for a stream.
LogContents readLog(std::istream&);

/// Writes a log of these records in format 0.2. Replaces the file only when everything is written, and only if there are records.
Result<void> writeLog(const std::string& path, std::span<const TuningRecord>);

/// Appends records to a log one at a time. Each is written to the operating system when append returns, so that a crash of this
/// program loses none. If the file is deleted or replaced by another file, copies its contents to a new file next to it and
/// appends there from then on (see loss()), without touching the other file. Not thread-safe.
class LogAppender
{
public:
    /// Creates the file if it is missing. Rejects a file that is not an AutoTVM log: the path may come from a project, and the
    /// project from an untrusted source.
    static Result<LogAppender> open(const std::string& path);
    /// Creates a file that only this user can read and write, for shared folders: `beginning`, random letters, and ".log".
    static Result<LogAppender> createPrivate(const std::string& beginning);
    /// Path of the current file.
    const std::string& path() const { return m_path; }
    /// Checks that the file is still at its path, as append() does.
    Result<void> keepName();
    /// Message once it is not: what happened, and where the data is. Empty otherwise.
    const Sentence& loss() const { return m_loss; }
    /// Ends a truncated last line first, so that it does not spoil the new one. After a failure (a full disk) the next call
    /// writes only its own record.
    Result<void> append(const TuningRecord&);

private:
    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    LogAppender(std::string path, std::FILE* file);

    void takeFile(std::FILE* file);

    std::string m_path;
    Sentence m_loss;
    FileStatus m_status; ///< identity of the file
    std::unique_ptr<std::FILE, Close> m_file;
    bool m_endsInsideLine = false; ///< the last line has no line break: it was truncated, now or by an earlier program
};

} // namespace knobscope
