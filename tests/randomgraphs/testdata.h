// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/graph/tensor.h"
#include "tests/randomgraphs/modelbuilder.h"

#include <onnx/onnx_pb.h>

#include <random>
#include <string>

namespace knobscope::randomgraphs {

onnx::TensorProto protoOf(const Tensor& tensor, const std::string& name);

Tensor uniformTensor(const TensorType& type, ValueRange range, std::mt19937_64& random);

/// The numbers that `network run` gives a graph's input number `input`.
Tensor networkRunTensor(const TensorType& type, size_t input);

/// Inputs for a test set: set 0 as `network run` has them, others of special values: zeros, large ones, ones far from zero, NaN
/// and infinities where they are allowed.
std::vector<Tensor> testInputs(const ModelBuilder& model, int set, std::mt19937_64& random);

void writeTensor(const Tensor& tensor, const std::string& name, const std::string& path);

} // namespace knobscope::randomgraphs
