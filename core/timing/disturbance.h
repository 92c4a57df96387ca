// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sentence.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace knobscope {

/// Announces to this user's other programs on this machine that this one is measuring, for as long as the object lives. Two
/// programs that measure on one device distort each other's times. Nothing blocks: a measuring program looks for others
/// (findOtherMeasurer()), warns, and marks its results.
///
/// A notice is a file NAME.DEVICE.XXXXXX in noticeFolder() that contains the program's name and is locked until the program exits
/// in any way. All notices of a program for one device share one file. Without the folder or file locks, there is no
/// announcement. Thread-safe.
class MeasuringNotice
{
public:
    /// `device`: "cpu", or a GPU, "cuda:0".
    explicit MeasuringNotice(std::string device);

private:
    struct File;
    std::shared_ptr<File> m_file; ///< null if it could not be created
};

/// $XDG_RUNTIME_DIR/knobscope; if that directory is missing, the same in the state folder ($XDG_STATE_HOME, ~/.local/state);
/// empty if both are missing.
std::string noticeFolder();

/// Message about another program that measures on a device (empty: on any): "Another program is measuring on this machine
/// (knobscope-cli network run resnet-18, process 123): …". Empty if there is none.
Sentence findOtherMeasurer(std::string_view device);

/// Warning about load that distorts times on these cores: findOtherMeasurer() on the CPU, or other load, sampled for a third of a
/// second. Empty if there is none.
Sentence loadWarning(std::span<const int> cores);

} // namespace knobscope
