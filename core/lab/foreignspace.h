// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/recordedspace.h"

#include <cstdint>

namespace knobscope {

/// Results of other auto-tuners as a space to replay tuners on: Kernel Tuner's cache, the T4 results of the auto-tuning
/// community's formats (Kernel Tuner writes them too), and KTT's output; JSON, plain or gzip. A tunable parameter is a knob, the
/// space is what the file lists (the restrictions that left the others out are not in it), and a config that could not be
/// compiled or run is a failed trial. No template of this program stands behind such a space: RecordedSpace::isForeign.
///
/// Errors name the file and what is wrong: damaged, no JSON, none of these formats, a result without a parameter or time, too
/// many.
Result<RecordedSpace> readForeignSpace(const std::string& path);
/// The same of text that was unpacked; `name` is that of the file.
Result<RecordedSpace> parseForeignSpace(std::string_view text, const std::string& name);

/// Whether a file that begins so may be one: an object in JSON, or gzip.
bool beginsForeignSpace(std::string_view head);

} // namespace knobscope
