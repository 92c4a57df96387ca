// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/tilepermission.h"

#if defined(__linux__) && defined(__x86_64__)
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#endif

namespace knobscope {

Result<void> permitMatrixTiles()
{
#if defined(__linux__) && defined(__x86_64__)
    constexpr unsigned long request = 0x1023; // ARCH_REQ_XCOMP_PERM
    constexpr unsigned long tileData = 18;    // XFEATURE_XTILEDATA
    static const int error = syscall(SYS_arch_prctl, request, tileData) == 0 ? 0 : errno;
    if (error == 0) {
        return {};
    }
    return fail(ErrorCode::Unsupported,
                "The kernel multiplies matrix tiles (AMX), which this machine's CPU or system does not let it use: {}; choose "
                "another template, or a target with -mattr=-amx-tile",
                std::strerror(error));
#else
    return fail(ErrorCode::Unsupported, "The kernel multiplies matrix tiles (AMX), which this machine does not have");
#endif
}

} // namespace knobscope
