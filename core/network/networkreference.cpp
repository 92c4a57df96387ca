// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/networkreference.h"

#include <cstdint>
#include <cstring>

namespace knobscope {

NetworkReference referenceOf(const std::vector<Tensor>& outputs)
{
    NetworkReference bytes;
    const auto append = [&](const void* from, size_t count) {
        const auto* first = static_cast<const std::byte*>(from);
        bytes.insert(bytes.end(), first, first + count);
    };
    for (const Tensor& output : outputs) {
        const std::vector<double> reals = output.reals();
        const uint64_t count = reals.size();
        append(&count, sizeof count);
        append(reals.data(), count * sizeof(double));
    }
    return bytes;
}

Result<std::vector<std::vector<double>>> readReference(std::span<const std::byte> bytes)
{
    std::vector<std::vector<double>> outputs;
    while (!bytes.empty()) {
        uint64_t count = 0;
        if (bytes.size() < sizeof count) {
            return fail(ErrorCode::Corrupt, "The reference results of the network are incomplete");
        }
        std::memcpy(&count, bytes.data(), sizeof count);
        bytes = bytes.subspan(sizeof count);
        if (bytes.size() / sizeof(double) < count) {
            return fail(ErrorCode::Corrupt, "The reference results of the network are incomplete");
        }
        std::memcpy(outputs.emplace_back(count).data(), bytes.data(), count * sizeof(double));
        bytes = bytes.subspan(count * sizeof(double));
    }
    return outputs;
}

} // namespace knobscope
