// SPDX-License-Identifier: GPL-3.0-or-later
// arXiv 1608.06993.
#include "core/network/models/families.h"

namespace knobscope {
namespace {

constexpr int64_t kGrowth = 32;

ValueId normReluConv(GraphBuilder& to, const std::string& name, ValueId x, const ConvForm& form)
{
    return to.conv(name, to.relu(name + ".relu", to.batchNorm(name + ".norm", x)), form);
}

ValueId denseBlock(GraphBuilder& to, const std::string& name, ValueId x, int64_t layers, bool useTvmVariant)
{
    std::vector<ValueId> made;
    for (int64_t layer = 1; layer <= layers; ++layer) {
        const std::string own = name + ".layer" + std::to_string(layer);
        ValueId y = normReluConv(to, own + ".conv1", x, ConvForm::square(4 * kGrowth, 1));
        y = normReluConv(to, own + ".conv2", y, ConvForm::square(kGrowth, 3, 1, 1));
        made.push_back(y);
        x = useTvmVariant ? y : to.concat(own, {x, y});
    }
    return useTvmVariant ? to.concat(name, made) : x;
}

} // namespace

ValueId denseNet(GraphBuilder& to, ValueId data, int64_t layers, bool useTvmVariant)
{
    const std::array<int64_t, 4> blocks =
        layers == 201 ? std::array<int64_t, 4>{6, 12, 48, 32} : std::array<int64_t, 4>{6, 12, 24, 16};
    ValueId x = to.conv("stem", data, ConvForm::square(64, 7, 2, 3));
    x = to.maxPool("stem.pool", to.relu("stem.relu", to.batchNorm("stem.norm", x)), {3, 2, 1});
    int64_t features = 64; // TVM halves the count as if its blocks concatenated as in the paper
    for (size_t block = 0; block < blocks.size(); ++block) {
        features += blocks[block] * kGrowth;
        x = denseBlock(to, "block" + std::to_string(block + 1), x, blocks[block], useTvmVariant);
        if (block + 1 < blocks.size()) {
            const std::string name = "transition" + std::to_string(block + 1);
            features /= 2;
            x = normReluConv(to, name, x, ConvForm::square(features, 1));
            x = to.averagePool(name + ".pool", x, {2, 2, 0});
        }
    }
    return classifier(to, to.relu("last.relu", to.batchNorm("last.norm", x)));
}

} // namespace knobscope
