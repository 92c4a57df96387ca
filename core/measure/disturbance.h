// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/result/sentence.h"

#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace knobscope {

/// Tells this user's other programs on this machine that this one measures, as long as it lives. Two programs that measure on one
/// device spoil each other's times. Nobody waits: whoever measures looks for the others (otherMeasuring()), warns, and marks its
/// results.
///
/// A notice is a file NAME.DEVICE.XXXXXX in noticeFolder(), locked until the program ends in whatever way, and says who wrote it.
/// One a program and device, however many notices the program has. Where there is no folder, or files cannot be locked, nobody is
/// told. Any thread.
class MeasuringNotice
{
public:
    /// `device`: "cpu", or a GPU, "cuda:0".
    explicit MeasuringNotice(std::string device);

private:
    struct File;
    std::shared_ptr<File> m_file; ///< null: it could not be made
};

/// $XDG_RUNTIME_DIR/knobscope, or without such a folder the same in the state folder ($XDG_STATE_HOME, ~/.local/state); empty
/// without both.
std::string noticeFolder();

/// Another program that measures on a device (empty: on any), in a sentence: "Another program is measuring on this machine
/// (knobscope-cli network run resnet-18, process 123): …". Empty where there is none.
Sentence otherMeasuring(std::string_view device);

/// What will spoil times on these cores: otherMeasuring() on the CPU, or other load, for which it looks a third of a second.
/// Empty where nothing does.
Sentence whatDisturbs(std::span<const int> cores);

} // namespace knobscope
