// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/op/conv2d.h"

#include <cstdint>
#include <initializer_list>
#include <random>

// Where elements of blocked tensors stand in plain ones, and numbers to fill them with.

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

inline float inputValue(int64_t element, int64_t salt)
{
    return static_cast<float>((element * 37 + salt * 11) % 101 - 50) / 50.0F;
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
    const int64_t channels = conv.depthwise ? 1 : conv.c;
    return (((ko * oc + o) * channels + co * ic + i) * conv.r + r) * conv.s + s;
}

inline int64_t pick(std::mt19937_64& random, std::initializer_list<int64_t> values)
{
    return values.begin()[random() % values.size()];
}

} // namespace knobscope
