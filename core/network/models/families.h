// SPDX-License-Identifier: GPL-3.0-or-later
// The families of bundled networks. Each function appends its layers to `data`, an NCHW image, and returns the last value.
#pragma once

#include "core/network/models/graphbuilder.h"

#include <array>
#include <cstdint>

namespace knobscope {

/// TVM's relay.testing: batch norm and relu before each convolution, a projection in each stage's first unit, softmax at the end.
ValueId resNetPreActivated(GraphBuilder& to, ValueId data, int64_t layers);
/// Convolution of a bottleneck that has the stride.
enum class ResNetStride { OnFirst, OnThreeByThree };
/// The paper's variant, with relu after the sum.
ValueId resNet(GraphBuilder& to, ValueId data, int64_t layers, ResNetStride stride);
/// Feature maps that detectors use from ResNet-50 v1: the outputs of the last two stages.
std::array<ValueId, 2> resNet50Features(GraphBuilder& to, ValueId data);
/// Appends global pooling and a fully connected layer.
ValueId classifier(GraphBuilder& to, ValueId features);

ValueId vgg(GraphBuilder& to, ValueId data, int64_t layers);
ValueId mobileNetV1(GraphBuilder& to, ValueId data);
/// Gluon's variant also expands by 1, and its classifier is a convolution.
ValueId mobileNetV2(GraphBuilder& to, ValueId data, bool useGluonVariant);
/// Version 1.1. TVM's variant pads the first convolution; torchvision's pools with ceil mode.
ValueId squeezeNet(GraphBuilder& to, ValueId data, bool useTvmVariant);
ValueId inceptionV3(GraphBuilder& to, ValueId data);
/// The paper's variant; in TVM's relay.testing each layer reads only the previous one, and a block concatenates at its end.
ValueId denseNet(GraphBuilder& to, ValueId data, int64_t layers, bool useTvmVariant);

/// The detector's outputs before non-maximum suppression.
struct Detections {
    ValueId scores, boxes;
};
/// GluonCV's SSD on ResNet-50 v1 for the 20 classes of VOC.
Detections ssdResNet50(GraphBuilder& to, ValueId data);

} // namespace knobscope
