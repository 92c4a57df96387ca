// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/recordedspace.h"

#include <cstdint>

namespace knobscope {

/// How results of another tuner are read.
struct ForeignOptions {
    /// "kernel-tuner", "t4", "ktt", "optuna", "triton", "helion", or "auto": by the content.
    std::string from = "auto";
    /// Unit of the objective of Optuna's studies, which does not say: "s", "ms", "us", "ns", or "1/s" for a speed.
    std::string unit = "s";
    double operations = 0; ///< floating-point operations of a call; 0: unknown, unless the file states GFLOP/s
    std::string study;     ///< of a file with several studies of Optuna
};
/// The names for `from`, without "auto".
const std::vector<std::string>& foreignFormats();

/// One tried config, in the order of the file.
struct ForeignTrial {
    int64_t index = 0;
    double seconds = 0; ///< per call; 0 if it failed
    MeasureError error = MeasureError::None;
    Sentence why; ///< why it failed
    double timestamp = 0; ///< Unix seconds; 0: unknown
    double buildSeconds = 0;
    double runSeconds = 0;
};

/// Another tuner's results as a run.
struct ForeignRun {
    std::string tuner; ///< "Kernel Tuner", "Optuna", …
    RecordedSpace space;
    std::vector<ForeignTrial> trials;
};

/// Reads results of other auto-tuners: Kernel Tuner's cache, the T4 results of the auto-tuning community's formats (also written
/// by Kernel Tuner), KTT's output, Optuna's trials (JSON and CSV of its command line and its data frame, and its SQLite storage),
/// Triton's *.autotune.json and Helion's CSV log; plain or gzip. A tunable parameter becomes a knob, the space contains the
/// configs in the file (the restrictions that excluded others are not in it), and a config that could not be compiled or run
/// becomes a failed trial, and so does one with a time that no machine needs. Such a space has no template in this program:
/// RecordedSpace::isForeign.
///
/// A file that an interrupted program left incomplete is read as far as it goes; RecordedSpace::problems lists what is missing.
/// NaN and Infinity are accepted. Errors name the file and the place: damaged, none of these formats, a result without a
/// parameter or time, too many values.
Result<ForeignRun> readForeignRun(const std::string& path, const ForeignOptions& options = {});
/// The same for unpacked text; `name`: the file's name.
Result<ForeignRun> parseForeignRun(std::string_view text, const std::string& name, const ForeignOptions& options = {});
/// Only the space, for replays.
Result<RecordedSpace> readForeignSpace(const std::string& path);

/// Returns true if a file with this beginning may be one: JSON, a CSV table of Optuna or Helion, or gzip.
bool beginsForeignSpace(std::string_view head);

} // namespace knobscope
