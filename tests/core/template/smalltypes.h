// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/target/host.h"
#include "core/task/task.h"
#include "tests/core/op/reference.h"
#include "tests/core/template/blockedplaces.h"
#include "tests/core/template/kernelrun.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Convolutions and products of bytes and bfloat16 in words, held against textbook loops.

namespace knobscope {

struct SmallTypes {
    std::string data, kernel, out;
};
inline const SmallTypes bytes{"uint8", "int8", "int32"};
inline const SmallTypes signedBytes{"int8", "int8", "int32"};
inline const SmallTypes unsignedBytes{"uint8", "uint8", "int32"};
inline const SmallTypes words{"int16", "int16", "int32"}; ///< bytes without their zero points
inline const SmallTypes bfloats{"bfloat16", "bfloat16", "float32"};

inline nlohmann::json argumentsOf(const Conv2d& conv, const SmallTypes& types)
{
    return {{"TENSOR", {conv.n, conv.c, conv.h, conv.w}, types.data},
            {"TENSOR", {conv.k, filterChannels(conv), conv.r, conv.s}, types.kernel},
            conv.stride,
            conv.pad,
            conv.dilation,
            "NCHW",
            "NCHW",
            types.out};
}

inline nlohmann::json argumentsOf(const MatrixProduct& p, bool isBatch, const SmallTypes& types)
{
    using nlohmann::json;
    const auto tensor = [&](int64_t rows, const std::string& type) {
        return isBatch ? json{"TENSOR", {p.batch, rows, p.k}, type} : json{"TENSOR", {rows, p.k}, type};
    };
    return {tensor(p.m, types.data), tensor(p.n, types.kernel), nullptr, types.out};
}

constexpr int64_t kDataSalt = 1;

/// Of the whole range of the type, its ends among them; bfloat16 holds each. Words are bytes less a zero point: data one of 100,
/// weights each another one.
inline double inputValue(const std::string& type, int64_t element, int64_t salt)
{
    const int64_t spread = (element * 73 + salt * 29) % 256;
    if (type == "int16" && salt == kDataSalt) {
        return static_cast<double>(spread - 100);
    }
    return type == "uint8" ? static_cast<double>(spread)
         : type == "int8"  ? static_cast<double>(spread - 128)
         : type == "int16" ? static_cast<double>((element * 73 + salt * 29) % 511 - 255)
                           : static_cast<double>(spread % 128 - 64) / 32;
}

inline std::vector<double> inputValues(const std::string& type, int64_t elements, int64_t salt)
{
    std::vector<double> values;
    for (int64_t i = 0; i < elements; ++i) {
        values.push_back(inputValue(type, i, salt));
    }
    return values;
}

constexpr double filler = 77; // of words that no channel fills up: it meets a zero

/// Of a packed argument (…, block), (K/oc, C/ic, R, S, ic, oc) or (K/oc, C/ic, R, S, groups, oc, group), or of a plain filter,
/// the place in plain order; none for what fills a group.
inline std::optional<int64_t> plainPlace(const Conv2d& conv, const std::vector<int64_t>& shape, int64_t ic, int64_t packed)
{
    if (shape.size() == 4) {
        return packed;
    }
    if (shape.size() == 6) {
        return plainFilterPlace(packed, conv, conv.depthwise ? 1 : ic, shape.back());
    }
    std::vector<int64_t> at(shape.size());
    for (size_t d = shape.size(); d-- > 0;) {
        at[d] = packed % shape[d];
        packed /= shape[d];
    }
    if (shape.size() == 5) {
        const int64_t channels = shape[1] * shape[4];
        return ((at[0] * channels + at[1] * shape[4] + at[4]) * shape[2] + at[2]) * shape[3] + at[3];
    }
    const int64_t inner = at[4] * shape[6] + at[6];
    const int64_t channel = at[1] * ic + inner;
    return inner >= ic ? std::nullopt
                       : std::optional((((at[0] * shape[5] + at[5]) * conv.c + channel) * conv.r + at[2]) * conv.s + at[3]);
}

/// What is wrong with a config's answer for these numbers; empty where it is right.
inline std::string problemWith(const Conv2d& conv, const std::vector<double>& data, const std::vector<double>& filter,
                               const Task& task, const ConfigEntity& entity, const KernelRun& run)
{
    const auto nest = lowerConfig(task, entity);
    if (!nest) {
        return nest.error().message;
    }
    const int64_t ic = nest->parameters[0]->shape.back();
    const auto actual = run(*nest, [&](size_t argument, int64_t element) {
        const auto place = plainPlace(conv, nest->parameters[argument]->shape, ic, element);
        return place ? (argument == 0 ? data : filter)[static_cast<size_t>(*place)] : filler;
    });
    if (!actual) {
        return actual.error().message;
    }
    const std::vector<double> expected = referenceConv2d(conv, data, filter);
    for (size_t i = 0; i < actual->size(); ++i) {
        const double want =
            expected[static_cast<size_t>(*plainPlace(conv, nest->parameters[2]->shape, ic, static_cast<int64_t>(i)))];
        if ((*actual)[i] != want) { // exact: integers, and floats whose sums take fewer than 24 bits
            return fmt::format("element {} is {} and should be {}", i, (*actual)[i], want);
        }
    }
    return {};
}

/// The same for numbers of these types.
inline std::string convolutionProblem(const Conv2d& conv, const SmallTypes& types, const Task& task, const ConfigEntity& entity,
                                      const KernelRun& run)
{
    return problemWith(conv, inputValues(types.data, conv.n * conv.c * conv.h * conv.w, kDataSalt),
                       inputValues(types.kernel, conv.k * filterChannels(conv) * conv.r * conv.s, 2), task, entity, run);
}

/// The same of a dense layer or a batch of products.
inline std::string productProblem(const MatrixProduct& p, bool isBatch, const SmallTypes& types, const Task& task,
                                  const ConfigEntity& entity, const KernelRun& run)
{
    const auto nest = lowerConfig(task, entity);
    if (!nest) {
        return nest.error().message;
    }
    const std::vector<double> a = inputValues(types.data, p.batch * p.m * p.k, kDataSalt);
    const std::vector<double> b = inputValues(types.kernel, p.batch * p.n * p.k, 2);
    const auto& packed = nest->parameters[1]->shape; // (N/block, groups, block, group)
    const auto actual = run(*nest, [&](size_t argument, int64_t element) {
        if (argument == 0 || isBatch) {
            return (argument == 0 ? a : b)[static_cast<size_t>(element)];
        }
        const int64_t group = packed[3];
        const int64_t block = packed[2];
        const int64_t depth = element / (group * block) % packed[1] * group + element % group;
        const int64_t row = element / (group * block * packed[1]) * block + element / group % block;
        return depth < p.k && row < p.n ? b[static_cast<size_t>(row * p.k + depth)] : filler;
    });
    if (!actual) {
        return actual.error().message;
    }
    const std::vector<double> expected = referenceMatrixProduct(p, a, b);
    const auto wrong = std::mismatch(actual->begin(), actual->end(), expected.begin(), expected.end());
    return wrong.first == actual->end() && wrong.second == expected.end()
             ? std::string()
             : fmt::format("element {} of {} is wrong", wrong.first - actual->begin(), expected.size());
}

/// A config at random.
inline ConfigEntity randomConfig(std::mt19937_64& random, const Task& task)
{
    return task.space.at(static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()))).value();
}

} // namespace knobscope
