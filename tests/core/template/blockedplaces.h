// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <random>

// Convolutions at random, where elements of their blocked tensors stand in plain ones, and numbers to fill them with.

namespace knobscope {

/// Element of a block of `block` channels, as its place in the plain order of N x C x plane.
inline int64_t plainPlace(int64_t packed, int64_t channels, int64_t plane, int64_t block)
{
    const int64_t lane = packed % block;
    const int64_t at = packed / block % plane;
    const int64_t group = packed / (block * plane) % (channels / block);
    const int64_t image = packed / (plane * channels);
    return (image * channels + group * block + lane) * plane + at;
}

/// Without a period: sums over many channels of what repeats itself nearly cancel, which no layer's do.
inline float inputValue(int64_t element, int64_t salt)
{
    constexpr uint64_t odd = 0xD6E8FEB86659FD93;
    uint64_t mixed = (static_cast<uint64_t>(element) + 1) * 0x9E3779B97F4A7C15 + static_cast<uint64_t>(salt) * odd;
    mixed = (mixed ^ mixed >> 32) * odd;
    mixed ^= mixed >> 32;
    return static_cast<float>(static_cast<int64_t>(mixed % 101) - 50) / 50.0F;
}

/// Input channels that one filter reads.
inline int64_t filterChannels(const Conv2d& conv)
{
    return conv.depthwise ? 1 : conv.c;
}

/// Of the kernel argument (K/oc, C/ic, R, S, ic, oc): where it stands in K, C, R, S.
inline int64_t plainFilterPlace(int64_t packed, const Conv2d& conv, int64_t ic, int64_t oc)
{
    const int64_t o = packed % oc;
    const int64_t i = packed / oc % ic;
    const int64_t s = packed / (oc * ic) % conv.s;
    const int64_t r = packed / (oc * ic * conv.s) % conv.r;
    const int64_t inner = conv.depthwise ? 1 : conv.c / ic;
    const int64_t co = packed / (oc * ic * conv.s * conv.r) % inner;
    const int64_t ko = packed / (oc * ic * conv.s * conv.r * inner);
    return (((ko * oc + o) * filterChannels(conv) + co * ic + i) * conv.r + r) * conv.s + s;
}

inline int64_t pick(std::mt19937_64& random, std::initializer_list<int64_t> values)
{
    return values.begin()[random() % values.size()];
}

/// What a template takes.
enum class ConvKind : uint8_t { Any, Depthwise, Winograd };

/// A small convolution of any odd kind, one in 25 with a thousand channels; for Winograd three by three with a stride of 1
/// or 2 and dilation 1.
inline Conv2d randomConv(std::mt19937_64& random, ConvKind kind = ConvKind::Any)
{
    Conv2d conv;
    conv.depthwise = kind == ConvKind::Depthwise;
    conv.n = pick(random, {1, 1, 1, 2});
    conv.c = pick(random, {1, 3, 4, 5, 8, 12, 16, 17, 24, 32, 48, 64});
    conv.k = pick(random, {1, 3, 5, 8, 16, 16, 17, 32, 32, 40, 64});
    const bool isDeep = random() % 25 == 0;
    if (isDeep) { // on one side: textbook loops take long enough
        const bool goesIn = conv.depthwise || random() % 2 == 0;
        conv.c = goesIn ? 1000 : pick(random, {5, 17});
        conv.k = goesIn ? pick(random, {5, 17}) : 1000;
    }
    conv.k = conv.depthwise ? conv.c : conv.k;
    conv.r = isDeep ? pick(random, {1, 3}) : conv.depthwise ? pick(random, {3, 3, 5}) : pick(random, {1, 1, 3, 3, 5, 7});
    conv.s = pick(random, {conv.r, conv.r, conv.r, 1, 3});
    conv.stride = {pick(random, {1, 1, 2, 3}), pick(random, {1, 1, 2})};
    conv.dilation = {pick(random, {1, 1, 1, 2}), pick(random, {1, 1, 1, 2})};
    if (kind == ConvKind::Winograd) {
        conv.r = conv.s = 3;
        conv.dilation = {1, 1};
        const int64_t stride = pick(random, {1, 1, 2});
        conv.stride = {stride, stride};
    }
    conv.pad = {pick(random, {0, conv.r / 2}), pick(random, {0, conv.s / 2}), pick(random, {0, conv.r / 2}),
                pick(random, {0, conv.s / 2, conv.s / 2 + 1})};
    const auto least = [](int64_t span, int64_t before, int64_t after) { return std::max<int64_t>(1, span - before - after); };
    conv.h = least((conv.r - 1) * conv.dilation[0] + 1, conv.pad[0], conv.pad[2]) + pick(random, {0, 1, 3, 9, 16});
    conv.w = least((conv.s - 1) * conv.dilation[1] + 1, conv.pad[1], conv.pad[3]) + pick(random, {0, 1, 6, 13, 17});
    return conv;
}

} // namespace knobscope
