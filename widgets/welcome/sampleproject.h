// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/result.h"

#include <QString>

namespace knobscope {

/// The project that ships with the program (resources/samples), recorded by the program itself on a real machine.
/// Where it lies: next to the programs ("../share/knobscope/samples") or in a data folder of the system; empty when it is
/// missing.
QString sampleProjectFile();
/// A copy in the person's data folder, made at the first call, so that the original is never changed. What was added to the copy
/// stays.
Result<QString> ownSampleProject();
/// The machine it was recorded on and when, as its note says, in the window's language; empty when there is none.
QString sampleNote();

} // namespace knobscope
