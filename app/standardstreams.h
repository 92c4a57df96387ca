// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>

namespace knobscope {

/// Opens /dev/null where a program was started with a standard stream closed (`2>&-`), before it opens anything else: the next
/// socket or file would get that number, and words that go to the stream would go there. Reading from such a stream and writing
/// to it still fail, so that results that reach nobody are an error.
inline void openClosedStreams()
{
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
        if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF) {
            // The lowest free number is this one, as those below are open.
            const int mode = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
            if (::open("/dev/null", mode) < 0) {
                ::open("/", O_RDONLY | O_DIRECTORY); // a system without devices
            }
        }
    }
}

} // namespace knobscope
