// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace knobscope {

/// Opens /dev/null for each standard stream that was closed at program start (`2>&-`), before anything else is opened:
/// otherwise the next socket or file would get that number and receive the stream's output. The streams still fail on reading
/// and writing, so that lost results are an error.
inline void openClosedStreams()
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
            // open() returns the lowest free number, which is this one: those below are open.
            const int mode = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
            if (::open("/dev/null", mode) < 0) {
                ::open("/", O_RDONLY | O_DIRECTORY); // a system without devices
            }
        }
    }
}

} // namespace knobscope
