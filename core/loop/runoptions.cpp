// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/runoptions.h"

#include "core/json/member.h"

#include <cstdlib>

namespace knobscope {

Result<PruneOptions> pruneOptionsOf(const std::string& text, const Task& task)
{
    return parsePruneOptions(text == "auto" ? task.isGpu ? "off" : "on" : text);
}

StopRule stopRuleOf(const RunOptions& o)
{
    std::vector<StopRule> rules;
    if (o.targetGflops > 0) {
        rules.push_back(StopRule::target(o.targetGflops));
    }
    if (o.targetPercent > 0 && o.peakGflops > 0) {
        rules.push_back(StopRule::targetPercent(o.targetPercent, o.peakGflops));
    }
    if (o.trials > 0) {
        rules.push_back(StopRule::trials(o.trials));
    }
    if (o.seconds > 0) {
        rules.push_back(StopRule::seconds(o.seconds));
    }
    if (o.earlyStopping > 0) {
        rules.push_back(StopRule::plateau(o.earlyStopping));
    }
    return rules.size() == 1 ? rules.front() : StopRule::anyOf(std::move(rules));
}

nlohmann::json runOptionsToJson(const RunOptions& o)
{
    return {{"tuner", o.tuner},
            {"parameters", o.parameters},
            {"trials", o.trials},
            {"seconds", o.seconds},
            {"early_stopping", o.earlyStopping},
            {"target_gflops", o.targetGflops},
            {"target_percent", o.targetPercent},
            {"peak_gflops", o.peakGflops},
            {"seed", std::to_string(o.seed)},
            {"confirm_top", o.confirmTop},
            {"transfer", o.transfer},
            {"prune", o.prune},
            {"log", o.log},
            {"seeds", o.seeds}};
}

RunOptions runOptionsFromJson(const nlohmann::json& json)
{
    RunOptions o;
    o.tuner = memberOr(json, "tuner", o.tuner);
    if (o.tuner == "default" && json.contains("tuner") && !json.contains("transfer")) {
        o.tuner = "descent"; // what default was before tuners had a cost model
    }
    if (const auto parameters = memberOr(json, "parameters", o.parameters); parameters.is_object()) {
        o.parameters = parameters;
    }
    o.trials = memberOr(json, "trials", o.trials);
    o.seconds = memberOr(json, "seconds", o.seconds);
    o.earlyStopping = memberOr(json, "early_stopping", o.earlyStopping);
    o.targetGflops = memberOr(json, "target_gflops", o.targetGflops);
    o.targetPercent = memberOr(json, "target_percent", o.targetPercent);
    o.peakGflops = memberOr(json, "peak_gflops", o.peakGflops);
    o.seed = std::strtoull(memberOr(json, "seed", std::string("0")).c_str(), nullptr, 10);
    o.confirmTop = memberOr(json, "confirm_top", o.confirmTop);
    o.transfer = memberOr(json, "transfer", o.transfer);
    o.prune = memberOr(json, "prune", std::string("off")); // as runs of older projects were made
    if (!json.contains("prune") && (o.tuner == "default" || o.tuner == "bayes")) {
        o.parameters["bound"] = 0;
    }
    if (!json.contains("prune") && o.tuner == "ga") {
        o.parameters["seeded"] = 0;
    }
    o.log = memberOr(json, "log", o.log);
    o.seeds = memberOr(json, "seeds", o.seeds);
    return o;
}

} // namespace knobscope
