// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>
#include <string_view>

namespace knobscope {

/// Returns what is shown for a name of the timeline. Projects store the English names that this program gives to its spans,
/// tracks and counters; they are shown in the window's language. An imported trace (`trace` above 0) is shown as it is. For any
/// thread.
QString shownName(std::string_view stored, int64_t trace);

/// Returns the stored name that is shown as this text, or with it as a part, in another language; else the text itself.
QString storedName(const QString& shown);

} // namespace knobscope
