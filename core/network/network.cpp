// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/network.h"

#include "core/base/readjson.h"
#include "core/base/strings.h"
#include "core/network/builtin.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <filesystem>

namespace knobscope {
namespace {

Network networkFromJson(const nlohmann::json& json)
{
    Network network;
    json.at("network").get_to(network.name);
    json.at("variant").get_to(network.variant);
    network.source = json.value("source", "");
    network.input = json.value("input", std::vector<int64_t>());
    for (const nlohmann::json& workload : json.at("workloads")) {
        network.workloads.push_back(workloadFromJson(workload));
    }
    return network;
}

/// Other element types of a float32 variant, written at the end of its name.
constexpr std::array<std::string_view, 2> kFormTypes{"int8", "bfloat16"};

/// Variants of the network in the name NAME/…; empty for other names.
std::vector<std::string> formsOf(std::string_view id, std::span<const Network> networks)
{
    const size_t slash = id.find('/');
    std::vector<std::string> forms;
    for (const Network& network : networks) {
        if (slash != std::string_view::npos && network.name == id.substr(0, slash)) {
            forms.push_back(network.id());
        }
    }
    if (!forms.empty()) {
        for (const std::string_view type : kFormTypes) {
            forms.push_back(fmt::format("{}/{}", forms.front(), type));
        }
    }
    return forms;
}

tl::unexpected<Error> unknownNetwork(std::string_view id, std::span<const Network> networks)
{
    if (std::error_code none; std::filesystem::is_regular_file(id, none)) {
        return fail(ErrorCode::NotFound,
                    "{} is not an ONNX model (a file that ends in .onnx); name one, or a network that ships with the program "
                    "(`knobscope-cli network list`)",
                    id);
    }
    const std::string shown(id.substr(0, 80));
    std::vector<std::string> names;
    for (const Network& network : networks) {
        names.insert(names.end(), {network.name, network.name + "/" + network.variant});
    }
    const auto meant = findClosestName(id, std::move(names));
    const auto forms = formsOf(id, networks);
    if (meant && (forms.empty() || editDistance(lowered(shown), lowered(*meant)) < 2)) {
        return fail(ErrorCode::NotFound, "no network '{}'; did you mean '{}'?", shown, *meant);
    }
    if (!forms.empty()) {
        return fail(ErrorCode::NotFound, "no network '{}'; available networks: {}", shown, fmt::join(forms, ", "));
    }
    std::vector<std::string> ids;
    for (const Network& network : networks) {
        ids.push_back(network.id());
    }
    return fail(ErrorCode::NotFound, "no network '{}'; available networks: {}", shown, fmt::join(ids, ", "));
}

} // namespace

std::string Network::id() const
{
    const std::string form = isDefault ? name : name + "/" + variant;
    return hasOtherInput ? fmt::format("{}/{}", form, fmt::join(input, "x")) : form;
}

double Network::totalFlops() const
{
    double sum = 0;
    for (const NetworkWorkload& workload : workloads) {
        sum += workload.plainFlops() * static_cast<double>(workload.count);
    }
    return sum;
}

Result<std::vector<Network>> loadNetworks()
{
    return parseNetworks(builtinNetworksJson());
}

Result<std::vector<Network>> parseNetworks(std::string_view text)
{
    std::vector<Network> networks;
    try {
        const auto document = nlohmann::json::parse(text);
        for (const nlohmann::json& entry : document.at("networks")) {
            Network network = networkFromJson(entry);
            network.isDefault = std::ranges::find(networks, network.name, &Network::name) == networks.end();
            networks.push_back(std::move(network));
        }
    } catch (const nlohmann::json::exception& e) {
        return fail(ErrorCode::Parse, "{}: {}", "networks.json", jsonErrorCause(e));
    }
    return networks;
}

Result<Network> findNetwork(std::span<const Network> networks, std::string_view id)
{
    const auto found = std::find_if(networks.begin(), networks.end(), [id](const Network& network) {
        return network.id() == id || network.name + "/" + network.variant == id;
    });
    if (found != networks.end()) {
        return *found;
    }
    for (const std::string_view type : kFormTypes) {
        if (id.size() <= type.size() || !id.ends_with(type) || id[id.size() - type.size() - 1] != '/') {
            continue;
        }
        auto form = TRY(findNetwork(networks, id.substr(0, id.size() - type.size() - 1)));
        form.variant = form.isDefault ? std::string(type) : fmt::format("{}/{}", form.variant, type);
        form.isDefault = false;
        return form;
    }
    return unknownNetwork(id, networks);
}

} // namespace knobscope
