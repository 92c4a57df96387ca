// SPDX-License-Identifier: GPL-3.0-or-later
// One network in several precisions side by side.
#include "app/cli/commands.h"
#include "app/cli/opennetwork.h"

#include "core/base/strings.h"
#include "core/tuning/precisionrecord.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace knobscope::cli {

namespace {

/// "bfloat16,int8"
Result<std::vector<Precision>> readPrecisions(const std::string& text)
{
    std::vector<Precision> precisions;
    for (const std::string& name : splitText(text, ',')) {
        const Precision precision = TRY(precisionNamed(name));
        if (precision == Precision::Float32 || std::ranges::find(precisions, precision) != precisions.end()) {
            return fail(ErrorCode::InvalidArgument,
                        "--with lists the precisions beside float32, each once, as in bfloat16,int8; not '{}'",
                        text.substr(0, 80));
        }
        precisions.push_back(precision);
    }
    return precisions;
}

Result<Exit> precisions(const Output& output, const NetworkFlags& flags, const std::string& with)
{
    PrecisionQuestion question;
    question.others = TRY(readPrecisions(with));
    question.options = {!flags.skipsCache, true, !flags.skipsCheck};
    question.runs = flags.runs;
    NetworkFlags asFloat32 = flags;
    asFloat32.precision = {};
    auto network = TRY(wholeOf(output, asFloat32));
    network.inputs = TRY(readInputs(flags.precision));
    const auto comparison = TRY(
        comparePrecisions(network, flags.project, question, [&](const Sentence& sentence) { output.note(sentence.message); }));
    if (!flags.project.empty() && !flags.skipsCheck) {
        network.fingerprint = comparison.fingerprint;
        TRY(storePrecisions(flags.project, network, comparison));
    }
    const Table table = precisionTable(comparison);
    const Table steps = precisionSteps(comparison);
    std::string text = table.toText() + fmt::format("errors against float32, on {}\n\n", comparison.inputs) + steps.toText();
    for (const Sentence& sentence : precisionSentences(comparison)) {
        text += sentence.message + "\n";
    }
    return output.answer({{"network", comparison.states.front().report.network},
                          {"threads", flags.threads},
                          {"inputs", comparison.inputs.message},
                          {"precisions", table.toJson()},
                          {"steps", steps.toJson()},
                          {"checked", !flags.skipsCheck},
                          {"disturbed", sentenceOrNull(comparison.disturbed)}},
                         text + disturbedText(comparison.disturbed));
}

} // namespace

void addNetworkPrecisions(CLI::App& network, const Output& output, Action& action)
{
    auto flags = std::make_shared<NetworkFlags>();
    auto with = std::make_shared<std::string>("bfloat16,int8");
    CLI::App* command = network.add_subcommand(
        "precisions", "Show a float32 network in float32, bfloat16 and int8 side by side: times, errors, and each step");
    addNetworkFlags(*command, *flags);
    addInputFlags(*command, flags->precision);
    addCheckFlag(*command, *flags);
    command->add_option("--with", *with, "Precisions beside float32")->capture_default_str();
    whenChosen(*command, action, [=, &output] { return precisions(output, *flags, *with); });
}

} // namespace knobscope::cli
