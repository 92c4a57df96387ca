// SPDX-License-Identifier: GPL-3.0-or-later
#include "bench/onednn.h"

#include "core/base/coreplan.h"
#include "core/runtime/tensorbuffers.h"

#include <dnnl.hpp>

#include <sched.h>
#include <unistd.h>

#include <cctype>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>

namespace knobscope::bench {

namespace {

using dnnl::convolution_forward;
using dnnl::inner_product_forward;
using dnnl::memory;

constexpr auto inference = dnnl::prop_kind::forward_inference;

struct DataTypes {
    memory::data_type data, weights, result;
};

DataTypes dataTypes(PeerTypes types)
{
    using Type = memory::data_type;
    return types == PeerTypes::Int8     ? DataTypes{Type::u8, Type::s8, Type::s32}
         : types == PeerTypes::BFloat16 ? DataTypes{Type::bf16, Type::bf16, Type::f32}
                                        : DataTypes{Type::f32, Type::f32, Type::f32};
}

memory::desc anyLayout(const memory::dims& shape, memory::data_type type)
{
    return {shape, type, memory::format_tag::any};
}

// Debian 12 has oneDNN 2.6; 3.0 (Debian 13, Ubuntu 24.04) removed operation descriptors.
convolution_forward::primitive_desc describe(const dnnl::engine& cpu, const PeerConv& conv, dnnl::algorithm method)
{
    memory::dims filters = conv.weights;
    memory::dims made{conv.image[0], conv.weights[0]};
    if (conv.depthwise) { // one group per channel
        made[1] *= conv.weights[1];
        filters.insert(filters.begin() + 2, 1);
    }
    const memory::dims before{conv.pads[0], conv.pads[1]};
    const memory::dims after{conv.pads[2], conv.pads[3]};
    memory::dims between; // oneDNN counts skipped elements: dilation - 1
    for (size_t axis = 0; axis < 2; ++axis) {
        const int64_t reach = (conv.weights[axis + 2] - 1) * conv.dilations[axis] + 1;
        made.push_back((conv.image[axis + 2] + before[axis] + after[axis] - reach) / conv.strides[axis] + 1);
        between.push_back(conv.dilations[axis] - 1);
    }
    const DataTypes types = dataTypes(conv.types);
    const auto data = anyLayout(conv.image, types.data);
    const auto weights = anyLayout(filters, types.weights);
    const auto result = anyLayout(made, types.result);
#if DNNL_VERSION_MAJOR >= 3
    return {cpu, inference, method, data, weights, result, conv.strides, between, before, after};
#else
    return {convolution_forward::desc(inference, method, data, weights, result, conv.strides, between, before, after), cpu};
#endif
}

inner_product_forward::primitive_desc describeDense(const dnnl::engine& cpu, int64_t inputs, int64_t outputs, PeerTypes of)
{
    const DataTypes types = dataTypes(of);
    const auto data = anyLayout({1, inputs}, types.data);
    const auto weights = anyLayout({outputs, inputs}, types.weights);
    const auto result = anyLayout({1, outputs}, types.result);
#if DNNL_VERSION_MAJOR >= 3
    return {cpu, inference, data, weights, result};
#else
    return {inner_product_forward::desc(inference, data, weights, result), cpu};
#endif
}

memory::data_type typeOf(const memory& m)
{
#if DNNL_VERSION_MAJOR >= 3
    return m.get_desc().get_data_type();
#else
    return m.get_desc().data_type();
#endif
}

void fillUniform(const memory& m)
{
    std::mt19937 random(1);
    if (typeOf(m) != memory::data_type::f32) { // 2-byte values of bfloat16 near one, or arbitrary bytes
        const bool areBytes = dnnl::memory::data_type_size(typeOf(m)) == 1;
        auto* bytes = static_cast<uint8_t*>(m.get_data_handle());
        for (size_t i = 0; i < m.get_desc().get_size(); ++i) {
            bytes[i] = static_cast<uint8_t>(areBytes || i % 2 == 0 ? random() : 0x3f);
        }
        return;
    }
    std::uniform_real_distribution<float> uniform(-1, 1);
    auto* values = static_cast<float*>(m.get_data_handle());
    for (size_t i = 0; i < m.get_desc().get_size() / sizeof(float); ++i) {
        values[i] = uniform(random);
    }
}

template<class Primitive>
Call callOf(const dnnl::engine& cpu, const typename Primitive::primitive_desc& described)
{
    struct State {
        dnnl::engine cpu;
        dnnl::stream order;
        Primitive primitive;
        std::vector<TensorBuffer> buffers; ///< with the same kind of pages as ours
        memory data, weights, result;
    };
    auto state = std::make_shared<State>(State{cpu, dnnl::stream(cpu), Primitive(described), {}, {}, {}, {}});
    const auto allocated = [&](const memory::desc& desc) {
        state->buffers.push_back(TensorBuffer::allocate(static_cast<int64_t>(desc.get_size())).value());
        return memory(desc, cpu, state->buffers.back().data());
    };
    state->data = allocated(described.src_desc());
    state->weights = allocated(described.weights_desc());
    state->result = allocated(described.dst_desc());
    fillUniform(state->data);
    fillUniform(state->weights);
    return {[state] {
                state->primitive.execute(
                    state->order,
                    {{DNNL_ARG_SRC, state->data}, {DNNL_ARG_WEIGHTS, state->weights}, {DNNL_ARG_DST, state->result}});
                state->order.wait();
            },
            [state] {
                for (const TensorBuffer& buffer : state->buffers) {
                    flushFromCache(buffer.data(), buffer.bytes());
                }
            }};
}

} // namespace

void startWithOpenMp(char** arguments)
{
    if (!std::getenv("OMP_NUM_THREADS")) {
        const char* threads = std::getenv("KNOBSCOPE_BENCH_THREADS");
        setenv("OMP_NUM_THREADS", threads ? threads : "1", 1);
        if (threads) {
            std::string places;
            for (const int core : allowedCores()) {
                places += (places.empty() ? "{" : ",{") + std::to_string(core) + "}";
            }
            setenv("OMP_PLACES", places.c_str(), 1);
            setenv("OMP_PROC_BIND", "true", 1);
        }
        execv("/proc/self/exe", arguments);
    }
    const char* places = std::getenv("OMP_PLACES");
    if (!places) {
        return;
    }
    cpu_set_t all;
    CPU_ZERO(&all);
    for (char* at = const_cast<char*>(places); *at != 0;) {
        if (std::isdigit(static_cast<unsigned char>(*at))) {
            CPU_SET(std::strtoul(at, &at, 10), &all);
        } else {
            ++at;
        }
    }
    sched_setaffinity(0, sizeof all, &all);
}

Call onednnConv2d(const PeerConv& conv)
{
    const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
    return callOf<convolution_forward>(cpu, describe(cpu, conv, dnnl::algorithm::convolution_direct));
}

Call onednnWinograd(const PeerConv& conv)
{
    const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
    try {
        return callOf<convolution_forward>(cpu, describe(cpu, conv, dnnl::algorithm::convolution_winograd));
    } catch (const dnnl::error&) {
        return {};
    }
}

Call onednnDense(int64_t inputs, int64_t outputs, PeerTypes types)
{
    const dnnl::engine cpu(dnnl::engine::kind::cpu, 0);
    return callOf<inner_product_forward>(cpu, describeDense(cpu, inputs, outputs, types));
}

} // namespace knobscope::bench
