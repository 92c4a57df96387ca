// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/onednn.h"

#include <dnnl.hpp>

#include <memory>
#include <random>

namespace knobscope::bench {

namespace {

using dnnl::convolution_forward;
using dnnl::inner_product_forward;
using dnnl::memory;

constexpr auto inference = dnnl::prop_kind::forward_inference;

memory::desc anyLayout(const memory::dims& shape)
{
    return {shape, memory::data_type::f32, memory::format_tag::any};
}

// Debian 12 has oneDNN 2.6; 3.0 (Debian 13, Ubuntu 24.04) did away with descriptions of their own.
convolution_forward::primitive_desc describe(const dnnl::engine& cpu, const PeerConv& conv, dnnl::algorithm method)
{
    const int64_t out = (conv.size + 2 * conv.pad - conv.kernel) / conv.stride + 1;
    const auto data = anyLayout({1, conv.channels, conv.size, conv.size});
    const auto weights = conv.depthwise ? anyLayout({conv.channels, 1, 1, conv.kernel, conv.kernel})
                                        : anyLayout({conv.filters, conv.channels, conv.kernel, conv.kernel});
    const auto result = anyLayout({1, conv.filters, out, out});
    const memory::dims strides{conv.stride, conv.stride};
    const memory::dims pads{conv.pad, conv.pad};
#if DNNL_VERSION_MAJOR >= 3
    return {cpu, inference, method, data, weights, result, strides, pads, pads};
#else
    return {convolution_forward::desc(inference, method, data, weights, result, strides, pads, pads), cpu};
#endif
}

inner_product_forward::primitive_desc describeDense(const dnnl::engine& cpu, int64_t inputs, int64_t outputs)
{
    const auto data = anyLayout({1, inputs});
    const auto weights = anyLayout({outputs, inputs});
    const auto result = anyLayout({1, outputs});
#if DNNL_VERSION_MAJOR >= 3
    return {cpu, inference, data, weights, result};
#else
    return {inner_product_forward::desc(inference, data, weights, result), cpu};
#endif
}

void fillUniform(const memory& m)
{
    std::mt19937 random(1);
    std::uniform_real_distribution<float> uniform(-1, 1);
    auto* values = static_cast<float*>(m.get_data_handle());
    for (size_t i = 0; i < m.get_desc().get_size() / sizeof(float); ++i) {
        values[i] = uniform(random);
    }
}

template<class Primitive>
std::function<void()> callOf(const dnnl::engine& cpu, const typename Primitive::primitive_desc& described)
{
    struct State {
        dnnl::engine cpu;
        dnnl::stream order;
        Primitive primitive;
        memory data, weights, result;
    };
    auto state = std::make_shared<State>(State{cpu, dnnl::stream(cpu), Primitive(described), memory(described.src_desc(), cpu),
                                               memory(described.weights_desc(), cpu), memory(described.dst_desc(), cpu)});
    fillUniform(state->data);
    fillUniform(state->weights);
    return [state] {
        state->primitive.execute(
            state->order, {{DNNL_ARG_SRC, state->data}, {DNNL_ARG_WEIGHTS, state->weights}, {DNNL_ARG_DST, state->result}});
        state->order.wait();
    };
}

} // namespace

std::function<void()> onednnConv2d(const PeerConv& conv)
{
    const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
    return callOf<convolution_forward>(cpu, describe(cpu, conv, dnnl::algorithm::convolution_direct));
}

std::function<void()> onednnWinograd(const PeerConv& conv)
{
    const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
    try {
        return callOf<convolution_forward>(cpu, describe(cpu, conv, dnnl::algorithm::convolution_winograd));
    } catch (const dnnl::error&) {
        return {};
    }
}

std::function<void()> onednnDense(int64_t inputs, int64_t outputs)
{
    const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
    return callOf<inner_product_forward>(cpu, describeDense(cpu, inputs, outputs));
}

} // namespace knobscope::bench
