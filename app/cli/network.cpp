// SPDX-License-Identifier: GPL-3.0-or-later
// What can be done with a whole network.
#include "app/cli/commands.h"

#include "core/graph/onnx/checkmodel.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

namespace {

/// 3 is for what is neither right nor wrong: a model with operators that are not supported.
constexpr Exit kUnsupported{3};

Exit check(const Output& output, const std::string& model, const std::string& folder)
{
    const auto checked = checkModel(model, folder);
    if (!checked) {
        return output.failure(checked.error());
    }
    const char* result = checked->verdict == ModelVerdict::Pass ? "pass"
                       : checked->verdict == ModelVerdict::Fail ? "fail"
                                                                : "unsupported";
    const nlohmann::json error = checked->error ? nlohmann::json(*checked->error) : nlohmann::json();
    output.isJson() ? output.document({{"result", result}, {"error", error}, {"message", checked->message}})
                    : output.text(fmt::format("{}: {}\n", result, checked->message));
    return checked->verdict == ModelVerdict::Pass ? Exit::Success
         : checked->verdict == ModelVerdict::Fail ? Exit::Failure
                                                  : kUnsupported;
}

} // namespace

void addNetworkCommands(CLI::App& app, const Output& output, Action& action)
{
    CLI::App* network = app.add_subcommand("network", "Whole networks");
    network->require_subcommand(1);

    auto model = std::make_shared<std::string>();
    auto folder = std::make_shared<std::string>();
    CLI::App* checking = network->add_subcommand(
        "check", "Compute an ONNX model on its test data and compare; exit code 0 right, 1 wrong, 3 not supported");
    checking->add_option("MODEL", *model, "The .onnx file")->required();
    checking->add_option("FOLDER", *folder, "Where input_0.pb, … and output_0.pb, … are")->required();
    checking->callback([=, &output, &action] { action = [=, &output] { return check(output, *model, *folder); }; });
}

} // namespace knobscope::cli
