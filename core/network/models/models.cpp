// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/models/models.h"

#include "core/network/models/families.h"

#include <algorithm>
#include <iterator>

namespace knobscope {
namespace {

/// Builder of one variant of a network.
struct ModelForm {
    std::string_view name, variant;
    void (*build)(GraphBuilder&, ValueId data, std::vector<ValueId>& outputs);
};

/// Adapts a builder with a single output.
template<auto Family, auto... Arguments>
void single(GraphBuilder& to, ValueId data, std::vector<ValueId>& outputs)
{
    outputs = {Family(to, data, Arguments...)};
}

void ssd(GraphBuilder& to, ValueId data, std::vector<ValueId>& outputs)
{
    const Detections found = ssdResNet50(to, data);
    outputs = {found.scores, found.boxes};
}

constexpr ModelForm kForms[] = {
    {"resnet-18", "testing", single<resNetPreActivated, 18>},
    {"resnet-18", "v1b", single<resNet, 18, ResNetStride::OnThreeByThree>},
    {"resnet-34", "testing", single<resNetPreActivated, 34>},
    {"resnet-34", "v1b", single<resNet, 34, ResNetStride::OnThreeByThree>},
    {"resnet-50", "testing", single<resNetPreActivated, 50>},
    {"resnet-50", "v1", single<resNet, 50, ResNetStride::OnFirst>},
    {"resnet-50", "v1b", single<resNet, 50, ResNetStride::OnThreeByThree>},
    {"vgg-16", "plain", single<vgg, 16>},
    {"vgg-19", "plain", single<vgg, 19>},
    {"mobilenet-v1", "1.0", single<mobileNetV1>},
    {"mobilenet-v2", "gluon", single<mobileNetV2, true>},
    {"mobilenet-v2", "torchvision", single<mobileNetV2, false>},
    {"squeezenet-1.1", "testing", single<squeezeNet, true>},
    {"squeezenet-1.1", "torchvision", single<squeezeNet, false>},
    {"inception-v3", "299", single<inceptionV3>},
    {"densenet-121", "paper", single<denseNet, 121, false>},
    {"densenet-121", "testing", single<denseNet, 121, true>},
    {"densenet-201", "paper", single<denseNet, 201, false>},
    {"ssd-resnet50-512", "gluoncv voc", ssd},
};

const ModelForm* formOf(const Network& network)
{
    const auto* found = std::find_if(std::begin(kForms), std::end(kForms), [&](const ModelForm& form) {
        return form.name == network.name && form.variant == network.variant;
    });
    return found == std::end(kForms) ? nullptr : found;
}

} // namespace

bool hasNetworkGraph(const Network& network)
{
    return formOf(network) != nullptr;
}

Result<Graph> buildNetworkGraph(const Network& network, const Shape& input)
{
    const ModelForm* form = formOf(network);
    if (!form) {
        return fail(ErrorCode::Unsupported, "{} is a list of layers and is not available as a graph", network.id());
    }
    const Shape& shape = input.empty() ? network.input : input;
    if (shape.size() != 4 || shape[1] != 3
        || std::any_of(shape.begin(), shape.end(), [](int64_t extent) { return extent < 1; })) {
        return fail(ErrorCode::InvalidArgument, "{} expects images of shape [batch, 3, height, width], not {}", network.id(),
                    shapeText(shape));
    }
    GraphBuilder to(network.id());
    std::vector<ValueId> outputs;
    form->build(to, to.input("data", shape), outputs);
    return withPrefix(network.id(), std::move(to).finish(outputs));
}

} // namespace knobscope
