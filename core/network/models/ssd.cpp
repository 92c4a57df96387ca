// SPDX-License-Identifier: GPL-3.0-or-later
// arXiv 1512.02325 in GluonCV's variant ssd_512_resnet50_v1_voc.
#include "core/network/models/families.h"

#include <cmath>

namespace knobscope {
namespace {

constexpr int64_t kClasses = 20 + 1; ///< including the background

/// One scale: anchors of two sizes in pixels, the first one also in other aspect ratios.
struct SsdScale {
    double size, next;
    int64_t boxes; ///< per element of the feature map: 4, or 6 with ratios of 3 and 1/3
};

constexpr std::array<SsdScale, 6> kScales{
    {{51.2, 102.4, 4}, {102.4, 189.4, 6}, {189.4, 276.4, 6}, {276.4, 363.52, 6}, {363.52, 450.6, 4}, {450.6, 492, 4}}};

/// Width and height of the anchors at each element.
std::vector<std::array<double, 2>> anchorSizes(const SsdScale& scale)
{
    const double between = std::sqrt(scale.size * scale.next);
    std::vector<std::array<double, 2>> sizes{{scale.size, scale.size}, {between, between}};
    for (const double ratio : {2.0, 0.5, 3.0, 1.0 / 3}) {
        if (sizes.size() < static_cast<size_t>(scale.boxes)) {
            sizes.push_back({scale.size * std::sqrt(ratio), scale.size / std::sqrt(ratio)});
        }
    }
    return sizes;
}

/// Collects the parts of the outputs over all scales.
class SsdHead
{
public:
    SsdHead(GraphBuilder& to, ValueId data)
        : m_to(to)
        , m_data(data)
    {
    }

    void addScale(ValueId features, const SsdScale& scale)
    {
        const std::string name = "scale" + std::to_string(m_scores.size() + 1);
        m_scores.push_back(predict(name + ".classes", features, scale.boxes, kClasses));
        m_offsets.push_back(predict(name + ".boxes", features, scale.boxes, 4));
        addAnchors(features, scale);
    }

    Detections finish()
    {
        const ValueId scores = m_to.softmax("scores", m_to.concat("classes", m_scores));
        const ValueId offsets = m_to.concat("offsets", m_offsets);
        const auto scale = [&](const char* name, ValueId x, double by) {
            const std::string factor = std::string(name) + ".factor";
            return m_to.node("Mul", name, {x, m_to.constant(factor, Tensor::of<float>({}, {static_cast<float>(by)}))});
        };
        const ValueId size = anchors("anchors.size", m_sizes);
        const ValueId moved = m_to.node("Mul", "shift", {scale("shift.scaled", part("shift.offsets", offsets, 0), 0.1), size});
        const ValueId centre = m_to.node("Add", "centre", {moved, anchors("anchors.centre", m_centres)});
        const ValueId grown = m_to.node("Exp", "growth", {scale("growth.scaled", part("growth.offsets", offsets, 2), 0.2)});
        const ValueId half = scale("half", m_to.node("Mul", "size", {grown, size}), 0.5);
        const ValueId from = m_to.node("Sub", "from", {centre, half});
        const ValueId until = m_to.node("Add", "until", {centre, half});
        return {scores, m_to.concat("boxes", {from, until}, 2)};
    }

private:
    /// Predicts `numbers` values for each box, box by box.
    ValueId predict(const std::string& name, ValueId features, int64_t boxes, int64_t numbers)
    {
        const ValueId x = m_to.conv(name, features, ConvForm::square(boxes * numbers, 3, 1, 1).withBias());
        const ValueId last = m_to.node("Transpose", name + ".last", {x}, {{"perm", std::vector<int64_t>{0, 2, 3, 1}}});
        const ValueId shape = m_to.constant(name + ".shape", Tensor::of<int64_t>({3}, {m_to.extent(x, 0), -1, numbers}));
        return m_to.node("Reshape", name + ".each", {last, shape});
    }

    void addAnchors(ValueId features, const SsdScale& scale)
    {
        const int64_t rows = m_to.extent(features, 2);
        const int64_t columns = m_to.extent(features, 3);
        const auto sizes = anchorSizes(scale);
        for (int64_t i = 0; i < rows * columns; ++i) {
            const int64_t row = i / columns;
            const double x = (static_cast<double>(i % columns) + 0.5) * static_cast<double>(m_to.extent(m_data, 3))
                           / static_cast<double>(columns);
            const double y =
                (static_cast<double>(row) + 0.5) * static_cast<double>(m_to.extent(m_data, 2)) / static_cast<double>(rows);
            for (const auto& [width, height] : sizes) {
                m_centres.insert(m_centres.end(), {static_cast<float>(x), static_cast<float>(y)});
                m_sizes.insert(m_sizes.end(), {static_cast<float>(width), static_cast<float>(height)});
            }
        }
    }

    ValueId anchors(const std::string& name, const std::vector<float>& pairs)
    {
        return m_to.constant(name, Tensor::of<float>({1, static_cast<int64_t>(pairs.size() / 2), 2}, pairs));
    }

    /// Selects two of the four numbers of each box.
    ValueId part(const std::string& name, ValueId x, int64_t first)
    {
        const auto number = [&](const char* what, int64_t value) {
            return m_to.constant(name + what, Tensor::of<int64_t>({1}, {value}));
        };
        return m_to.node("Slice", name, {x, number(".begin", first), number(".end", first + 2), number(".axis", 2)});
    }

    GraphBuilder& m_to;
    ValueId m_data;
    std::vector<ValueId> m_scores, m_offsets;
    std::vector<float> m_centres, m_sizes;
};

} // namespace

Detections ssdResNet50(GraphBuilder& to, ValueId data)
{
    const auto [middle, last] = resNet50Features(to, data);
    std::vector<ValueId> features{middle, last};
    for (const int64_t channels : {512, 512, 256, 256}) {
        const std::string name = "extra" + std::to_string(features.size() - 1);
        const ValueId narrow = to.convNormRelu(name + ".conv1", features.back(), ConvForm::square(channels, 1));
        features.push_back(to.convNormRelu(name + ".conv2", narrow, ConvForm::square(channels, 3, 2, 1)));
    }
    SsdHead head(to, data);
    for (size_t i = 0; i < kScales.size(); ++i) {
        head.addScale(features[i], kScales[i]);
    }
    return head.finish();
}

} // namespace knobscope
