// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"

#include <span>

namespace knobscope::cli {

/// Memory that runs out, or a thread that cannot be started, ends the program in a sentence, also where an exception leaves a
/// thread of its own or a library that is being loaded. From now on the sentence names the command; it is made now, as later
/// there is no room for it.
void nameCommandForMemoryEnd(std::span<char*> arguments);

/// Says those words (with --json also as a document), for an exception that came up to main().
Exit sayMemoryEnded();
Exit sayThreadRefused();

} // namespace knobscope::cli
