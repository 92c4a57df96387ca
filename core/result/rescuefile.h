// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace knobscope {

/// A new file for what another one held that is gone from its name.
struct RescueFile {
    std::string path;
    int descriptor = -1; ///< open for reading and appending; whoever asked closes it
};

/// Makes an empty one beside the lost file: NAME.rescued-1.ENDING, or the next number that is free. Never opens what is there.
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
            (void)::fchmod(descriptor, mode & 0777); // what only its owner could read stays so
            return RescueFile{rescue, descriptor};
        }
        if (errno != EEXIST) {
            return fail(ErrorCode::Io, "{} cannot be written: {}", rescue, std::strerror(errno));
        }
    }
    return fail(ErrorCode::Io, "{} has too many rescued files beside it", lost);
}

/// The same in the folder for temporary files, for when the lost file's own is gone or full: a name that nobody can foresee,
/// and nobody but this user reads or writes it.
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
