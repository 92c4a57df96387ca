// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/network.h"

#include "core/json/readjson.h"
#include "core/network/builtin.h"
#include "core/text/words.h"

#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <numeric>

namespace knobscope {
namespace {

Result<std::string> textField(const nlohmann::json& object, const char* name)
{
    const auto found = object.find(name);
    if (found == object.end() || !found->is_string() || found->get_ref<const std::string&>().empty())
        return fail(ErrorCode::Parse, "\"{}\" must be a text that is not empty", name);
    return found->get<std::string>();
}

Result<std::vector<int64_t>> inputShape(const nlohmann::json& object)
{
    const auto found = object.find("input");
    if (found == object.end())
        return std::vector<int64_t>{};
    const auto isExtent = [](const nlohmann::json& value) {
        return value.is_number_unsigned() && value.get<uint64_t>() >= 1 && value.get<uint64_t>() < (uint64_t{1} << 31);
    };
    if (!found->is_array() || !std::all_of(found->begin(), found->end(), isExtent))
        return fail(ErrorCode::Parse, "\"input\" must be a list of extents from 1 to 2^31-1");
    return found->get<std::vector<int64_t>>();
}

Result<std::vector<NetworkWorkload>> workloadList(const nlohmann::json& object)
{
    const auto found = object.find("workloads");
    if (found == object.end() || !found->is_array() || found->empty())
        return fail(ErrorCode::Parse, "\"workloads\" must be a list with at least one entry");
    std::vector<NetworkWorkload> workloads;
    for (const nlohmann::json& entry : *found) {
        auto workload = workloadFromJson(entry);
        if (!workload)
            return fail(workload.error().code, "workload {}: {}", workloads.size() + 1, workload.error());
        workloads.push_back(*workload);
    }
    return workloads;
}

Result<Network> networkFromJson(const nlohmann::json& json)
{
    if (!json.is_object())
        return fail(ErrorCode::Parse, "a network must be a JSON object");
    auto name = TRY(textField(json, "network"));
    const auto inNetwork = [&name](const Error& error) { return fail(error.code, "{}: {}", name, error); };
    if (name.find_first_of("/:") != std::string::npos)
        return fail(ErrorCode::InvalidArgument, "{}: a network's name must have no '/' and no ':'", name);
    auto variant = textField(json, "variant");
    if (!variant)
        return inNetwork(variant.error());
    auto input = inputShape(json);
    if (!input)
        return inNetwork(input.error());
    auto workloads = workloadList(json);
    if (!workloads)
        return inNetwork(workloads.error());

    Network network;
    network.name = std::move(name);
    network.variant = std::move(*variant);
    network.source = json.contains("source") && json["source"].is_string() ? json["source"].get<std::string>() : std::string();
    network.input = std::move(*input);
    network.workloads = std::move(*workloads);
    return network;
}

std::string nearestTo(std::string_view wanted, std::span<const Network> networks)
{
    constexpr size_t kLongestCompared = 64; // more than any name here; bounds the work on absurd input
    const std::string text = lowered(wanted.substr(0, kLongestCompared));
    std::string nearest;
    size_t least = std::max<size_t>(2, text.size() / 3) + 1;
    for (const Network& network : networks) {
        for (const std::string& candidate : {network.name, network.name + "/" + network.variant}) {
            const size_t distance = editDistance(text, lowered(candidate));
            if (distance < least) {
                least = distance;
                nearest = candidate;
            }
        }
    }
    return nearest;
}

tl::unexpected<Error> unknownNetwork(std::string_view id, std::span<const Network> networks)
{
    const std::string shown(id.substr(0, 80));
    if (const std::string nearest = nearestTo(id, networks); !nearest.empty())
        return fail(ErrorCode::NotFound, "no network '{}'; did you mean '{}'?", shown, nearest);
    std::vector<std::string> names;
    for (const Network& network : networks)
        names.push_back(network.id());
    return fail(ErrorCode::NotFound, "no network '{}'; there are {}", shown, fmt::join(names, ", "));
}

Result<std::vector<Network>> networksFromJson(const nlohmann::json& document, const std::string& whence)
{
    const auto list = document.is_object() ? document.find("networks") : document.end();
    if (!document.is_object() || list == document.end() || !list->is_array() || list->empty())
        return fail(ErrorCode::Parse, "{} must be an object with a list \"networks\" that is not empty", whence);

    std::vector<Network> networks;
    for (const nlohmann::json& entry : *list) {
        auto network = networkFromJson(entry);
        if (!network)
            return fail(network.error().code, "{}, network {}: {}", whence, networks.size() + 1, network.error());
        const auto sameName = [&network](const Network& other) { return other.name == network->name; };
        const auto same = [&network](const Network& other) {
            return other.name == network->name && other.variant == network->variant;
        };
        if (std::any_of(networks.begin(), networks.end(), same))
            return fail(ErrorCode::InvalidArgument, "{} lists {}/{} twice", whence, network->name, network->variant);
        network->isDefault = std::none_of(networks.begin(), networks.end(), sameName);
        networks.push_back(std::move(*network));
    }
    return networks;
}

} // namespace

std::string Network::id() const
{
    return isDefault ? name : name + "/" + variant;
}

double Network::totalFlops() const
{
    double sum = 0;
    for (const NetworkWorkload& workload : workloads)
        sum += workload.plainFlops() * static_cast<double>(workload.count);
    return sum;
}

Result<std::vector<Network>> loadNetworks()
{
    return parseNetworks(builtinNetworksJson(), "built-in networks");
}

Result<std::vector<Network>> loadNetworks(const std::string& path)
{
    const auto document = TRY(readJsonFile(path));
    return networksFromJson(document, path);
}

Result<std::vector<Network>> parseNetworks(std::string_view text, const std::string& whence)
{
    const auto document = TRY(readJson(text, whence));
    return networksFromJson(document, whence);
}

Result<Network> findNetwork(std::span<const Network> networks, std::string_view id)
{
    const auto found = std::find_if(networks.begin(), networks.end(), [id](const Network& network) {
        return network.id() == id || network.name + "/" + network.variant == id;
    });
    if (found != networks.end())
        return *found;
    for (const std::string_view type : {"int8", "bfloat16"}) {
        if (id.size() <= type.size() || !id.ends_with(type) || id[id.size() - type.size() - 1] != '/')
            continue;
        auto form = TRY(findNetwork(networks, id.substr(0, id.size() - type.size() - 1)));
        form.variant = form.isDefault ? std::string(type) : fmt::format("{}/{}", form.variant, type);
        form.isDefault = false;
        return form;
    }
    return unknownNetwork(id, networks);
}

} // namespace knobscope
