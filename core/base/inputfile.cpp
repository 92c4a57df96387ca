// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/inputfile.h"

#include "core/base/descriptor.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ios>

namespace knobscope {
namespace {

tl::unexpected<Error> cannotRead(const std::string& path)
{
    const int reason = errno;
    return fail(reason == ENOENT ? ErrorCode::NotFound : ErrorCode::Io, "{} cannot be read: {}", path, std::strerror(reason));
}

/// Whether a pipe has data, or its writer has closed it.
bool hasInput(int pipe, std::chrono::milliseconds timeout)
{
    struct pollfd wanted{pipe, POLLIN, 0};
    return ::poll(&wanted, 1, static_cast<int>(timeout.count())) > 0;
}

} // namespace

Result<int> openInput(const std::string& path, Readable which, std::chrono::milliseconds timeout)
{
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    struct stat status{};
    if (descriptor < 0 || ::fstat(descriptor, &status) != 0) {
        return cannotRead(path);
    }
    Sentence trouble;
    const bool isPipe = S_ISFIFO(status.st_mode);
    if (S_ISDIR(status.st_mode)) {
        trouble = phrase("{} is a folder, not a file", path);
    } else if (!S_ISREG(status.st_mode) && (which == Readable::Files || !(isPipe || S_ISCHR(status.st_mode)))) {
        trouble = phrase("{} is a device or a pipe, not a file", path);
    } else if (isPipe && !hasInput(descriptor, timeout)) {
        trouble = phrase("{} is a pipe without a writer", path);
    }
    if (!trouble.empty()) {
        ::close(descriptor);
        return tl::make_unexpected(Error(ErrorCode::InvalidArgument, std::move(trouble)));
    }
    ::fcntl(descriptor, F_SETFL, ::fcntl(descriptor, F_GETFL) & ~O_NONBLOCK);
    return descriptor;
}

/// Reads in blocks.
class InputFile::Buffer : public std::streambuf
{
public:
    explicit Buffer(int descriptor)
        : m_descriptor(descriptor)
    {
    }

protected:
    int_type underflow() override
    {
        ssize_t count = 0;
        do {
            count = ::read(m_descriptor.number(), m_bytes.data(), m_bytes.size());
        } while (count < 0 && errno == EINTR);
        if (count < 0) {
            throw std::ios_base::failure("read"); // std::istream turns it into badbit
        }
        if (count == 0) {
            return traits_type::eof();
        }
        setg(m_bytes.data(), m_bytes.data(), m_bytes.data() + count);
        return traits_type::to_int_type(*gptr());
    }

private:
    Descriptor m_descriptor;
    std::array<char, 65536> m_bytes{};
};

InputFile::InputFile(std::unique_ptr<Buffer> buffer)
    : std::istream(buffer.get())
    , m_buffer(std::move(buffer))
{
}

InputFile::~InputFile() = default;

Result<std::unique_ptr<InputFile>> InputFile::open(const std::string& path, Readable which)
{
    const int descriptor = TRY(openInput(path, which));
    return std::unique_ptr<InputFile>(new InputFile(std::make_unique<Buffer>(descriptor)));
}

} // namespace knobscope
