// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// g++ tells by macros, clang by features.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define KNOBSCOPE_UNDER_ASAN
#endif
#if __has_feature(thread_sanitizer)
#define KNOBSCOPE_UNDER_TSAN
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define KNOBSCOPE_UNDER_ASAN
#endif
#ifdef __SANITIZE_THREAD__
#define KNOBSCOPE_UNDER_TSAN
#endif

namespace knobscope {

/// Whether this program is built with the address sanitizer, which reserves terabytes of addresses where a test grants 2 GiB.
#ifdef KNOBSCOPE_UNDER_ASAN
inline constexpr bool underAddressSanitizer = true;
#else
inline constexpr bool underAddressSanitizer = false;
#endif

/// Whether this program is built with the thread sanitizer, which cannot follow a child forked from a program with threads, takes
/// terabytes of address space too, and makes a worker's start slower than some deadlines.
#ifdef KNOBSCOPE_UNDER_TSAN
inline constexpr bool underThreadSanitizer = true;
#else
inline constexpr bool underThreadSanitizer = false;
#endif

/// A limit of time in a test that waits for real work, which takes several times as long with a sanitizer.
constexpr int patience(int milliseconds)
{
    return milliseconds * (underAddressSanitizer || underThreadSanitizer ? 8 : 1);
}

} // namespace knobscope
