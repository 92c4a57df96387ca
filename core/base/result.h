// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <tl/expected.hpp>

#include <exception>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

namespace knobscope {

/// Category of an error, for callers; users read Error::message, in English or translated by the window.
enum class ErrorCode {
    InvalidArgument, ///< the caller's value is out of range or malformed
    NotFound,        ///< no such task, knob, file, run, …
    Parse,           ///< text or JSON that cannot be parsed; the message names line and column
    Unsupported,     ///< understood, but not possible in this build or on this machine
    DependsOnData,   ///< known only when a network runs: a shape, a branch or a number of iterations that elements determine
    IllegalSchedule, ///< an illegal primitive or lowered kernel; the message names stage and axis
    LimitExceeded,   ///< too large for the target or for this program
    Io,              ///< the operating system reported an error
    Corrupt,         ///< a file that is damaged or of another kind
    Timeout,         ///< not finished by its deadline
    Crashed,         ///< a worker process died
    Internal,        ///< a bug in this program
};

/// An expected failure: a code for callers and one sentence for users.
struct Error : Sentence {
    Error() = default;
    Error(ErrorCode why, Sentence sentence)
        : Sentence(std::move(sentence))
        , code(why)
    {
    }

    ErrorCode code = ErrorCode::Internal;
};

} // namespace knobscope

/// Formats an error as its message.
template<>
struct fmt::formatter<knobscope::Error> : fmt::formatter<knobscope::Sentence> {
};

namespace knobscope {

/// Return type of every fallible function at a module boundary.
template<class T>
using Result = tl::expected<T, Error>;

/// `return fail(ErrorCode::NotFound, "no knob {} in this space", name);` Pass another Error itself, not its message.
template<class... Args>
[[nodiscard]] tl::unexpected<Error> fail(ErrorCode code, fmt::format_string<Args...> format, Args&&... args)
{
    return tl::make_unexpected(Error(code, phrase(format, std::forward<Args>(args)...)));
}

/// Passes on another call's error unchanged.
template<class T>
[[nodiscard]] tl::unexpected<Error> fail(const Result<T>& failed)
{
    return tl::make_unexpected(failed.error());
}

/// Prefixes an error with its subject, "NAME: …"; returns a value unchanged.
template<class Name, class T>
[[nodiscard]] Result<T> withPrefix(const Name& name, Result<T> result)
{
    if (!result) {
        return fail(result.error().code, "{}: {}", name, result.error());
    }
    return result;
}

/// Returns the result of `work`; turns an exception (out of memory, a library's) into an error.
template<class Work>
std::invoke_result_t<Work> catchExceptions(Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::Io, "The operation failed: {}",
                    phrase("memory ran out; close some programs, or raise the limit (ulimit -v)"));
    } catch (const std::exception& error) {
        return fail(ErrorCode::Internal, "The operation failed: {}", error.what());
    }
}

/// Moves the value out of a Result, for TRY.
template<class T>
T takeValue(Result<T>& result)
{
    if constexpr (!std::is_void_v<T>) {
        return *std::move(result);
    }
}

} // namespace knobscope

/// `const auto task = TRY(makeTask(name, args, target));`, or `TRY(checkTarget(target));` without a value: evaluates to the value
/// of a Result, or returns its error (Abseil's ASSIGN_OR_RETURN as an expression). Use it only directly after `=` or as a
/// statement: returning from within a larger expression would leave temporaries undestroyed.
#define TRY(...)                                                                                                                 \
    (__extension__({                                                                                                             \
        auto knobscopeTried = __VA_ARGS__;                                                                                       \
        if (!knobscopeTried) {                                                                                                   \
            return ::knobscope::fail(knobscopeTried);                                                                            \
        }                                                                                                                        \
        ::knobscope::takeValue(knobscopeTried);                                                                                  \
    }))
