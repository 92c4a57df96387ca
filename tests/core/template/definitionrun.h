// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/evaluate.h"
#include "core/task/task.h"
#include "tests/core/template/kernelrun.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

// Kernels of any CPU template, held against their operator's definition.

namespace knobscope {

inline nlohmann::json floatTensor(std::vector<int64_t> shape)
{
    return {"TENSOR", std::move(shape), "float32"};
}

/// A workload of odd extents.
struct CpuShape {
    const char* name;
    nlohmann::json args;
};

inline nlohmann::json convArguments(int64_t n, int64_t c, int64_t h, int64_t w, int64_t k, int64_t r, int64_t stride, int64_t pad,
                                    bool layouts)
{
    nlohmann::json args{floatTensor({n, c, h, w}), floatTensor({k, c, r, r}), {stride, stride}, {pad, pad, pad, pad}, {1, 1}};
    if (layouts) {
        args.push_back("NCHW");
        args.push_back("NCHW");
    }
    args.push_back("float32");
    return args;
}

inline nlohmann::json depthwiseArguments(int64_t c, int64_t h, int64_t w, int64_t r, int64_t stride, int64_t pad)
{
    return {floatTensor({1, c, h, w}),
            floatTensor({c, 1, r, r}),
            {stride, stride},
            {pad, pad, pad, pad},
            {1, 1},
            "NCHW",
            "NCHW",
            "float32"};
}

/// Of every template of AutoTVM's for CPUs.
inline std::vector<CpuShape> cpuShapes()
{
    return {{"tutorial/matmul_v1", {33, 17, 29, "float32"}},
            {"tutorial/matmul", {36, 25, 48, "float32"}},
            {"conv2d_NCHWc.x86", convArguments(1, 12, 9, 11, 24, 3, 1, 1, true)},
            {"conv2d_NCHWc.x86", convArguments(2, 6, 13, 14, 20, 3, 2, 1, true)},
            {"conv2d_NCHWc.x86", convArguments(1, 3, 17, 17, 16, 7, 2, 3, true)},
            {"conv2d_NCHWc.x86", convArguments(1, 16, 7, 15, 24, 1, 1, 0, true)},
            {"conv2d_NCHWc.x86", convArguments(1, 10, 9, 9, 12, 1, 2, 0, true)},
            {"depthwise_conv2d_NCHWc.x86", depthwiseArguments(24, 11, 10, 3, 1, 1)},
            {"depthwise_conv2d_NCHWc.x86", depthwiseArguments(18, 13, 12, 5, 2, 2)},
            {"dense_nopack.x86", {floatTensor({3, 60}), floatTensor({25, 60}), nullptr, "float32"}},
            {"dense_pack.x86", {floatTensor({12, 30}), floatTensor({42, 30}), nullptr, "float32"}},
            {"batch_matmul.x86", {floatTensor({3, 9, 24}), floatTensor({3, 10, 24})}},
            {"conv2d_nchw_spatial_pack.arm_cpu", convArguments(1, 5, 8, 12, 12, 3, 1, 1, false)}};
}

/// Of float32 any; of smaller types what they hold without rounding.
inline double elementOf(ir::DataType type, int64_t element, int64_t argument)
{
    const int64_t spread = (element * 37 + argument * 11) % 101;
    return type.code == ir::TypeCode::UInt ? static_cast<double>(spread)
         : type.isInteger()                ? static_cast<double>(spread - 50)
         : type == ir::float32             ? static_cast<double>(static_cast<float>(spread - 50) / 7.0F)
                                           : static_cast<double>(spread - 50) / 8;
}

/// Largest error of any element of a config's answer, relative to the largest output.
inline Result<double> relativeError(const Task& task, const ConfigEntity& entity, const KernelRun& run)
{
    const auto definition = TRY(definitionOf(task, entity));
    const auto nest = TRY(lowerConfig(task, entity));
    TensorValues values;
    const auto actual = TRY(run(nest, [&](size_t argument, int64_t element) {
        const double v = elementOf(definition.inputs[argument].type(), element, static_cast<int64_t>(argument));
        values[&definition.inputs[argument].node()].push_back(v);
        return v;
    }));
    const auto expected = TRY(evaluate(definition.output, values));
    double scale = 1e-30;
    double worst = 0;
    for (size_t j = 0; j < expected.size(); ++j) {
        scale = std::max(scale, std::abs(expected[j]));
        const double difference = std::abs(expected[j] - actual[j]);
        if (std::isnan(difference)) {
            return std::numeric_limits<double>::infinity(); // an element that the kernel never wrote
        }
        worst = std::max(worst, difference);
    }
    return worst / scale;
}

} // namespace knobscope
