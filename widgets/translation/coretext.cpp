// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/translation/coretext.h"

#include <QCoreApplication>

#include <array>

namespace knobscope {

namespace {

// Word for word as the core writes them; a test names what is missing.
constexpr auto texts = std::to_array<const char*>({
    // The tuners and their parameters.
    QT_TRANSLATE_NOOP(
        "Core", "Some random configs, then from the best one step at a time in single knobs, again from elsewhere when stuck."),
    QT_TRANSLATE_NOOP("Core", "Random configs before the first descent."),
    QT_TRANSLATE_NOOP("Core", "Every config is equally likely, none comes twice: the baseline to beat."),
    QT_TRANSLATE_NOOP("Core", "All configs in the order of their index: complete, and good only for small spaces."),
    QT_TRANSLATE_NOOP("Core", "The index to begin with."),
    QT_TRANSLATE_NOOP("Core", "The last index; -1 is the space's last."),
    QT_TRANSLATE_NOOP("Core", "A population of configs is bred from the faster ones. AutoTVM's population of 100 is slow to "
                              "start; 20 suits short runs."),
    QT_TRANSLATE_NOOP("Core", "Configs in a generation."),
    QT_TRANSLATE_NOOP("Core", "The best configs ever, always among the parents."),
    QT_TRANSLATE_NOOP("Core", "How often a knob of a child takes a random value."),
    // Why a trial failed: errorText().
    QT_TRANSLATE_NOOP("Core", "no error"),
    QT_TRANSLATE_NOOP("Core", "illegal config"),
    QT_TRANSLATE_NOOP("Core", "compile error"),
    QT_TRANSLATE_NOOP("Core", "device compile error"),
    QT_TRANSLATE_NOOP("Core", "crashed while running"),
    QT_TRANSLATE_NOOP("Core", "wrong answer"),
    QT_TRANSLATE_NOOP("Core", "build timeout"),
    QT_TRANSLATE_NOOP("Core", "run timeout"),
    QT_TRANSLATE_NOOP("Core", "unknown error"),
    // The states of a run.
    QT_TRANSLATE_NOOP("Core", "running"),
    QT_TRANSLATE_NOOP("Core", "paused"),
    QT_TRANSLATE_NOOP("Core", "stopped"),
    QT_TRANSLATE_NOOP("Core", "finished"),
    QT_TRANSLATE_NOOP("Core", "killed"),
    // The figures of a config and what they mean.
    QT_TRANSLATE_NOOP("Core", "Register tile"),
    QT_TRANSLATE_NOOP(
        "Core", "Sums that are kept in vector registers while the innermost loops run; more than there are spill to the stack."),
    QT_TRANSLATE_NOOP("Core", "Vector width"),
    QT_TRANSLATE_NOOP("Core",
                      "Elements that one vectorized loop handles side by side; less than a register holds leaves lanes idle."),
    QT_TRANSLATE_NOOP("Core", "Innermost loop"),
    QT_TRANSLATE_NOOP("Core",
                      "The loop that stays a loop around the unrolled and vectorized code, and what one turn of it does."),
    QT_TRANSLATE_NOOP("Core", "Working set"),
    QT_TRANSLATE_NOOP("Core", "Bytes that one whole run of this loop touches, registers not counted; what fits a cache is read "
                              "from there the next time."),
    QT_TRANSLATE_NOOP("Core", "Parallel pieces"),
    QT_TRANSLATE_NOOP("Core", "Iterations of the parallel loop, which the threads share out among them."),
    QT_TRANSLATE_NOOP("Core", "Arithmetic intensity"),
    QT_TRANSLATE_NOOP(
        "Core",
        "Operations for each byte that has to be moved at least once; low values are bound by memory whatever the config."),
    QT_TRANSLATE_NOOP("Core", "Iterations"),
    QT_TRANSLATE_NOOP("Core", "How often the statement that does most of the work is run, all loops multiplied."),
    QT_TRANSLATE_NOOP("Core", "Extra work"),
    QT_TRANSLATE_NOOP("Core", "Operations of the loop nest above the operator's own: tails that are computed and thrown away, "
                              "folding of partial sums."),
    QT_TRANSLATE_NOOP("Core", "Scratch memory"),
    QT_TRANSLATE_NOOP("Core", "Padded or rearranged copies of the inputs, which are written and read again in each call."),
    QT_TRANSLATE_NOOP("Core", "Threads per block"),
    QT_TRANSLATE_NOOP("Core", "Virtual threads"),
    QT_TRANSLATE_NOOP("Core", "Strided parts of the work that one thread does, which spreads its memory accesses."),
    QT_TRANSLATE_NOOP("Core", "Sums per thread"),
    QT_TRANSLATE_NOOP("Core", "Outputs that a thread adds up at the same time, each in a register."),
    QT_TRANSLATE_NOOP("Core", "Blocks"),
    QT_TRANSLATE_NOOP("Core",
                      "The product of the block parts of the splits; fewer than the GPU's multiprocessors leave some idle."),
    QT_TRANSLATE_NOOP("Core", "Shared memory"),
    QT_TRANSLATE_NOOP("Core", "Input window and filters of one reduction step, which the threads of a block share; 48 KiB come "
                              "without asking for more."),
    QT_TRANSLATE_NOOP("Core", "The product of the thread parts of the splits; a CUDA block holds 1,024 at most, and fewer than "
                              "64 leave it half empty."),
    QT_TRANSLATE_NOOP("Core", "Loop nest"),
    QT_TRANSLATE_NOOP("Core",
                      "Working sets, vector width and code need the loop nest, and GPU templates have none in this version."),
});

} // namespace

QString coreText(std::string_view sentence)
{
    return QCoreApplication::translate("Core", std::string(sentence).c_str());
}

std::span<const char* const> coreTexts()
{
    return texts;
}

} // namespace knobscope
