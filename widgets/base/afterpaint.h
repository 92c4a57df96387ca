// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

class QWidget;

namespace knobscope {

/// Calls `then` from the event loop after the widget was painted for the next time; never if it is not painted. For work that the
/// first picture of a window need not wait for: a timer of 0 ms may fire before it. GUI thread only.
void afterPaint(QWidget& widget, std::function<void()> then);

} // namespace knobscope
