// SPDX-License-Identifier: GPL-3.0-or-later
// Residual networks: arXiv 1512.03385, and 1603.05027 for the pre-activation variant.
#include "core/network/models/families.h"

namespace knobscope {
namespace {

struct ResNetStages {
    std::array<int64_t, 4> units;
    std::array<int64_t, 4> channels; ///< output channels of each stage
    bool isBottleneck;
};

ResNetStages stagesOf(int64_t layers)
{
    if (layers == 50) {
        return {{3, 4, 6, 3}, {256, 512, 1024, 2048}, true};
    }
    return {layers == 34 ? std::array<int64_t, 4>{3, 4, 6, 3} : std::array<int64_t, 4>{2, 2, 2, 2}, {64, 128, 256, 512}, false};
}

/// One unit: its name, output channels and stride, and whether it is the first of its stage.
struct ResNetUnit {
    std::string name;
    int64_t channels, stride;
    bool isFirst;
};

/// Calls `write(unit)` for all units of a stage.
template<class Write>
void eachUnit(const ResNetStages& stages, size_t stage, Write write)
{
    for (int64_t unit = 0; unit < stages.units[stage]; ++unit) {
        write(ResNetUnit{"stage" + std::to_string(stage + 1) + ".unit" + std::to_string(unit + 1), stages.channels[stage],
                         unit == 0 && stage > 0 ? 2 : 1, unit == 0});
    }
}

ValueId stem(GraphBuilder& to, ValueId x)
{
    return to.maxPool("stem.pool", to.convNormRelu("stem", x, ConvForm::square(64, 7, 2, 3)), {3, 2, 1});
}

ValueId residualUnit(GraphBuilder& to, ValueId x, const ResNetUnit& unit, bool isBottleneck, ResNetStride where)
{
    const std::string& name = unit.name;
    ValueId y = x;
    if (isBottleneck) {
        const bool isFirst = where == ResNetStride::OnFirst;
        const int64_t narrow = unit.channels / 4;
        y = to.convNormRelu(name + ".conv1", y, ConvForm::square(narrow, 1, isFirst ? unit.stride : 1));
        y = to.convNormRelu(name + ".conv2", y, ConvForm::square(narrow, 3, isFirst ? 1 : unit.stride, 1));
        y = to.convNorm(name + ".conv3", y, ConvForm::square(unit.channels, 1));
    } else {
        y = to.convNormRelu(name + ".conv1", y, ConvForm::square(unit.channels, 3, unit.stride, 1));
        y = to.convNorm(name + ".conv2", y, ConvForm::square(unit.channels, 3, 1, 1));
    }
    const bool isProjected = unit.isFirst && (unit.stride != 1 || to.extent(x, 1) != unit.channels);
    const ValueId shortcut =
        isProjected ? to.convNorm(name + ".shortcut", x, ConvForm::square(unit.channels, 1, unit.stride)) : x;
    return to.relu(name + ".relu", to.add(name + ".sum", y, shortcut));
}

ValueId residualStage(GraphBuilder& to, ValueId x, const ResNetStages& stages, size_t stage, ResNetStride where)
{
    eachUnit(stages, stage, [&](const ResNetUnit& unit) { x = residualUnit(to, x, unit, stages.isBottleneck, where); });
    return x;
}

ValueId normRelu(GraphBuilder& to, const std::string& name, ValueId x)
{
    return to.relu(name + ".relu", to.batchNorm(name + ".norm", x, 2e-5));
}

/// Starts with batch norm and relu; a projection reads their output.
ValueId preActivatedUnit(GraphBuilder& to, ValueId x, const ResNetUnit& unit, bool isBottleneck)
{
    const std::string& name = unit.name;
    const ValueId activated = normRelu(to, name + ".1", x);
    ValueId y = activated;
    if (isBottleneck) {
        const int64_t narrow = unit.channels / 4;
        y = normRelu(to, name + ".2", to.conv(name + ".conv1", y, ConvForm::square(narrow, 1, unit.stride)));
        y = normRelu(to, name + ".3", to.conv(name + ".conv2", y, ConvForm::square(narrow, 3, 1, 1)));
        y = to.conv(name + ".conv3", y, ConvForm::square(unit.channels, 1));
    } else {
        y = normRelu(to, name + ".2", to.conv(name + ".conv1", y, ConvForm::square(unit.channels, 3, unit.stride, 1)));
        y = to.conv(name + ".conv2", y, ConvForm::square(unit.channels, 3, 1, 1));
    }
    const ValueId shortcut =
        unit.isFirst ? to.conv(name + ".shortcut", activated, ConvForm::square(unit.channels, 1, unit.stride)) : x;
    return to.add(name + ".sum", y, shortcut);
}

} // namespace

ValueId classifier(GraphBuilder& to, ValueId features)
{
    return to.dense("classifier", to.flatten("flat", to.globalAveragePool("pool", features)), 1000);
}

ValueId resNetPreActivated(GraphBuilder& to, ValueId data, int64_t layers)
{
    const ResNetStages stages = stagesOf(layers);
    ValueId x = to.conv("stem", to.batchNorm("data.norm", data, 2e-5), ConvForm::square(64, 7, 2, 3));
    x = to.maxPool("stem.pool", normRelu(to, "stem", x), {3, 2, 1});
    for (size_t stage = 0; stage < stages.units.size(); ++stage) {
        eachUnit(stages, stage, [&](const ResNetUnit& unit) { x = preActivatedUnit(to, x, unit, stages.isBottleneck); });
    }
    return to.softmax("probabilities", classifier(to, normRelu(to, "last", x)));
}

ValueId resNet(GraphBuilder& to, ValueId data, int64_t layers, ResNetStride stride)
{
    const ResNetStages stages = stagesOf(layers);
    ValueId x = stem(to, data);
    for (size_t stage = 0; stage < stages.units.size(); ++stage) {
        x = residualStage(to, x, stages, stage, stride);
    }
    return classifier(to, x);
}

std::array<ValueId, 2> resNet50Features(GraphBuilder& to, ValueId data)
{
    const ResNetStages stages = stagesOf(50);
    ValueId x = stem(to, data);
    for (size_t stage = 0; stage < 3; ++stage) {
        x = residualStage(to, x, stages, stage, ResNetStride::OnFirst);
    }
    return {x, residualStage(to, x, stages, 3, ResNetStride::OnFirst)};
}

} // namespace knobscope
