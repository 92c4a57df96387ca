// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace knobscope {

/// An action of a written path, as text: a verb, the control it acts on, if it needs one, and the rest.
struct LessonAction {
    std::string verb;
    std::string view;    ///< "space"; empty if the verb needs no control
    std::string control; ///< "knobs"
    std::string value;   ///< the rest; empty if there is none
};

/// Ids of the window's views.
std::span<const std::string_view> viewIds();
/// The problem with the view of "VIEW.CONTROL" or "VIEW"; empty: none. Controls are known to the window only.
Sentence problemOfControl(std::string_view id);
/// Parses "set run.trials 32"; docs/manual/lessons.md lists the verbs. Fails for an unknown verb, an unknown view, and a missing
/// control or value.
Result<LessonAction> parseAction(const std::string& text);

} // namespace knobscope
