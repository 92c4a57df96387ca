// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/text/visibletext.h"

#include <QString>

#include <string_view>

namespace knobscope {

/// A name from a model, trace or log as the window shows it: in one line and with steering characters visible.
inline QString foreignText(std::string_view text)
{
    return QString::fromStdString(visibleText(text, Lines::Shown));
}

} // namespace knobscope
