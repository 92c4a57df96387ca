// SPDX-License-Identifier: GPL-3.0-or-later
// Losses of classifiers, which training scripts leave in the models that they export.
#include "core/graph/operators/all.h"

#include <algorithm>
#include <cmath>

namespace knobscope {
namespace {

std::vector<TensorType> inferLoss(const OperatorCall& call)
{
    const TensorType& scores = call.realType(0);
    call.require(scores.shape.size() >= 2, "input 1 of shape {} has no classes", shapeText(scores.shape));
    Shape labels = scores.shape;
    labels.erase(labels.begin() + 1);
    call.require(call.shape(1) == labels && !call.type(1).number.isFloat(), "input 2 is {}, but input 1 has shape {}",
                 call.type(1).text(), shapeText(scores.shape));
    call.require(!call.has(2) || (call.shape(2) == Shape{scores.shape[1]} && call.type(2).number == scores.number),
                 "input 3 is {}, but there are {} classes", call.has(2) ? call.type(2).text() : "", scores.shape[1]);
    const std::string reduction = call.text("reduction", "mean");
    call.require(reduction == "none" || reduction == "sum" || reduction == "mean",
                 "attribute 'reduction' is {}; it must be none, sum or mean", quotedName(reduction));
    (void)call.integer("ignore_index", 0);
    std::vector<TensorType> types{{scores.number, reduction == "none" ? labels : Shape{}}};
    if (call.op() == "SoftmaxCrossEntropyLoss") {
        types.push_back(scores);
    }
    return types;
}

/// Logs of the classes' probabilities.
std::vector<double> logProbabilities(const std::vector<double>& scores, size_t classes, size_t size)
{
    std::vector<double> logs(scores.size());
    for (size_t lane = 0; classes > 0 && lane < scores.size() / classes; ++lane) {
        const size_t first = lane / size * size * classes + lane % size;
        double most = scores[first];
        for (size_t c = 0; c < classes; ++c) {
            most = std::max(most, scores[first + c * size]);
        }
        double sum = 0;
        for (size_t c = 0; c < classes; ++c) {
            sum += std::exp(scores[first + c * size] - most);
        }
        for (size_t c = 0; c < classes; ++c) {
            logs[first + c * size] = scores[first + c * size] - most - std::log(sum);
        }
    }
    return logs;
}

void evaluateLoss(const OperatorCall& call, std::span<Tensor> out)
{
    const Shape& shape = call.shape(0);
    const auto classes = static_cast<size_t>(shape[1]);
    const auto size = static_cast<size_t>(elementsOf(Shape(shape.begin() + 2, shape.end())));
    std::vector<double> logs = call.value(0).reals();
    if (call.op() == "SoftmaxCrossEntropyLoss") {
        logs = logProbabilities(logs, classes, size);
    }
    const std::vector<int64_t> labels = call.value(1).integers();
    const std::vector<double> weights = call.has(2) ? call.value(2).reals() : std::vector<double>(classes, 1);
    std::vector<double> losses(labels.size(), 0);
    double sum = 0;
    double weight = 0;
    for (size_t lane = 0; lane < labels.size(); ++lane) {
        if (call.hasAttribute("ignore_index") && labels[lane] == call.integer("ignore_index", 0)) {
            continue;
        }
        const int64_t label = call.place(labels[lane], shape[1]);
        const size_t at = lane / size * size * classes + static_cast<size_t>(label) * size + lane % size;
        losses[lane] = -logs[at] * weights[static_cast<size_t>(label)];
        sum += losses[lane];
        weight += weights[static_cast<size_t>(label)];
    }
    const std::string reduction = call.text("reduction", "mean");
    const auto write = [](Tensor& to, const std::vector<double>& values) {
        withReal(to.number(), [&]<class T>() {
            std::ranges::transform(values, to.as<T>().begin(), [](double value) { return static_cast<T>(value); });
        });
    };
    write(out[0], reduction == "none" ? losses : std::vector<double>{reduction == "sum" ? sum : sum / weight});
    if (out.size() > 1) {
        write(out[1], logs);
    }
}

} // namespace

std::vector<Operator> lossOperators()
{
    return {{"NegativeLogLikelihoodLoss", 2, 3, inferLoss, evaluateLoss},
            {"SoftmaxCrossEntropyLoss", 2, 3, inferLoss, evaluateLoss}};
}

} // namespace knobscope
