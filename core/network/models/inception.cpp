// SPDX-License-Identifier: GPL-3.0-or-later
// arXiv 1512.00567, with the block order of MXNet and TVM's relay.testing.
#include "core/network/models/families.h"

namespace knobscope {
namespace {

/// Builds the branches of one block.
class InceptionBlock
{
public:
    InceptionBlock(GraphBuilder& to, std::string name, ValueId x)
        : m_to(to)
        , m_name(std::move(name))
        , m_x(x)
    {
    }

    /// Convolutions in sequence.
    ValueId chain(std::initializer_list<ConvForm> forms) { return chainFrom(m_x, forms); }
    ValueId chainFrom(ValueId x, std::initializer_list<ConvForm> forms)
    {
        for (const ConvForm& form : forms) {
            const std::string name = m_name + ".conv" + std::to_string(++m_convs);
            x = m_to.convNormRelu(name, x, form, 2e-5);
        }
        return x;
    }
    void branch(std::initializer_list<ConvForm> forms) { add(chain(forms)); }
    void add(ValueId part) { m_parts.push_back(part); }
    /// Average pool that keeps the size, and a projection.
    void averaged(int64_t channels)
    {
        add(chainFrom(m_to.averagePool(m_name + ".pool", m_x, {3, 1, 1}), {ConvForm::square(channels, 1)}));
    }
    void greatest(int64_t channels)
    {
        add(chainFrom(m_to.maxPool(m_name + ".pool", m_x, {3, 1, 1}), {ConvForm::square(channels, 1)}));
    }
    /// Max pool that halves the size.
    void halved() { add(m_to.maxPool(m_name + ".pool", m_x, {3, 2, 0})); }
    ValueId concat() { return m_to.concat(m_name, m_parts); }

private:
    GraphBuilder& m_to;
    std::string m_name;
    ValueId m_x;
    int m_convs = 0;
    std::vector<ValueId> m_parts;
};

/// A 1 x 7 convolution; down() is 7 x 1.
ConvForm across(int64_t channels)
{
    return {channels, {1, 7}, {1, 1}, {0, 3}};
}

ConvForm down(int64_t channels)
{
    return {channels, {7, 1}, {1, 1}, {3, 0}};
}

ConvForm point(int64_t channels)
{
    return ConvForm::square(channels, 1);
}

ConvForm three(int64_t channels)
{
    return ConvForm::square(channels, 3, 1, 1);
}

ConvForm halving(int64_t channels)
{
    return ConvForm::square(channels, 3, 2);
}

ValueId inceptionA(GraphBuilder& to, const std::string& name, ValueId x, int64_t projected)
{
    InceptionBlock block(to, name, x);
    block.branch({point(64)});
    block.branch({point(48), ConvForm::square(64, 5, 1, 2)});
    block.branch({point(64), three(96), three(96)});
    block.averaged(projected);
    return block.concat();
}

ValueId inceptionB(GraphBuilder& to, const std::string& name, ValueId x)
{
    InceptionBlock block(to, name, x);
    block.branch({halving(384)});
    block.branch({point(64), three(96), halving(96)});
    block.halved();
    return block.concat();
}

ValueId inceptionC(GraphBuilder& to, const std::string& name, ValueId x, int64_t narrow)
{
    InceptionBlock block(to, name, x);
    block.branch({point(192)});
    block.branch({point(narrow), across(narrow), down(192)});
    block.branch({point(narrow), down(narrow), across(narrow), down(narrow), across(192)});
    block.averaged(192);
    return block.concat();
}

ValueId inceptionD(GraphBuilder& to, const std::string& name, ValueId x)
{
    InceptionBlock block(to, name, x);
    block.branch({point(192), halving(320)});
    block.branch({point(192), across(192), down(192), halving(192)});
    block.halved();
    return block.concat();
}

ValueId inceptionE(GraphBuilder& to, const std::string& name, ValueId x, bool isLast)
{
    constexpr ConvForm kAcross{384, {1, 3}, {1, 1}, {0, 1}};
    constexpr ConvForm kDown{384, {3, 1}, {1, 1}, {1, 0}};
    InceptionBlock block(to, name, x);
    block.branch({point(320)});
    const ValueId wide = block.chain({point(384)});
    block.add(block.chainFrom(wide, {kAcross}));
    block.add(block.chainFrom(wide, {kDown}));
    const ValueId deep = block.chain({point(448), three(384)});
    block.add(block.chainFrom(deep, {kAcross}));
    block.add(block.chainFrom(deep, {kDown}));
    isLast ? block.greatest(192) : block.averaged(192);
    return block.concat();
}

} // namespace

ValueId inceptionV3(GraphBuilder& to, ValueId data)
{
    InceptionBlock stem(to, "stem", data);
    ValueId x = stem.chain({ConvForm::square(32, 3, 2), ConvForm::square(32, 3), three(64)});
    x = stem.chainFrom(to.maxPool("stem.pool1", x, {3, 2, 0}), {point(80), ConvForm::square(192, 3)});
    x = to.maxPool("stem.pool2", x, {3, 2, 0});
    x = inceptionA(to, "mixed1", x, 32);
    x = inceptionA(to, "mixed2", x, 64);
    x = inceptionA(to, "mixed3", x, 64);
    x = inceptionB(to, "mixed4", x);
    x = inceptionC(to, "mixed5", x, 128);
    x = inceptionC(to, "mixed6", x, 160);
    x = inceptionC(to, "mixed7", x, 160);
    x = inceptionC(to, "mixed8", x, 192);
    x = inceptionD(to, "mixed9", x);
    x = inceptionE(to, "mixed10", x, false);
    x = inceptionE(to, "mixed11", x, true);
    return to.softmax("probabilities", classifier(to, x));
}

} // namespace knobscope
