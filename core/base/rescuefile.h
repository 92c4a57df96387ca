// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace knobscope {

/// A new file for the contents of a file that is no longer at its path.
struct RescueFile {
    std::string path;
    int descriptor = -1; ///< open for reading and appending; the caller closes it
};

/// Creates an empty file next to the lost one: NAME.rescued-1.ENDING, or the next free number. Never opens an existing file.
inline Result<RescueFile> makeRescueFile(const std::string& lost, mode_t mode)
{
    const std::filesystem::path path(lost);
    for (int number = 1; number < 10000; ++number) {
        std::filesystem::path name = path.stem();
        name += fmt::format(".rescued-{}", number);
        name += path.extension();
        const std::string rescue = (path.parent_path() / name).string();
        const int descriptor = ::open(rescue.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, 0600);
        if (descriptor >= 0) {
            (void)::fchmod(descriptor, mode & 0777); // keeps a private file private
            return RescueFile{rescue, descriptor};
        }
        if (errno != EEXIST) {
            return fail(ErrorCode::Io, "{} cannot be written: {}", rescue, std::strerror(errno));
        }
    }
    return fail(ErrorCode::Io, "{} has too many rescued files next to it", lost);
}

/// Same in the temporary folder, if the lost file's folder is gone or full: with a random name, accessible only to this user.
inline Result<RescueFile> makeTemporaryRescueFile(const std::string& lost)
{
    const std::filesystem::path path(lost);
    std::error_code ignored;
    const std::string beginning = (std::filesystem::temp_directory_path(ignored) / path.stem()).string() + ".rescued-";
    const std::string ending = path.extension().string();
    std::string name = beginning + "XXXXXX" + ending;
    const int descriptor = ::mkostemps(name.data(), static_cast<int>(ending.size()), O_APPEND | O_CLOEXEC);
    if (descriptor < 0) {
        return fail(ErrorCode::Io, "{}…{} cannot be written: {}", beginning, ending, std::strerror(errno));
    }
    return RescueFile{name, descriptor};
}

} // namespace knobscope
