// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/targetoptions.h"

#include "core/base/strings.h"
#include "core/codegen/cuda/architecture.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>

namespace knobscope {

namespace {

// Attributes of the target kinds of TVM 0.8 to 0.18 (src/target/target_kind.cc): of all kinds, of those compiled by LLVM or a C
// compiler, of GPUs.
constexpr std::string_view kCommonOptions = "device model libs tag runtime host";
constexpr std::string_view kCpuOptions =
    "mcpu mtriple mattr mfloat-abi mabi march num-cores vector-width opt-level cl-opt jit fast-math fast-math-nnan "
    "fast-math-ninf fast-math-nsz fast-math-arcp fast-math-contract fast-math-reassoc system-lib link-params unpacked-api "
    "interface-api executor constants-byte-alignment workspace-byte-alignment from_device target_device_type llvm-options "
    "bundle";
constexpr std::string_view kGpuOptions =
    "arch mcpu mtriple mattr max_num_threads max_threads_per_block max_shared_memory_per_block max_local_memory_per_block "
    "registers_per_block thread_warp_size l2_cache_size_bytes system-lib num-cores";

/// Compute capabilities that NVIDIA released or announced, including those whose limits are unknown here.
constexpr int kCapabilities[] = {20, 21, 30, 32, 35, 37, 50, 52,  53,  60,  61,  62,  70, 72,
                                 75, 80, 86, 87, 88, 89, 90, 100, 101, 103, 110, 120, 121};
constexpr int kFirstWithSuffix = 90;      // sm_90a
constexpr int kFirstWithFamily = 100;     // sm_100f

bool isAmong(const std::string& name, std::string_view names)
{
    const auto all = splitText(names, ' ');
    return std::ranges::find(all, name) != all.end();
}

Result<void> checkArch(const std::string& text)
{
    const auto arch = TRY(parseCudaArchitecture(text));
    const auto above = std::ranges::lower_bound(kCapabilities, arch.capability);
    if (above == std::end(kCapabilities) || *above != arch.capability) {
        const int below = above == std::begin(kCapabilities) ? *above : *std::prev(above);
        return fail(ErrorCode::NotFound, "There is no GPU architecture {} (-arch); the nearest older one is sm_{}", text, below);
    }
    const int first = arch.suffix == 'f' ? kFirstWithFamily : kFirstWithSuffix;
    if (arch.suffix != '\0' && arch.capability < first) {
        return fail(ErrorCode::InvalidArgument, "The suffix of -arch={} begins with sm_{}; write sm_{}", text, first,
                    arch.capability);
    }
    return {};
}

} // namespace

Result<void> checkTargetOptions(const Target& target)
{
    const bool isCpu = target.kind == "llvm" || target.kind == "c";
    const bool isCuda = target.kind == "cuda";
    for (const auto& [name, value] : target.attrs) {
        const bool fits = isAmong(name, kCommonOptions)
                       || (!isCuda && (isAmong(name, kCpuOptions) || name.starts_with("supports_")))
                       || (!isCpu && isAmong(name, kGpuOptions)) || (!isCpu && !isCuda && name.find('_') != std::string::npos);
        if (!fits) {
            const auto usual = isCuda
                                 ? std::vector<std::string_view>{"-arch", "-model", "-keys", "-libs"}
                                 : std::vector<std::string_view>{"-mcpu", "-mattr", "-mtriple", "-device", "-model", "-keys"};
            return fail(ErrorCode::InvalidArgument, "Targets of kind {} have no option '-{}'; use {} or others of TVM's",
                        target.kind, name, fmt::join(usual, ", "));
        }
    }
    if (isCuda && target.attrs.contains("arch")) {
        return checkArch(target.attr("arch"));
    }
    return {};
}

} // namespace knobscope
