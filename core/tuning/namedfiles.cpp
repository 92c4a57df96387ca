// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/namedfiles.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

namespace knobscope {

namespace {

namespace fs = std::filesystem;

/// Returns true for a file that belongs to a project: in the project's folder or below after resolving links, and not hidden.
bool isInProjectFolder(const std::string& projectPath, const std::string& path)
{
    std::error_code error;
    const fs::path folder = fs::canonical(fs::absolute(projectPath, error).parent_path(), error);
    if (error) {
        return false;
    }
    // The target of a link must exist: a dangling link would create a new file elsewhere.
    const bool isLink = fs::is_symlink(fs::symlink_status(path, error));
    const fs::path absolute = fs::absolute(path, error);
    const fs::path file = isLink ? fs::canonical(absolute, error) : fs::weakly_canonical(absolute, error);
    if (file.empty()) {
        return false;
    }
    const fs::path below = file.lexically_relative(folder);
    return !below.empty() && std::none_of(below.begin(), below.end(), [](const fs::path& part) {
        return part.empty() || part.string().front() == '.'; // includes ".."
    });
}

bool hasLogExtension(const std::string& path)
{
    constexpr std::array<std::string_view, 4> endings{".log", ".json", ".jsonl", ".txt"};
    return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) { return path.ends_with(ending); });
}

} // namespace

Result<void> setLog(RunOptions& options, int64_t run, const std::string& projectPath, const std::string& named)
{
    if (!named.empty()) {
        options.log = named;
    } else if (!options.log.empty() && !(isInProjectFolder(projectPath, options.log) && hasLogExtension(options.log))) {
        return fail(ErrorCode::InvalidArgument,
                    "Run {} of the project writes to {}, which is not a log in the project's folder; if you trust it, repeat it "
                    "with --log {}, or name another log",
                    run, options.log, options.log);
    }
    return {};
}

bool isOwnTransfer(const std::string& projectPath, const std::string& transfer)
{
    return transfer.empty() || transfer == "none" || transfer == "project" || isInProjectFolder(projectPath, transfer);
}

Result<void> setTransfer(RunOptions& options, int64_t run, const std::string& projectPath, const std::string& named)
{
    const std::string& transfer = options.transfer;
    if (!named.empty()) {
        options.transfer = named;
        options.fromScratch = false;
    } else if (!options.fromScratch && !isOwnTransfer(projectPath, transfer)) {
        return fail(ErrorCode::InvalidArgument,
                    "Run {} of the project learned from {}, which is not in the project's folder; if you trust it, repeat it "
                    "with `knobscope-cli resume --transfer {}`, or resume with --transfer none",
                    run, transfer, transfer);
    }
    return {};
}

} // namespace knobscope
