// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/architecture.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <ranges>

namespace knobscope {

namespace {

constexpr int64_t kib = 1024;

constexpr std::array<MultiprocessorLimits, 18> table{{
    {50, 32, 64, 64 * kib, 48 * kib, 0},
    {52, 32, 64, 96 * kib, 48 * kib, 0},
    {53, 32, 64, 64 * kib, 48 * kib, 0},
    {60, 32, 64, 64 * kib, 48 * kib, 0, 2},
    {61, 32, 64, 96 * kib, 48 * kib, 0},
    {62, 32, 128, 64 * kib, 48 * kib, 0},
    {70, 32, 64, 96 * kib, 96 * kib, 0},
    {72, 32, 64, 96 * kib, 96 * kib, 0},
    {75, 16, 32, 64 * kib, 64 * kib, 0},
    {80, 32, 64, 164 * kib, 163 * kib, kib},
    {86, 16, 48, 100 * kib, 99 * kib, kib},
    {87, 16, 48, 164 * kib, 163 * kib, kib},
    {89, 24, 48, 100 * kib, 99 * kib, kib},
    {90, 32, 64, 228 * kib, 227 * kib, kib},
    {100, 32, 64, 228 * kib, 227 * kib, kib},
    {103, 32, 64, 228 * kib, 227 * kib, kib},
    {120, 24, 48, 100 * kib, 99 * kib, kib},
    {121, 24, 48, 100 * kib, 99 * kib, kib},
}};

} // namespace

Result<CudaArchitecture> parseCudaArchitecture(std::string_view text)
{
    std::string_view rest = text;
    for (const std::string_view prefix : {"sm_", "compute_"}) {
        if (rest.starts_with(prefix)) {
            rest.remove_prefix(prefix.size());
            CudaArchitecture out;
            const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), out.capability);
            const std::string_view suffix(end, static_cast<size_t>(rest.data() + rest.size() - end));
            const bool isSuffix = suffix.empty() || suffix == "a" || suffix == "f";
            if (error == std::errc() && isSuffix && out.capability >= 10 && out.capability < 1000) {
                out.suffix = suffix.empty() ? '\0' : suffix.front();
                return out;
            }
        }
    }
    return fail(ErrorCode::InvalidArgument, "'{}' names no GPU architecture; write -arch=sm_90 for compute capability 9.0", text);
}

Result<MultiprocessorLimits> multiprocessorLimits(int capability)
{
    const auto found = std::ranges::find(table, capability, &MultiprocessorLimits::capability);
    if (found == table.end()) {
        return fail(ErrorCode::NotFound, "The limits of sm_{} are not known here; known are sm_{}", capability,
                    fmt::join(table | std::views::transform(&MultiprocessorLimits::capability), ", sm_"));
    }
    return *found;
}

} // namespace knobscope
