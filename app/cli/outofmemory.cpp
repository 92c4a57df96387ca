// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/outofmemory.h"

#ifdef KNOBSCOPE_HAVE_LLVM
#include "core/codegen/llvm/target.h"
#endif

#include "core/base/readjson.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <unistd.h>

namespace knobscope::cli {

namespace {

/// One exit message in both output forms.
struct ExitMessage {
    std::string note;     ///< for stderr
    std::string document; ///< for stdout with --json
};

struct ExitMessages {
    ExitMessage memory;
    ExitMessage thread;
};

/// Created once the arguments are known, and never destroyed: threads may need it while main() ends the program.
ExitMessages* made = nullptr;

ExitMessage makeExitMessage(const std::string& sentence, bool isJson)
{
    return {"knobscope-cli: " + sentence + "\n", isJson ? jsonText({{"error", sentence}}, 1) + "\n" : std::string()};
}

void writeUnbuffered(int descriptor, std::string_view text)
{
    while (!text.empty()) {
        const ssize_t written = ::write(descriptor, text.data(), text.size());
        if (written <= 0) {
            return; // cannot be reported
        }
        text.remove_prefix(static_cast<size_t>(written));
    }
}

Exit writeExitMessage(const ExitMessage* message)
{
    writeUnbuffered(STDERR_FILENO, message ? std::string_view(message->note)
                                           : "knobscope-cli: Memory ran out at the start; raise the limit (ulimit -v, the "
                                             "container's limit), or close other programs\n");
    writeUnbuffered(STDOUT_FILENO, message ? std::string_view(message->document) : std::string_view());
    return Exit::Failure;
}

constexpr size_t kExceptionReserveBytes = 128 << 10; // bytes

std::terminate_handler previousHandler = nullptr;

[[noreturn]] void endThread()
{
    try {
        if (const auto error = std::current_exception()) {
            std::rethrow_exception(error);
        }
        if (!std::unique_ptr<void, decltype(&std::free)>(std::malloc(kExceptionReserveBytes), &std::free)) {
            ::_exit(static_cast<int>(reportOutOfMemory())); // not even enough memory for the exception itself
        }
    } catch (const std::bad_alloc&) {
        ::_exit(static_cast<int>(reportOutOfMemory()));
    } catch (const std::system_error& error) {
        if (error.code() == std::errc::resource_unavailable_try_again) {
            ::_exit(static_cast<int>(reportThreadRefused()));
        }
    } catch (...) { // NOLINT(bugprone-empty-catch): a bug, which must stay visible
    }
    previousHandler();
    std::abort();
}

void watchThreads()
{
    previousHandler = std::set_terminate(endThread);
#ifdef KNOBSCOPE_HAVE_LLVM
    onLlvmMemoryEnd([] { ::_exit(static_cast<int>(reportOutOfMemory())); });
#endif
}

/// Runs before static initialisation of libraries, which needs memory too.
[[gnu::section(".preinit_array"), gnu::used]] void (*const watchFirst)() = watchThreads;

} // namespace

void prepareOutOfMemoryMessages(std::span<char*> arguments)
{
    bool isJson = false;
    std::string command;
    for (const std::string_view word : arguments.subspan(std::min<size_t>(1, arguments.size()))) {
        isJson = isJson || word == "--json";
        command = command.empty() && !word.starts_with('-') ? std::string(word) : command;
    }
    const std::string where = command.empty() ? std::string() : fmt::format(" in `{}`", command);
    auto* endings = new ExitMessages;
    endings->memory =
        makeExitMessage(fmt::format("Memory ran out{}; raise the limit (ulimit -v, the container's limit), or close other "
                                    "programs. Results written so far are kept; `resume` continues a run",
                                    where),
                        isJson);
    endings->thread = makeExitMessage(
        fmt::format("No thread could be started{}: there is too little memory (ulimit -v), or there are too many "
                    "processes and threads (ulimit -u). Results written so far are kept; `resume` continues a run",
                    where),
        isJson);
    made = endings;
}

Exit reportOutOfMemory()
{
    return writeExitMessage(made ? &made->memory : nullptr);
}

Exit reportThreadRefused()
{
    return writeExitMessage(made ? &made->thread : nullptr);
}

} // namespace knobscope::cli
