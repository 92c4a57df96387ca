// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/recordedspace.h"

#include <cstdint>

namespace knobscope {

/// Reads results of other auto-tuners as a space for replays: Kernel Tuner's cache, the T4 results of the auto-tuning community's
/// formats (also written by Kernel Tuner), and KTT's output; JSON, plain or gzip. A tunable parameter becomes a knob, the space
/// contains the configs in the file (the restrictions that excluded others are not in it), and a config that could not be
/// compiled or run becomes a failed trial. Such a space has no template in this program: RecordedSpace::isForeign.
///
/// Errors name the file and the reason: damaged, not JSON, none of these formats, a result without a parameter or time, too many
/// values.
Result<RecordedSpace> readForeignSpace(const std::string& path);
/// The same for unpacked text; `name`: the file's name.
Result<RecordedSpace> parseForeignSpace(std::string_view text, const std::string& name);

/// Returns true if a file with this beginning may be one: a JSON object, or gzip.
bool beginsForeignSpace(std::string_view head);

} // namespace knobscope
