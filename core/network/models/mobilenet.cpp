// SPDX-License-Identifier: GPL-3.0-or-later
// arXiv 1704.04861 and 1801.04381.
#include "core/network/models/families.h"

namespace knobscope {
namespace {

/// A block repeated `times`, with these output channels and the first block's stride.
struct MobileStage {
    int64_t channels, stride, times, expansion = 1;
};

ValueId convNormRelu6(GraphBuilder& to, const std::string& name, ValueId x, const ConvForm& form)
{
    return to.relu6(name + ".relu6", to.convNorm(name, x, form));
}

ConvForm depthwise(int64_t channels, int64_t stride)
{
    return ConvForm::square(channels, 3, stride, 1).inGroups(channels);
}

/// Expands, filters and projects; the projection has a batch norm and no activation.
ValueId invertedResidual(GraphBuilder& to, const std::string& name, ValueId x, const MobileStage& stage, int64_t stride,
                         bool expandsAlways)
{
    const int64_t wide = to.extent(x, 1) * stage.expansion;
    ValueId y = x;
    if (stage.expansion != 1 || expandsAlways) {
        y = convNormRelu6(to, name + ".expand", y, ConvForm::square(wide, 1));
    }
    y = convNormRelu6(to, name + ".depthwise", y, depthwise(wide, stride));
    y = to.convNorm(name + ".project", y, ConvForm::square(stage.channels, 1));
    return stride == 1 && to.extent(x, 1) == stage.channels ? to.add(name + ".sum", y, x) : y;
}

} // namespace

ValueId mobileNetV1(GraphBuilder& to, ValueId data)
{
    constexpr MobileStage kStages[] = {{64, 1, 1},  {128, 2, 1}, {128, 1, 1},  {256, 2, 1}, {256, 1, 1},
                                       {512, 2, 1}, {512, 1, 5}, {1024, 2, 1}, {1024, 1, 1}};
    ValueId x = to.convNormRelu("stem", data, ConvForm::square(32, 3, 2, 1));
    int number = 0;
    for (const MobileStage& stage : kStages) {
        for (int64_t i = 0; i < stage.times; ++i) {
            const std::string name = "block" + std::to_string(++number);
            x = to.convNormRelu(name + ".depthwise", x, depthwise(to.extent(x, 1), stage.stride));
            x = to.convNormRelu(name + ".pointwise", x, ConvForm::square(stage.channels, 1));
        }
    }
    return to.softmax("probabilities", classifier(to, x));
}

ValueId mobileNetV2(GraphBuilder& to, ValueId data, bool useGluonVariant)
{
    constexpr MobileStage kStages[] = {{16, 1, 1, 1}, {24, 2, 2, 6},  {32, 2, 3, 6}, {64, 2, 4, 6},
                                       {96, 1, 3, 6}, {160, 2, 3, 6}, {320, 1, 1, 6}};
    ValueId x = convNormRelu6(to, "stem", data, ConvForm::square(32, 3, 2, 1));
    int number = 0;
    for (const MobileStage& stage : kStages) {
        for (int64_t i = 0; i < stage.times; ++i) {
            x = invertedResidual(to, "block" + std::to_string(++number), x, stage, i == 0 ? stage.stride : 1, useGluonVariant);
        }
    }
    x = convNormRelu6(to, "last", x, ConvForm::square(1280, 1));
    return useGluonVariant ? to.flatten("flat", to.conv("classifier", to.globalAveragePool("pool", x), ConvForm::square(1000, 1)))
                           : classifier(to, x);
}

} // namespace knobscope
