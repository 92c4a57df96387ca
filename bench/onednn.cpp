// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/onednn.h"

#include <dnnl.hpp>

#include <memory>
#include <random>

namespace knobscope::bench {

namespace {

using dnnl::convolution_forward;
using dnnl::memory;

// Debian 12 has oneDNN 2.6; 3.0 (Debian 13, Ubuntu 24.04) did away with descriptions of their own.
convolution_forward::primitive_desc describe(const dnnl::engine& cpu, const memory::desc& data, const memory::desc& weights,
                                             const memory::desc& result, const memory::dims& strides, const memory::dims& pads)
{
    const auto kind = dnnl::prop_kind::forward_inference;
    const auto method = dnnl::algorithm::convolution_direct;
#if DNNL_VERSION_MAJOR >= 3
    return {cpu, kind, method, data, weights, result, strides, pads, pads};
#else
    return {convolution_forward::desc(kind, method, data, weights, result, strides, pads, pads), cpu};
#endif
}

} // namespace

std::function<void()> onednnConv2d(int64_t channels, int64_t size, int64_t filters, int64_t kernel, int64_t stride, int64_t pad)
{
    using namespace dnnl;
    const int64_t out = (size + 2 * pad - kernel) / stride + 1;
    const auto any = memory::format_tag::any;
    const auto f32 = memory::data_type::f32;
    engine cpu(engine::kind::cpu, 0);
    const memory::dims pads = {pad, pad};
    const auto primitive = describe(cpu, {{1, channels, size, size}, f32, any}, {{filters, channels, kernel, kernel}, f32, any},
                                    {{1, filters, out, out}, f32, any}, {stride, stride}, pads);
    struct State {
        engine cpu;
        stream order;
        convolution_forward convolution;
        memory data, weights, result;
    };
    auto state =
        std::make_shared<State>(State{cpu, stream(cpu), convolution_forward(primitive), memory(primitive.src_desc(), cpu),
                                      memory(primitive.weights_desc(), cpu), memory(primitive.dst_desc(), cpu)});
    std::mt19937 random(1);
    std::uniform_real_distribution<float> uniform(-1, 1);
    for (memory* m : {&state->data, &state->weights}) {
        auto* values = static_cast<float*>(m->get_data_handle());
        for (size_t i = 0; i < m->get_desc().get_size() / sizeof(float); ++i) {
            values[i] = uniform(random);
        }
    }
    return [state] {
        state->convolution.execute(
            state->order, {{DNNL_ARG_SRC, state->data}, {DNNL_ARG_WEIGHTS, state->weights}, {DNNL_ARG_DST, state->result}});
        state->order.wait();
    };
}

} // namespace knobscope::bench
