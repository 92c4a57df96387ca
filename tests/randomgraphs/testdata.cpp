// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/randomgraphs/testdata.h"

#include "core/graph/numbers.h"
#include "core/graph/onnx/prototensor.h"

#include <fstream>
#include <limits>

namespace knobscope::randomgraphs {

namespace {

enum class Flavour : uint8_t { Normal, Zeros, Small, Large, OffCentre, Negative, Specials };

double drawReal(Flavour flavour, std::mt19937_64& random)
{
    std::normal_distribution<double> normal(0, 1);
    const double x = normal(random);
    switch (flavour) {
    case Flavour::Normal: return x;
    case Flavour::Zeros: return 0;
    case Flavour::Small: return x * 1e-4;
    case Flavour::Large: return x * 60;
    case Flavour::OffCentre: return 1000 + x;
    case Flavour::Negative: return -std::abs(x) - 0.1;
    case Flavour::Specials: break;
    }
    const auto kind = std::uniform_int_distribution<int>(0, 30)(random);
    const double infinity = std::numeric_limits<double>::infinity();
    return kind == 0 ? std::numeric_limits<double>::quiet_NaN()
         : kind == 1 ? infinity
         : kind == 2 ? -infinity
         : kind == 3 ? -0.0
                     : x;
}

Tensor flavoured(const TensorType& type, Flavour flavour, std::mt19937_64& random)
{
    Tensor tensor(type);
    withType(type.number, [&]<class T>() {
        for (T& element : tensor.as<T>()) {
            if constexpr (std::is_floating_point_v<T>) {
                element = static_cast<T>(drawReal(flavour, random));
            } else if constexpr (std::is_same_v<T, bool>) {
                element = std::bernoulli_distribution(0.5)(random);
            } else {
                const int low = std::is_signed_v<T> && flavour != Flavour::Zeros ? -5 : 0;
                element = static_cast<T>(std::uniform_int_distribution<int>(low, flavour == Flavour::Zeros ? 0 : 5)(random));
            }
        }
    });
    return tensor;
}

} // namespace

onnx::TensorProto protoOf(const Tensor& tensor, const std::string& name)
{
    onnx::TensorProto proto;
    proto.set_name(name);
    proto.set_data_type(onnxTypeOf(tensor.number()));
    for (const int64_t extent : tensor.shape()) {
        proto.add_dims(extent);
    }
    proto.set_raw_data(tensor.bytes().data(), tensor.bytes().size());
    return proto;
}

Tensor uniformTensor(const TensorType& type, ValueRange range, std::mt19937_64& random)
{
    Tensor tensor(type);
    withType(type.number, [&]<class T>() {
        std::uniform_real_distribution<double> reals(range.low, range.high);
        std::uniform_int_distribution<int64_t> integers(static_cast<int64_t>(range.low), static_cast<int64_t>(range.high));
        for (T& element : tensor.as<T>()) {
            element = type.number.isFloat() ? static_cast<T>(reals(random)) : castNumber<T>(integers(random));
        }
    });
    return tensor;
}

Tensor networkRunTensor(const TensorType& type, size_t input)
{
    Tensor tensor(type);
    std::mt19937 random(1 + static_cast<unsigned>(input));
    withType(type.number, [&]<class T>() {
        std::normal_distribution<float> number(0.0F, 1.0F);
        for (T& element : tensor.as<T>()) {
            element = type.number.isFloat() ? static_cast<T>(number(random)) : static_cast<T>(random() % 2);
        }
    });
    return tensor;
}

std::vector<Tensor> testInputs(const ModelBuilder& model, int set, std::mt19937_64& random)
{
    const int last = static_cast<int>(model.allowsSpecialValues() ? Flavour::Specials : Flavour::Negative);
    const auto flavour = static_cast<Flavour>(std::uniform_int_distribution<int>(0, last)(random));
    std::vector<Tensor> tensors;
    for (const Edge* input : model.inputs()) {
        tensors.push_back(set == 0       ? networkRunTensor(input->type, tensors.size())
                          : input->range ? uniformTensor(input->type, *input->range, random)
                                         : flavoured(input->type, flavour, random));
    }
    return tensors;
}

void writeTensor(const Tensor& tensor, const std::string& name, const std::string& path)
{
    std::ofstream(path, std::ios::binary) << protoOf(tensor, name).SerializeAsString();
}

} // namespace knobscope::randomgraphs
