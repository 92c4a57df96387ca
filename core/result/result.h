// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

#include <tl/expected.hpp>

#include <exception>
#include <new>
#include <string>
#include <type_traits>
#include <utility>

namespace knobscope {

/// Why something was refused; callers branch on this, people read Error::message, in English or as the window translates it.
enum class ErrorCode {
    InvalidArgument, ///< the caller's value is out of range or malformed
    NotFound,        ///< no such task, knob, file, run, …
    Parse,           ///< text or JSON that cannot be read; the message names line and column
    Unsupported,     ///< understood, but not possible in this build or on this machine
    IllegalSchedule, ///< a primitive or a lowered kernel that is not legal; names stage and axis
    LimitExceeded,   ///< too large for the target or for this program
    Io,              ///< the operating system said no
    Corrupt,         ///< a file that is damaged or of another kind
    Timeout,         ///< not finished by its deadline
    Crashed,         ///< a worker process died
    Internal,        ///< a bug in this program
};

/// An expected failure: a code to branch on and one sentence a person can act on.
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

/// An error is written as its message.
template<>
struct fmt::formatter<knobscope::Error> : fmt::formatter<knobscope::Sentence> {
};

namespace knobscope {

/// What every fallible function at a seam returns.
template<class T>
using Result = tl::expected<T, Error>;

/// `return fail(ErrorCode::NotFound, "no knob {} in this space", name);` Another's failure is an argument as it is, not its
/// message.
template<class... Args>
[[nodiscard]] tl::unexpected<Error> fail(ErrorCode code, fmt::format_string<Args...> format, Args&&... args)
{
    return tl::make_unexpected(Error(code, phrase(format, std::forward<Args>(args)...)));
}

/// Passes another call's failure on unchanged.
template<class T>
[[nodiscard]] tl::unexpected<Error> fail(const Result<T>& failed)
{
    return tl::make_unexpected(failed.error());
}

/// A failure with what it is about in front of it, "NAME: …"; what holds something as it is.
template<class Name, class T>
[[nodiscard]] Result<T> prefixed(const Name& name, Result<T> result)
{
    if (!result) {
        return fail(result.error().code, "{}: {}", name, result.error());
    }
    return result;
}

/// What `work` gives; an exception (out of memory, a library's) becomes a failure that says so.
template<class Work>
std::invoke_result_t<Work> caught(Work&& work)
{
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::Io, "It broke off: {}",
                    phrase("memory ran out; close some programs, or raise the limit (ulimit -v)"));
    } catch (const std::exception& error) {
        return fail(ErrorCode::Internal, "It broke off: {}", error.what());
    }
}

/// What a Result holds that holds something, for TRY.
template<class T>
T takeValue(Result<T>& result)
{
    if constexpr (!std::is_void_v<T>) {
        return *std::move(result);
    }
}

} // namespace knobscope

/// `const auto task = TRY(makeTask(name, args, target));`, or `TRY(checkTarget(target));` where there is nothing to take: what a
/// Result holds, or a return that passes its failure on (Abseil's ASSIGN_OR_RETURN as an expression). It stands alone behind a
/// `=`, or as a statement: returning from the middle of a larger expression would leave temporaries undestroyed.
#define TRY(...)                                                                                                                 \
    (__extension__({                                                                                                             \
        auto knobscopeTried = __VA_ARGS__;                                                                                       \
        if (!knobscopeTried) {                                                                                                   \
            return ::knobscope::fail(knobscopeTried);                                                                            \
        }                                                                                                                        \
        ::knobscope::takeValue(knobscopeTried);                                                                                  \
    }))
