// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/codegen/kernel.h"
#include "core/measure/measureoptions.h"
#include "core/result/result.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <span>

namespace knobscope {

/// A kernel on its device, with inputs, ready to be called.
class TimedKernel
{
public:
    virtual ~TimedKernel() = default;
    /// Once, without a clock.
    virtual void call() = 0;
    /// Mean seconds of a call, of so many in a row. A kernel that failed takes forever (1e9), so that every policy lets go of it.
    virtual double timed(int64_t calls) = 0;
    /// Takes what the kernel reads out of the device's cache.
    virtual void flush() = 0;
    /// Shorter calls are timed several at a time, so that the clock costs little.
    virtual double shortestBatch() const = 0;
    virtual const std::vector<KernelArgument>& arguments() const = 0;
    /// An argument's elements as they are now.
    virtual Result<std::vector<double>> values(size_t argument) = 0;
    /// What went wrong in any call so far.
    virtual Result<void> problem() const { return {}; }
    /// What makes a time that was just taken doubtful ("Throttled by heat …"), or empty.
    virtual Sentence warning() { return {}; }
};

/// A kernel as it travels: what it takes, and its code.
struct PackedKernel {
    const nlohmann::json& header;
    std::span<const std::byte> code;
};

/// What loads kernels: one for CPUs, one for CUDA devices. Its kernels must go before it.
class KernelHost
{
public:
    virtual ~KernelHost() = default;
    virtual Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& kernel, const MeasureOptions& options) = 0;
    /// Whether kernels of other options can be timed against those of these; if not, they must all go first.
    virtual bool suits(const MeasureOptions& options) const = 0;
    /// Lets go of memory that no kernel uses.
    virtual void trim() = 0;
    /// FLOP/s of the loop that tells the machine's pace, on what kernels run on; 0 where there is none (a GPU).
    virtual double rate() { return 0; }
    /// Whether inputs and output are laid out alike in all configs of a task, so that the right answer is computed once.
    virtual bool layoutsAreFixed() const = 0;
};

/// This machine's CPU. Unsupported in builds without LLVM, when a kernel is prepared.
std::unique_ptr<KernelHost> makeCpuHost();
/// A CUDA device; the driver is opened with the first kernel.
std::unique_ptr<KernelHost> makeCudaHost();

} // namespace knobscope
