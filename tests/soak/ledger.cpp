// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/soak/ledger.h"

#include "core/store/project.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <set>

namespace knobscope::soak {

void Ledger::note(const std::string& path)
{
    auto project = Project::open(path, Project::Mode::ReadOnly);
    if (!project) {
        return;
    }
    for (const RunRow& run : project->runs().value_or(std::vector<RunRow>())) {
        for (const TrialPoint& point : project->points(run.id).value_or(std::vector<TrialPoint>())) {
            m_trials.emplace(Key{run.id, point.number}, point.index);
        }
    }
}

bool Ledger::isFinished(const std::string& path)
{
    auto project = Project::open(path, Project::Mode::ReadOnly);
    const auto runs = project ? project->runs() : fail(project);
    return runs && !runs->empty()
        && std::all_of(runs->begin(), runs->end(), [](const RunRow& run) { return run.state == "finished"; });
}

Ledger::Verdict Ledger::compare(const std::vector<std::string>& projects) const
{
    Verdict verdict;
    std::map<Key, std::set<int64_t>> found;
    for (const std::string& path : projects) {
        auto project = Project::open(path, Project::Mode::ReadOnly);
        const auto runs = project ? project->runs() : fail(project);
        if (!runs) {
            verdict.unreadable = runs.error().message;
            continue;
        }
        for (const RunRow& run : *runs) {
            std::set<int64_t> configs;
            for (const TrialPoint& point : project->points(run.id).value_or(std::vector<TrialPoint>())) {
                ++verdict.trials;
                verdict.failed += point.errorNo != 0 ? 1 : 0;
                verdict.doubled += configs.insert(point.index).second ? 0 : 1;
                found[{run.id, point.number}].insert(point.index);
            }
        }
    }
    for (const auto& [key, config] : m_trials) {
        const auto at = found.find(key);
        verdict.lost += at == found.end() || !at->second.contains(config) ? 1 : 0;
    }
    return verdict;
}

LogVerdict checkLog(const std::string& path)
{
    LogVerdict verdict;
    std::ifstream file(path);
    std::set<std::string> seen;
    std::string line;
    while (std::getline(file, line)) {
        ++verdict.lines;
        verdict.doubled += seen.insert(line).second ? 0 : 1;
        const bool isCutOff = file.eof();
        verdict.torn += isCutOff || (line.starts_with('{') && line.ends_with('}')) ? 0 : 1;
    }
    return verdict;
}

} // namespace knobscope::soak
