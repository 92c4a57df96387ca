// SPDX-License-Identifier: GPL-3.0-or-later
// Models of a folder against ONNX Runtime, run alternately.
#include "bench/onnxruntime.h"

#include "core/target/host.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>

namespace knobscope::bench {

namespace {

namespace fs = std::filesystem;

constexpr double kMeanTarget = 0.85;
constexpr double kWorstTarget = 1.05;
constexpr int64_t kLargeBatch = 8;

/// The precision of our side, from KNOBSCOPE_BENCH_PRECISION; the peer always computes in float32.
PrecisionChoice precisionOfOurs()
{
    const char* wanted = std::getenv("KNOBSCOPE_BENCH_PRECISION");
    return {precisionNamed(wanted ? wanted : "float32").value_or(Precision::Float32), {}};
}

/// The target of our side, from KNOBSCOPE_BENCH_TARGET: another instruction set of this CPU; the peer uses all that it finds.
Target targetOfOurs()
{
    const char* wanted = std::getenv("KNOBSCOPE_BENCH_TARGET");
    return (wanted ? parseTarget(wanted) : hostTarget()).value();
}

/// Names of the folders with a full.onnx, in order; those that KNOBSCOPE_BENCH_NETWORK lists, if it is set.
std::vector<std::string> namesIn(const std::string& folder)
{
    const char* wanted = std::getenv("KNOBSCOPE_BENCH_NETWORK");
    std::istringstream words(wanted ? wanted : "");
    const std::vector<std::string> only{std::istream_iterator<std::string>(words), {}};
    std::vector<std::string> names;
    std::error_code failed;
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
        const std::string name = entry.path().filename().string();
        const bool isWanted = only.empty() || std::ranges::find(only, name) != only.end();
        if (isWanted && fs::exists(entry.path() / "full.onnx", failed)) {
            names.push_back(name);
        }
    }
    std::ranges::sort(names);
    return names;
}

/// The geometric mean of those that ran, and the worst.
void summarise(std::vector<Row>& rows, const std::string& name, const std::vector<Row>& of)
{
    double logarithms = 0;
    int count = 0;
    const Row* worst = nullptr;
    for (const Row& row : of) {
        if (row.value > 0) {
            logarithms += std::log(row.value);
            ++count;
            worst = !worst || row.value > worst->value ? &row : worst;
        }
    }
    const int missing = static_cast<int>(of.size()) - count;
    const std::string note = missing > 0 ? fmt::format(", {} did not run", missing) : "";
    if (worst) {
        rows.push_back(
            below(name + ".mean", std::exp(logarithms / count), fmt::format("geometric, of {}{}", count, note), kMeanTarget));
        rows.push_back(below(name + ".worst", worst->value, worst->name, kWorstTarget));
    }
}

} // namespace

std::vector<Row> modelFileRows()
{
    const char* folder = std::getenv("KNOBSCOPE_BENCH_MODELS");
    const std::vector<std::string> names = namesIn(folder ? folder : "");
    if (names.empty()) {
        return {{"models", 0, folder && *folder ? fmt::format("{} has no NAME/full.onnx", folder) : "name a folder with --models",
                 "", false}};
    }
    std::vector<Row> rows;
    for (const int threads : {1, 2}) {
        std::vector<Row> single;
        std::vector<Row> large;
        const auto report = [&](std::vector<Row>& all, Row row) {
            std::fprintf(stderr, "%s: %.3f %s\n", row.name.c_str(), row.value, row.unit.c_str());
            all.push_back(std::move(row));
        };
        for (const std::string& name : names) {
            const std::string model = (fs::path(folder) / name / "full.onnx").string();
            WholeNetwork whole{model, {}, targetOfOurs(), threads, {}, {}};
            whole.precision = precisionOfOurs();
            report(single, shareOfPeer(fmt::format("{}.{}", name, threads), whole, model, 1, kWorstTarget));
            if (Peer(model, threads, 1).isDynamic()) {
                report(large, shareOfPeer(fmt::format("{}.{}.batch{}", name, threads, kLargeBatch), whole, model, kLargeBatch,
                                          kWorstTarget));
            }
        }
        rows.insert(rows.end(), single.begin(), single.end());
        rows.insert(rows.end(), large.begin(), large.end());
        summarise(rows, fmt::format("models.{}", threads), single);
        summarise(rows, fmt::format("models.{}.batch{}", threads, kLargeBatch), large);
    }
    return rows;
}

} // namespace knobscope::bench
