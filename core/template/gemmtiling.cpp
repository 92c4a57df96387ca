// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/template/gemmtiling.h"

#include "core/template/launch.h"

#include <algorithm>

namespace knobscope {

namespace {

GemmDirection gemmDirectionOf(int64_t extent, const ConfigEntity& entity, const char* block, const char* each)
{
    const int64_t tile = std::max<int64_t>(1, wholeNumber(entity, block));
    const int64_t filled = (extent + tile - 1) / tile * tile;
    return {wholeNumber(entity, "split_k") > 1 ? filled : extent, tile, wholeNumber(entity, each)};
}

} // namespace

GemmTiling gemmTiling(TemplateContext& cfg, const char* templateName)
{
    const GemmTiling t{cfg.number("block_f"), cfg.number("block_p"), cfg.number("thread_f"), cfg.number("thread_p"),
                       cfg.number("step_k"),  cfg.number("stages"),  cfg.number("split_k"),  cfg.number("vector_p")};
    const auto suits = [](int64_t block, int64_t each) {
        return each >= gemmFragment && each % gemmFragment == 0 && block >= each && block % each == 0;
    };
    if (!suits(t.blockF, t.threadF) || !suits(t.blockP, t.threadP)) {
        cfg.refuse(phrase("{}: thread_f and thread_p must be multiples of {} that divide block_f and block_p", templateName,
                          gemmFragment));
        return {};
    }
    if (std::min({t.step, t.stages, t.parts, t.vector}) < 1) {
        cfg.refuse(phrase("{}: step_k, stages, split_k and vector_p must be at least 1", templateName));
        return {};
    }
    return t;
}

GemmDirection::GemmDirection(int64_t extent, int64_t block, int64_t each)
{
    const auto parts = [](int64_t whole, int64_t part) { return (whole + part - 1) / part; };
    threads = std::max<int64_t>(1, block / std::max<int64_t>(1, each));
    fragment = std::min(gemmFragment, extent);
    const int64_t rows = parts(parts(extent, fragment), threads);
    virtualThreads = std::min(std::max<int64_t>(1, each / gemmFragment), rows);
    blocks = parts(rows, virtualThreads);
}

GemmDirections gemmDirections(const Conv2d& conv, const ConfigEntity& entity)
{
    return {gemmDirectionOf(conv.k, entity, "block_f", "thread_f"),
            gemmDirectionOf(conv.n * conv.oh() * conv.ow(), entity, "block_p", "thread_p")};
}

} // namespace knobscope
