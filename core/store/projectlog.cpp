// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/projectlog.h"

#include "core/base/jsonmembers.h"
#include "core/base/strings.h"
#include "core/store/guarded.h"
#include "core/store/meta.h"
#include "core/store/query.h"
#include "core/store/runclaims.h"
#include "core/store/schema.h"

#include <unistd.h>

#include <algorithm>

namespace knobscope {

void visitMembers(MaybeConst<LogLine> auto& line, const auto& visit)
{
    visit("at", line.at);
    visit("place", line.place);
    visit("level", line.level);
    visit("text", line.text);
    visit("run", line.run);
    visit("config", line.config);
}

namespace {

const char* const kLineKeyPrefix = "log:"; // followed by the time; one meta value per line
const char* const kLineKeyEnd = "log;";
constexpr size_t kMaxLineBytes = 8000;    // bytes
constexpr int64_t kMaxValueBytes = 65536; // includes JSON escapes; files may come from untrusted sources

std::string keyOf(const LogLine& line)
{
    return fmt::format("{}{:013}:{:06}", kLineKeyPrefix, line.at, line.place);
}

nlohmann::json lineToJson(LogLine line)
{
    if (std::max(line.text.message.size(), patternText(line.text).size()) > kMaxLineBytes) {
        line.text = Sentence(std::string(truncateUtf8(line.text.message, kMaxLineBytes)));
    }
    return line;
}

bool hasRunElsewhere(Project& project)
{
    Query q(project.database(), "SELECT id, state, host_pid FROM run");
    int64_t run = 0, pid = 0;
    for (std::string state; q.next(run, state, pid);) {
        if (isActiveState(state) && pid != ::getpid() && ProjectLocks::isTaken(project.path(), run)) {
            return true;
        }
    }
    return false;
}

Result<bool> isTheTime(const std::string& path, const FileStatus& file)
{
    if (!file.isAt(path) || ::access(path.c_str(), W_OK) != 0) {
        return false;
    }
    auto project = TRY(Project::open(path, Project::Mode::ReadOnly));
    return !hasRunElsewhere(project);
}

void forgetOldest(SQLite::Database& database)
{
    Query(
        database,
        "DELETE FROM meta WHERE key >= ?1 AND key < (SELECT key FROM meta WHERE key >= ?1 AND key < ?2 ORDER BY key DESC LIMIT 1"
        " OFFSET ?3)",
        kLineKeyPrefix, kLineKeyEnd, kMaxLogLines - 1)
        .run();
}

} // namespace

Result<std::vector<LogLine>> storedLog(Project& project)
{
    return guarded(project.path(), [&]() -> Result<std::vector<LogLine>> {
        Query q(project.database(),
                "SELECT key, value FROM meta WHERE key >= ? AND key < ? AND length(value) <= ? ORDER BY key DESC LIMIT ?",
                kLineKeyPrefix, kLineKeyEnd, kMaxValueBytes, kMaxLogLines);
        std::vector<LogLine> lines;
        for (std::string key, value; q.next(key, value);) {
            auto line = fromJson<LogLine>(jsonOrNull(value));
            line.level = std::clamp(line.level, 0, 2);
            if (keyOf(line) == key) {
                lines.push_back(std::move(line));
            }
        }
        std::reverse(lines.begin(), lines.end());
        return lines;
    });
}

Result<bool> storeLog(const std::string& projectPath, const FileStatus& file, const std::vector<LogLine>& lines)
{
    return guarded(projectPath, [&]() -> Result<bool> {
        if (const auto may = isTheTime(projectPath, file); !may || !*may) {
            return may;
        }
        auto project = TRY(Project::open(projectPath, Project::Mode::ReadWrite));
        std::map<std::string, nlohmann::json> values;
        for (const LogLine& line : lines) {
            values[keyOf(line)] = lineToJson(line);
        }
        TRY(setMetaValues(project, values));
        forgetOldest(project.database());
        return true;
    });
}

} // namespace knobscope
