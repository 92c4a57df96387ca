// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/rows.h"
#include "bench/shapes.h"

#include "core/codegen/llvm/compile.h"
#include "core/stats/statistics.h"

#include <random>

namespace knobscope::bench {

std::vector<Row> compileRows()
{
    std::vector<double> lowering;
    std::vector<double> codegen;
    std::mt19937_64 random(1);
    auto loader = KernelLoader::create().value();
    const LlvmTarget target = llvmTargetOf(hostTarget().value()).value();
    for (int i = 0; i < 60; ++i) {
        const Task task = taskOf(shapes[i % 4]);
        const auto entity =
            task.space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()))).value();
        std::optional<ir::LoopNest> nest;
        lowering.push_back(seconds([&] { nest = lowerConfig(task, entity).value(); }) * 1e3);
        codegen.push_back(seconds([&] { (void)loader->load(compileLoopNest(*nest, target).value()).value(); }) * 1e3);
    }
    const double low = median(lowering);
    const double code = median(codegen);
    return {below("lower", low, "ms, median", 2), below("codegen", code, "ms, median", 20)};
}

} // namespace knobscope::bench
