// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/table.h"

#include <string>
#include <string_view>

namespace knobscope {

/// Text from anywhere as text of LaTeX (see escapeHtml()): no character of it is a command, and it contains no line break.
std::string escapeLatex(std::string_view text);

/// A table's texts, numbers right-aligned.
std::string htmlTable(const Table& table);
/// The same as a `tabular` of plain LaTeX, without packages.
std::string latexTable(const Table& table);

} // namespace knobscope
