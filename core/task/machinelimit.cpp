// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/task/machinelimit.h"

#include "core/task/task.h"
#include "core/template/template.h"

namespace knobscope {

namespace {

constexpr double kTolerance = 1.1; // the peak is a median, and kernel times scatter too
// Most operations of narrow types in the time of one in float32: dot products add as many as 32 bits have elements.
constexpr double kOfBytes = 4;
constexpr double kOfWords = 2;
constexpr double kOfBytesInTiles = 32; // 16 rows of 16 columns of four products in 16 cycles, against two vectors of 16 in one

constexpr double kLeastSeconds = 1e-9; // three cycles
constexpr double kMostFlops = 1e17;

} // namespace

double minOperations(const Task& task)
{
    const std::string arguments = task.args.dump();
    const auto has = [&](const char* type) { return arguments.find(type) != std::string::npos; };
    const auto made = findTemplate(task.name);
    const bool isInTiles = made && (*made)->needsMatrixTiles;
    const double speedup = isInTiles                      ? (has("int8") ? kOfBytesInTiles : kOfBfloatsInTiles)
                         : has("int8")                    ? kOfBytes
                         : has("int16") || has("float16") ? kOfWords
                                                          : 1;
    const double share = made && (*made)->productShare ? (*made)->productShare(task.args) : 1;
    return task.plainFlops * share / speedup;
}

std::optional<Sentence> whyImpossible(double operations, double seconds, double peak)
{
    if (!(peak > 0) || !(seconds * peak * kTolerance < operations)) {
        return std::nullopt;
    }
    return phrase("The measured time is impossible: {:.4g} ms per call are at least {:.0f} GFLOPS (2 per multiply-add), but the "
                  "highest rate that its cores have reached is {:.0f}; it was timed twice. Is the machine busy?",
                  seconds * 1e3, operations / seconds / 1e9, peak / 1e9);
}

std::optional<Sentence> whyUnreachable(double operations, double seconds)
{
    if (seconds > 0 && seconds < kLeastSeconds) {
        return phrase("{:.4g} s is less than a call can take on any machine", seconds);
    }
    if (seconds > 0 && operations / seconds > kMostFlops) {
        return phrase("{:.4g} s for {:.4g} operations would be {:.2g} FLOPS, more than any machine has", seconds, operations,
                      operations / seconds);
    }
    return std::nullopt;
}

} // namespace knobscope
