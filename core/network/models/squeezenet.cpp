// SPDX-License-Identifier: GPL-3.0-or-later
// arXiv 1602.07360, version 1.1.
#include "core/network/models/families.h"

namespace knobscope {
namespace {

ValueId convBiasRelu(GraphBuilder& to, const std::string& name, ValueId x, const ConvForm& form)
{
    return to.relu(name + ".relu", to.conv(name, x, form.withBias()));
}

ValueId fire(GraphBuilder& to, const std::string& name, ValueId x, int64_t narrow, int64_t wide)
{
    const ValueId squeezed = convBiasRelu(to, name + ".squeeze", x, ConvForm::square(narrow, 1));
    const ValueId one = convBiasRelu(to, name + ".expand1x1", squeezed, ConvForm::square(wide, 1));
    const ValueId three = convBiasRelu(to, name + ".expand3x3", squeezed, ConvForm::square(wide, 3, 1, 1));
    return to.concat(name, {one, three});
}

} // namespace

ValueId squeezeNet(GraphBuilder& to, ValueId data, bool useTvmVariant)
{
    const PoolForm pool{3, 2, 0, !useTvmVariant};
    ValueId x = convBiasRelu(to, "stem", data, ConvForm::square(64, 3, 2, useTvmVariant ? 1 : 0));
    int number = 1;
    const auto fireModule = [&](int64_t narrow, int64_t wide) {
        x = fire(to, "fire" + std::to_string(++number), x, narrow, wide);
    };
    x = to.maxPool("pool1", x, pool);
    fireModule(16, 64);
    fireModule(16, 64);
    x = to.maxPool("pool3", x, pool);
    fireModule(32, 128);
    fireModule(32, 128);
    x = to.maxPool("pool5", x, pool);
    fireModule(48, 192);
    fireModule(48, 192);
    fireModule(64, 256);
    fireModule(64, 256);
    x = to.flatten("flat", to.globalAveragePool("pool", convBiasRelu(to, "classifier", x, ConvForm::square(1000, 1))));
    return useTvmVariant ? to.softmax("probabilities", x) : x;
}

} // namespace knobscope
