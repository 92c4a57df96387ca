// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace knobscope {

/// Whether this program is built with the thread sanitizer, which cannot follow a child forked from a program with threads, takes
/// terabytes of address space where a test grants 2 GiB, and makes a worker's start slower than some deadlines.
#ifdef __SANITIZE_THREAD__
inline constexpr bool underThreadSanitizer = true;
#else
inline constexpr bool underThreadSanitizer = false;
#endif

} // namespace knobscope
