// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuning/runoptions.h"

#include "core/base/jsonmembers.h"

#include <cstdlib>

namespace knobscope {

Result<PruneOptions> pruneOptionsOf(const RunOptions& options, const Task& task)
{
    const bool isWanted = !task.isGpu && options.tuner != "random";
    return parsePruneOptions(options.prune == "auto" ? isWanted ? "on" : "off" : options.prune);
}

StopRule stopRuleOf(const RunOptions& o)
{
    const bool hasShare = o.targetPercent > 0 && o.peakGflops > 0;
    return {o.targetGflops, hasShare ? o.targetPercent : 0, hasShare ? o.peakGflops : 0, o.trials, o.seconds, o.earlyStopping};
}

void takeLimits(RunOptions& options, const RunOptions& other)
{
    options.trials = other.trials;
    options.seconds = other.seconds;
    options.earlyStopping = other.earlyStopping;
    options.targetGflops = other.targetGflops;
    options.targetPercent = other.targetPercent;
    options.peakGflops = other.peakGflops;
}

void visitMembers(MaybeConst<RunOptions> auto& o, const auto& visit)
{
    visit("tuner", o.tuner);
    visit("parameters", o.parameters);
    visit("trials", o.trials);
    visit("seconds", o.seconds);
    visit("early_stopping", o.earlyStopping);
    visit("target_gflops", o.targetGflops);
    visit("target_percent", o.targetPercent);
    visit("peak_gflops", o.peakGflops);
    visit("confirm_top", o.confirmTop);
    visit("from_scratch", o.fromScratch);
    visit("transfer", o.transfer);
    visit("prune", o.prune);
    visit("log", o.log);
    visit("seeds", o.seeds);
    visit("alone", o.isAlone);
}

nlohmann::json runOptionsToJson(const RunOptions& o)
{
    nlohmann::json json = o;
    json["seed"] = std::to_string(o.seed);
    return json;
}

RunOptions runOptionsFromJson(const nlohmann::json& json)
{
    RunOptions o;
    o.prune = "off"; // as in older projects
    readJsonInto(json, o);
    if (o.tuner == "default" && json.contains("tuner") && !json.contains("transfer")) {
        o.tuner = "descent"; // meaning of "default" before tuners had a cost model
    }
    if (!o.parameters.is_object()) {
        o.parameters = nlohmann::json::object();
    }
    o.seed = std::strtoull(memberOr(json, "seed", std::string("0")).c_str(), nullptr, 10);
    if (!json.contains("prune") && (o.tuner == "default" || o.tuner == "bayes")) {
        o.parameters["bound"] = 0;
    }
    if (!json.contains("prune") && o.tuner == "ga") {
        o.parameters["seeded"] = 0;
    }
    return o;
}

} // namespace knobscope
