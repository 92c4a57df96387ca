// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/cost_model/costmodel.h"

#include <numeric>

namespace knobscope {

namespace {

std::vector<size_t> descending(std::span<const float> values)
{
    std::vector<size_t> order(values.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return values[a] > values[b]; });
    return order;
}

} // namespace

CostModel::~CostModel() = default;

double averageRecall(std::span<const float> predictions, std::span<const float> labels, size_t top)
{
    const std::vector<size_t> byPrediction = descending(predictions);
    const std::vector<size_t> byLabel = descending(labels);
    std::vector<size_t> rank(labels.size());
    for (size_t i = 0; i < byLabel.size(); ++i) {
        rank[byLabel[i]] = i;
    }
    top = std::min(top, labels.size());
    double sum = 0;
    for (size_t i = 0; i < top; ++i) {
        size_t found = 0;
        for (size_t j = 0; j < i; ++j) {
            found += rank[byPrediction[j]] <= i ? 1 : 0;
        }
        sum += static_cast<double>(found) / static_cast<double>(i + 1);
    }
    return top == 0 ? 0 : sum / static_cast<double>(top);
}

} // namespace knobscope
