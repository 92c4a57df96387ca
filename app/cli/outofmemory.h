// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/output.h"

#include <span>

namespace knobscope::cli {

/// Ends the program with a message if memory runs out or a thread cannot be started, even if an exception escapes from another
/// thread or a library is being loaded. After this call the message names the command; it is built in advance, because there
/// is no memory for it later.
void prepareOutOfMemoryMessages(std::span<char*> arguments);

/// Writes the out-of-memory message (with --json also as a document), for an exception that reached main().
Exit reportOutOfMemory();
Exit reportThreadRefused();

} // namespace knobscope::cli
