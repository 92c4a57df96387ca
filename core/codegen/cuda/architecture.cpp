// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/architecture.h"

#include <charconv>

namespace knobscope {

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
    return fail(ErrorCode::InvalidArgument, "'{}' is not a GPU architecture; write -arch=sm_90 for compute capability 9.0", text);
}

} // namespace knobscope
