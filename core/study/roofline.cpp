// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/roofline.h"

#include "core/space/validpoints.h"

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr size_t kMaxConfigsTried = 64;

double bytesOf(const std::vector<ir::Tensor>& tensors)
{
    double bytes = 0;
    for (const ir::Tensor& tensor : tensors) {
        bytes += static_cast<double>(tensor.elements()) * tensor.type().bytes();
    }
    return bytes;
}

} // namespace

double Roofline::attainable(double intensity) const
{
    return std::min(peakGflops, gigabytesPerSecond * intensity);
}

double Roofline::ridge() const
{
    return gigabytesPerSecond > 0 ? peakGflops / gigabytesPerSecond : 0;
}

RooflineVerdict verdictOf(const Roofline& roof, double intensity, double gflops, int threads)
{
    const bool isCompute = roof.isCompute(intensity) || gflops > roof.attainable(intensity);
    const double share = gflops / (isCompute ? roof.peakGflops : roof.attainable(intensity));
    const int64_t left = std::llround(100 * std::max(0.0, 1 - share));
    return {share,
            !isCompute     ? phrase("% of what the memory allows")
            : threads == 1 ? phrase("% of this core's peak")
                           : phrase("% of the peak of {} cores", threads),
            left > 0 ? phrase("At most {} % less time is possible.", left) : phrase("Nothing is left to be won.")};
}

Result<double> arithmeticIntensity(const Task& task)
{
    // All configs have the same tensors; the first configs may be illegal.
    Result<Schedule> schedule = fail(ErrorCode::Unsupported, "{} has no config whose schedule can be created", task.name);
    for (const int64_t index : someValidPoints(task.space, kMaxConfigsTried)) {
        schedule = scheduleConfig(task, TRY(task.space.at(index)));
        if (schedule) {
            break;
        }
    }
    const auto legal = TRY(std::move(schedule));
    const double bytes = bytesOf(legal.inputs()) + bytesOf(legal.outputs());
    return bytes > 0 ? task.plainFlops / bytes : 0;
}

double plainShare(const Task& task)
{
    return task.autotvmFlops > 0 ? task.plainFlops / task.autotvmFlops : 1;
}

} // namespace knobscope
