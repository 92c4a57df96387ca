// SPDX-License-Identifier: GPL-3.0-or-later
// The families of bundled networks. Each function writes its layers behind `data`, an NCHW image, and answers the last one.
#pragma once

#include "core/network/models/graphbuilder.h"

#include <array>
#include <cstdint>

namespace knobscope {

/// TVM's relay.testing: batch norm and relu before each convolution, a projection in each stage's first unit, probabilities.
ValueId resNetPreActivated(GraphBuilder& to, ValueId data, int64_t layers);
/// Where a bottleneck has its stride.
enum class ResNetStride { OnFirst, OnThreeByThree };
/// The paper's, with relu behind the sum.
ValueId resNet(GraphBuilder& to, ValueId data, int64_t layers, ResNetStride stride);
/// What detectors take of ResNet-50 v1: the outputs of the last two stages.
std::array<ValueId, 2> resNet50Features(GraphBuilder& to, ValueId data);
/// Behind features: pooling, a fully connected layer.
ValueId classifier(GraphBuilder& to, ValueId features);

ValueId vgg(GraphBuilder& to, ValueId data, int64_t layers);
ValueId mobileNetV1(GraphBuilder& to, ValueId data);
/// Gluon's has an expansion by 1, too, and a convolution as its classifier.
ValueId mobileNetV2(GraphBuilder& to, ValueId data, bool isGluons);
/// Version 1.1. TVM's pads the first convolution, torchvision's pools what only begins inside, too.
ValueId squeezeNet(GraphBuilder& to, ValueId data, bool isTvms);
ValueId inceptionV3(GraphBuilder& to, ValueId data);
/// The paper's; TVM's relay.testing has each layer read the one before it alone, and concatenates at the end of a block.
ValueId denseNet(GraphBuilder& to, ValueId data, int64_t layers, bool isTvms);

/// The detector's outputs before non-maximum suppression.
struct Detections {
    ValueId scores, boxes;
};
/// GluonCV's SSD on ResNet-50 v1 for the 20 classes of VOC.
Detections ssdResNet50(GraphBuilder& to, ValueId data);

} // namespace knobscope
