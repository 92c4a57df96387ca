// SPDX-License-Identifier: GPL-3.0-or-later
// arXiv 1409.1556, configurations D and E.
#include "core/network/models/families.h"

namespace knobscope {

ValueId vgg(GraphBuilder& to, ValueId data, int64_t layers)
{
    constexpr std::array<int64_t, 5> kChannels{64, 128, 256, 512, 512};
    const int64_t deep = layers == 19 ? 4 : 3;
    ValueId x = data;
    for (size_t block = 0; block < kChannels.size(); ++block) {
        const std::string name = "block" + std::to_string(block + 1);
        for (int64_t layer = 1; layer <= (block < 2 ? 2 : deep); ++layer) {
            const std::string conv = name + ".conv" + std::to_string(layer);
            x = to.relu(conv + ".relu", to.conv(conv, x, ConvForm::square(kChannels[block], 3, 1, 1).withBias()));
        }
        x = to.maxPool(name + ".pool", x, {2, 2, 0});
    }
    x = to.relu("dense1.relu", to.dense("dense1", to.flatten("flat", x), 4096));
    x = to.relu("dense2.relu", to.dense("dense2", x, 4096));
    return to.softmax("probabilities", to.dense("classifier", x, 1000));
}

} // namespace knobscope
