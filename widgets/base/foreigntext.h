// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/visibletext.h"

#include <QString>

#include <string_view>

namespace knobscope {

/// Makes a name from a model, trace or log safe to show: on one line, with control characters visible.
inline QString foreignText(std::string_view text)
{
    return QString::fromStdString(visibleText(text, Lines::Escape));
}

} // namespace knobscope
