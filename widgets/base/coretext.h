// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <QString>

#include <span>
#include <string_view>

namespace knobscope {

/// Translates a message of the core to the window's language: looks up its pattern, and translates its arguments likewise. The
/// patterns are listed in resources/translations/core.txt, which `./dev texts` collects from the core's sources.
QString coreText(const Sentence& sentence);
/// Several sentences, one after the other.
QString coreText(std::span<const Sentence> sentences);
/// The same for fixed texts of the core: errorText(), the state of a run, explanations of tuners and figures. Other texts, such
/// as a line of a file, are returned unchanged.
QString fixedCoreText(std::string_view literal);
/// Formats a duration in the window's language: "3 h 11 min".
QString localizedDuration(double seconds);

} // namespace knobscope
