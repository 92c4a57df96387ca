// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <QString>

namespace knobscope {

/// Path of the project that ships with the program (resources/samples), recorded by the program on a real machine. Searched next
/// to the programs ("../share/knobscope/samples") and in the system's data folders; empty if missing.
QString sampleProjectFile();
/// Returns a copy in the user's data folder, made at the first call, so that the original stays unchanged. Changes to the copy
/// are kept.
Result<QString> ownSampleProject();
/// Returns the sample's machine and date from its note, in the window's language; empty if there is none.
QString sampleNote();

} // namespace knobscope
