// SPDX-License-Identifier: GPL-3.0-or-later
// The benchmarks with targets, each group with its peer in the same run: name, value, unit, target, and whether it is met.
#include "bench/onednn.h"
#include "bench/rows.h"

#include "core/target/host.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>

namespace knobscope::bench {
namespace {

using nlohmann::json;

constexpr Group groups[] = {
    {"edit", spaceRows},
    {"compile", compileRows},
    {"threads", threadRows},
    {"conv", convolutionRows},
    {"layers", layerRows, true},
    {"network", networkRows, true},
    {"models", modelFileRows, true},
    {"findings", findingRows, true},
    {"cuda", cudaRows},
    {"model", modelRows},
#ifdef KNOBSCOPE_HAVE_WIDGETS
    {"chart", chartRows},
    {"plot", plotRows},
    {"timeline", timelineFigures},
    {"window.start", windowStartRows},
    {"window.edit", windowEditRows},
    {"window.select", windowSelectionRows},
    {"window.stall", windowStallRows},
    {"window.memory", windowMemoryRows},
#endif
};

/// Whether a word selects a group: "window" also selects "window.start" and all others with that prefix.
bool isOf(const Group& group, const std::string& word)
{
    return group.name == word || std::string(group.name).starts_with(word + ".");
}

struct Arguments {
    std::vector<std::string> names;
    std::string jsonFile;
    bool isWrong = false;
};

Arguments readArguments(int argc, char** argv)
{
    Arguments out;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--json" && i + 1 < argc) {
            out.jsonFile = argv[++i];
        } else if (word == "--models" && i + 1 < argc) {
            ::setenv("KNOBSCOPE_BENCH_MODELS", argv[++i], 1);
        } else if (word == "--precision" && i + 1 < argc) {
            ::setenv("KNOBSCOPE_BENCH_PRECISION", argv[++i], 1);
        } else if (word == "--target" && i + 1 < argc) {
            ::setenv("KNOBSCOPE_BENCH_TARGET", argv[++i], 1);
        } else if (std::any_of(std::begin(groups), std::end(groups), [&](const Group& g) { return isOf(g, word); })) {
            out.names.push_back(word);
        } else {
            out.isWrong = true;
        }
    }
    return out;
}

void print(const Row& row)
{
    std::printf("%-22s %10.3f  %-18s %-12s %s\n", row.name.c_str(), row.value, row.unit.c_str(), row.target.c_str(),
                row.target.empty() ? ""
                : row.holds        ? "yes"
                                   : "NO");
    std::fflush(stdout);
}

int run(int argc, char** argv)
{
    startWithOpenMp(argv);
    const Arguments arguments = readArguments(argc, argv);
    if (arguments.isWrong) {
        std::string all;
        for (const Group& group : groups) {
            all += std::string(" ") + group.name;
        }
        std::fprintf(
            stderr,
            "knobscope-bench [GROUP…] [--json FILE] [--models FOLDER] [--precision P] [--target T]; the groups are%s\n"
            "models times FOLDER/NAME/full.onnx (or $KNOBSCOPE_BENCH_MODELS), in float32 or bfloat16 and for this CPU or a "
            "target, against ONNX Runtime: node,\n"
            "and npm install --ignore-scripts in bench/peers. The models are not in the repository: export any with PyTorch\n"
            "(torch.onnx.export(model, inputs, 'NAME/full.onnx')); inputs of int64 are 0 or 1.\n",
            all.c_str());
        return 2;
    }
    const std::string machine = hostTarget() ? hostTarget()->text : "unknown";
    std::printf("machine: %s\n%-22s %10s  %-18s %-12s %s\n", machine.c_str(), "name", "value", "unit", "target", "holds");
    json document = json::array();
    for (const Group& group : groups) {
        const bool wanted = (arguments.names.empty() && !group.onlyNamed)
                         || std::any_of(arguments.names.begin(), arguments.names.end(),
                                        [&](const std::string& word) { return isOf(group, word); });
        for (const Row& row : wanted ? group.rows() : std::vector<Row>()) {
            print(row);
            document.push_back(
                {{"name", row.name}, {"value", row.value}, {"unit", row.unit}, {"target", row.target}, {"holds", row.holds}});
        }
    }
    if (!arguments.jsonFile.empty()) {
        std::ofstream(arguments.jsonFile) << json{{"machine", machine}, {"rows", document}}.dump(1) << "\n";
    }
    return 0;
}

} // namespace
} // namespace knobscope::bench

int main(int argc, char** argv)
{
    return knobscope::bench::run(argc, argv);
}
