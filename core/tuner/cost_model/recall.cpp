// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/statistics.h"
#include "core/tuner/cost_model/costmodel.h"

namespace knobscope {

CostModel::~CostModel() = default;

double averageRecall(std::span<const float> predictions, std::span<const float> labels, size_t top)
{
    const std::vector<size_t> byPrediction = orderOf(predictions, std::greater<>());
    const std::vector<size_t> byLabel = orderOf(labels, std::greater<>());
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
