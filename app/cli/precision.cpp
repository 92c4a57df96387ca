// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/precision.h"

#include "app/cli/arguments.h"

#include "core/base/numbertext.h"
#include "core/base/strings.h"
#include "core/target/host.h"
#include "core/tuning/precisioncomparison.h"

#include <CLI/CLI.hpp>

#include <array>
#include <cmath>

namespace knobscope::cli {

void addPrecisionFlags(CLI::App& command, PrecisionFlags& flags)
{
    command
        .add_option(
            "--precision", flags.precision,
            "Compute a float32 network with products of bfloat16, or with layers of int8; shows the error against float32")
        ->capture_default_str();
    addInputFlags(command, flags);
}

void addInputFlags(CLI::App& command, PrecisionFlags& flags)
{
    command.add_option("--calibration", flags.calibration,
                       "For other precisions: folder of inputs (input_0.pb, … there or in each of its folders), which give int8 "
                       "its scales and on which the error is measured");
    command.add_option("--range", flags.range,
                       "For other precisions: instead of a folder, random inputs from LOW:HIGH (default: mean 0, deviation 1)");
}

namespace {

constexpr double kPairSeconds = 3;

Result<std::array<double, 2>> readRange(const std::string& text)
{
    const std::vector<std::string> parts = splitText(text, ':');
    const auto low = parseNumber<double>(parts.front());
    const auto high = parseNumber<double>(parts.back());
    if (parts.size() != 2 || !low || !high || !std::isfinite(*low) || !std::isfinite(*high) || !std::isfinite(*high - *low)
        || *low >= *high) {
        return fail(ErrorCode::InvalidArgument, "--range expects LOW:HIGH, two finite numbers, the lower one first, not '{}'",
                    text.substr(0, 80));
    }
    return std::array{*low, *high};
}

} // namespace

Result<RunInputs> readInputs(const PrecisionFlags& flags)
{
    if (!flags.calibration.empty() && !flags.range.empty()) {
        return fail(ErrorCode::InvalidArgument, "--calibration and --range both say what the inputs are; use one of them");
    }
    RunInputs inputs{flags.calibration.empty() ? std::string() : absolutePath(flags.calibration), std::nullopt};
    if (!flags.range.empty()) {
        inputs.range = TRY(readRange(flags.range));
    }
    return inputs;
}

Result<void> readPrecision(const Output& output, const PrecisionFlags& flags, WholeNetwork& to)
{
    to.precision.precision = TRY(precisionNamed(flags.precision));
    to.inputs = TRY(readInputs(flags));
    if (to.precision.precision == Precision::Float32) {
        return flags.calibration.empty() && flags.range.empty()
                 ? Result<void>()
                 : fail(ErrorCode::InvalidArgument, "--calibration and --range are for --precision bfloat16 or int8");
    }
    return setPrecision(to, to.precision.precision, [&](const Sentence& sentence) { output.note(sentence.message); });
}

Result<Answer> compareWithFloat32(const Output& output, OpenNetwork& network, int runs)
{
    const Precision precision = network.opening.precision.precision;
    if (precision == Precision::Float32) {
        return Answer{nlohmann::json(), {}};
    }
    output.note("Comparing with float32");
    NetworkOpening float32 = network.opening;
    float32.held.clear();
    const auto [error, times] = TRY(knobscope::compareWithFloat32(
        network, std::move(float32), kPairSeconds * std::min(1.0, static_cast<double>(runs) / kRunsOfComparison)));
    const std::string inputs = inputsSentence(network.opening.inputs).message;
    nlohmann::json json{
        {"name", nameOf(precision)},
        {"inputs", inputs},
        {"error",
         {{"max_abs", error.largest},
          {"max_rel", error.largestRelative},
          {"rms", error.rms},
          {"top1", error.rows > 0 ? nlohmann::json{{"agreeing", error.agreeing}, {"rows", error.rows}} : nlohmann::json()}}},
        {"float32_milliseconds", times.beforeSeconds * 1e3},
        {"milliseconds", times.afterSeconds * 1e3},
        {"change", times.change},
        {"interval", {times.low, times.high}}};
    std::string text = fmt::format("{} against float32, on {}: max. absolute error {:.3g}, max. relative error {:.3g}, root mean "
                                   "square {:.3g}",
                                   nameOf(precision), inputs, error.largest, error.largestRelative, error.rms);
    if (error.rows > 0) {
        text += phrase("; the largest output is the same in {} of {} (row|rows)", error.agreeing, error.rows).message;
    }
    text += fmt::format("\n{} takes {} ms, float32 {} ms, in turn ({})\n", nameOf(precision),
                        millisecondsText(times.afterSeconds), millisecondsText(times.beforeSeconds), changeText(times).message);
    const auto target = parseTarget(network.opening.target);
    if (precision == Precision::Bfloat16 && target && !multipliesBfloat16(*target)) {
        text +=
            "This CPU has no dot products of bfloat16: the rounded factors are multiplied as float32 numbers, which is no faster "
            "than float32.\n";
    }
    return Answer{std::move(json), std::move(text)};
}

} // namespace knobscope::cli
