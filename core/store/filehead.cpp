// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/filehead.h"

#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace knobscope {

Result<std::string> fileHead(const std::string& path, int count)
{
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)) {
        return std::string(); // reading a pipe or device would consume data or block
    }
    sqlite3* handle = nullptr;
    const int opened = sqlite3_open_v2(path.c_str(), &handle, SQLITE_OPEN_READONLY, nullptr);
    const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> database(handle, &sqlite3_close);
    const auto cannot = [&] {
        return fail(ErrorCode::NotFound, "{} cannot be read. Does it exist, and do you have permission to read it?", path);
    };
    sqlite3_file* file = nullptr;
    if (opened != SQLITE_OK
        || sqlite3_file_control(handle, "main", SQLITE_FCNTL_FILE_POINTER, static_cast<void*>(&file)) != SQLITE_OK || !file
        || !file->pMethods) {
        return cannot();
    }
    sqlite3_int64 size = 0;
    if (file->pMethods->xFileSize(file, &size) != SQLITE_OK) {
        return cannot();
    }
    std::string head(static_cast<size_t>(std::min<sqlite3_int64>(size, count)), '\0');
    if (!head.empty() && file->pMethods->xRead(file, head.data(), static_cast<int>(head.size()), 0) != SQLITE_OK) {
        return cannot();
    }
    return head;
}

bool beginsSqlite(const std::string& head)
{
    return head.starts_with(std::string("SQLite format 3\0", 16));
}

bool isDatabaseFile(const std::string& path)
{
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) {
        return false;
    }
    const auto head = fileHead(path, 16);
    return head && beginsSqlite(*head);
}

Result<void> refuseDatabase(const std::string& path)
{
    if (isDatabaseFile(path)) {
        return fail(ErrorCode::InvalidArgument, "{} is a project, which would be overwritten; name another file", path);
    }
    return {};
}

} // namespace knobscope
