// SPDX-License-Identifier: GPL-3.0-or-later
// Projects for the Insight view, and the view on one.
#pragma once

#include "tests/widgets/viewharness.h"
#include "widgets/views/insight/insightview.h"

#include <cstdint>
#include <random>

namespace knobscope::testing {

inline Task conv()
{
    const auto args = nlohmann::json::parse(
        R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");
    return makeTask("conv2d_NCHWc.x86", args, parseTarget("llvm -mcpu=skylake-avx512").value()).value();
}

inline TaskRow rowOf(const Task& task)
{
    TaskRow row;
    row.task = taskToJson(task);
    row.key = row.task.dump();
    row.label = "conv";
    row.flops = task.autotvmFlops;
    row.spaceLength = task.space.rangeLength();
    return row;
}

inline int64_t addRun(ProjectWriter& writer, const Task& task, const std::vector<std::pair<int64_t, double>>& trials,
                      const char* tuner = "random")
{
    std::vector<TrialRow> rows;
    for (const auto& [index, gflops] : trials) {
        rows.push_back(trialOf(index, entityToJson(task.space.at(index).value()), gflops));
    }
    return addFinishedRun(writer, rowOf(task), tuner, 0, std::move(rows));
}

inline std::vector<std::pair<int64_t, double>> randomTrials(const Task& task, size_t count, unsigned seed)
{
    std::mt19937_64 random(seed);
    std::vector<std::pair<int64_t, double>> trials;
    for (size_t i = 0; i < count; ++i) {
        const auto index = static_cast<int64_t>(random() % static_cast<uint64_t>(task.space.rangeLength()));
        const auto digits = task.space.digits(index);
        trials.emplace_back(index, i % 17 == 16 ? 0
                                                : 20 + 10 * static_cast<double>(digits[2] % 5)
                                                      + 30 * static_cast<double>(digits[3]) + static_cast<double>(random() % 5));
    }
    return trials;
}

/// A project, and the view of it.
struct Opened {
    explicit Opened(const QString& path)
    {
        QVERIFY(workspace.openProject(path).has_value());
        view.resize(900, 420);
        view.show();
        view.refreshNow();
    }
    Workspace workspace;
    InsightView view{workspace};
};

/// A project with a run of conv() for each list of trials; its path.
inline QString writeInsightProject(const QString& path, const std::vector<std::vector<std::pair<int64_t, double>>>& runs)
{
    (void)Project::open(path.toStdString(), Project::Mode::Create);
    auto writer = ProjectWriter::open(path.toStdString()).value();
    for (const auto& trials : runs) {
        addRun(*writer, conv(), trials);
    }
    return path;
}

} // namespace knobscope::testing
