// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/codegen/kernel.h"
#include "core/timing/measureoptions.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <memory>
#include <span>

namespace knobscope {

/// A kernel on its device with its inputs, ready to be called.
class TimedKernel
{
public:
    virtual ~TimedKernel() = default;
    /// Calls it once, untimed.
    virtual void call() = 0;
    /// Returns the mean seconds of `calls` calls in a row; 1e9 for a failed kernel, so that every policy drops it.
    virtual double timeBatch(int64_t calls) = 0;
    /// Evicts what the kernel reads from the device's cache.
    virtual void flush() = 0;
    /// Shortest batch to time: shorter calls are timed several at a time, to limit the clock's overhead.
    virtual double shortestBatch() const = 0;
    virtual const std::vector<KernelArgument>& arguments() const = 0;
    /// Current elements of an argument.
    virtual Result<std::vector<double>> values(size_t argument) = 0;
    /// First failure of any call so far.
    virtual Result<void> problem() const { return {}; }
    /// Why the last time is doubtful ("Throttled by heat …"), or empty.
    virtual Sentence warning() { return {}; }
};

/// A serialized kernel: its header and its code.
struct PackedKernel {
    const nlohmann::json& header;
    std::span<const std::byte> code;
};

/// Loads kernels: one host for CPUs, one for CUDA devices. Its kernels must be destroyed first.
class KernelHost
{
public:
    virtual ~KernelHost() = default;
    virtual Result<std::unique_ptr<TimedKernel>> prepare(const PackedKernel& kernel, const MeasureOptions& options) = 0;
    /// Returns true if kernels with these options can be timed against the current ones; if not, destroy all kernels first.
    virtual bool isCompatible(const MeasureOptions& options) const = 0;
    /// Frees memory that no kernel uses.
    virtual void trim() = 0;
    /// FLOP/s of the pace loop on the hardware of the kernels; 0 if there is none (a GPU).
    virtual double rate() { return 0; }
    /// Returns true if all configs of a task share the layouts of inputs and output, so that the expected output is computed
    /// once.
    virtual bool layoutsAreFixed() const = 0;
};

/// Host for this machine's CPU. Without LLVM, preparing a kernel fails with Unsupported.
std::unique_ptr<KernelHost> makeCpuHost();
/// Host for a CUDA device; opens the driver with the first kernel.
std::unique_ptr<KernelHost> makeCudaHost();

} // namespace knobscope
