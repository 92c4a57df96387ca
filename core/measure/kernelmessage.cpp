// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/kernelmessage.h"

#include "core/json/member.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace knobscope {

namespace {

constexpr int mostBuilders = 1024;

} // namespace

nlohmann::json stagesToJson(const std::vector<StageTime>& stages)
{
    nlohmann::json out = nlohmann::json::array();
    for (const StageTime& s : stages) {
        out.push_back({s.name, s.start, s.seconds, s.function, s.file, s.line, s.pid, s.tid});
    }
    return out;
}

std::vector<StageTime> stagesFromJson(const nlohmann::json& json)
{
    std::vector<StageTime> out;
    for (const auto& s : json.is_array() ? json : nlohmann::json::array()) {
        try {
            if (s.is_array() && s.size() == 8) {
                out.push_back({s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], {}});
            }
        } catch (const nlohmann::json::exception&) {
            continue; // of another type
        }
    }
    return out;
}

nlohmann::json timingToJson(const Timing& t)
{
    nlohmann::json json{{"speedup", t.speedup},
                        {"speedup_interval", {t.speedupLow, t.speedupHigh}},
                        {"pace", t.pace},
                        {"seconds_now", t.secondsNow},
                        {"ratio", t.ratio ? nlohmann::json(*t.ratio) : nlohmann::json()},
                        {"pairs", t.pairs},
                        {"candidate", t.candidate},
                        {"partner", t.partner}};
    if (t.isImpossible) {
        json["impossible"] = true;
    }
    return json;
}

Timing timingFromJson(const nlohmann::json& json)
{
    const auto number = [&](const char* key) {
        const auto found = json.is_object() ? json.find(key) : json.end();
        return found != json.end() && found->is_number() ? found->get<double>() : 0;
    };
    const auto list = [&](const char* key) {
        std::vector<double> values;
        if (json.is_object() && json.contains(key) && json[key].is_array()) {
            for (const auto& value : json[key]) {
                values.push_back(value.is_number() ? value.get<double>() : 0);
            }
        }
        return values;
    };
    Timing t;
    t.speedup = number("speedup");
    if (const auto interval = list("speedup_interval"); interval.size() == 2) {
        t.speedupLow = interval[0];
        t.speedupHigh = interval[1];
    }
    t.pace = number("pace");
    t.secondsNow = number("seconds_now");
    if (json.is_object() && json.contains("ratio") && json["ratio"].is_number()) {
        t.ratio = json["ratio"].get<double>();
    }
    t.pairs = memberOr(json, "pairs", 0);
    t.isImpossible = memberOr(json, "impossible", false);
    t.candidate = list("candidate");
    t.partner = list("partner");
    return t;
}

nlohmann::json optionsToJson(const MeasureOptions& o)
{
    return {{"number", o.number},
            {"repeat", o.repeat},
            {"min_repeat_ms", o.minRepeatMs},
            {"cooldown", o.cooldownSeconds},
            {"timeout", o.timeoutSeconds},
            {"cut_off", o.cutOff},
            {"flush", o.cacheFlush},
            {"cold_weights", o.coldWeights},
            {"check", o.check},
            {"threads", o.threads},
            {"paired", o.paired},
            {"thorough", o.thorough},
            {"seed", o.seed},
            {"device", o.device},
            {"n_parallel", o.nParallel},
            {"memory_limit", o.memoryLimitBytes}};
}

MeasureOptions optionsFromJson(const nlohmann::json& json)
{
    MeasureOptions o;
    o.number = memberOr(json, "number", o.number);
    o.repeat = memberOr(json, "repeat", o.repeat);
    o.minRepeatMs = memberOr(json, "min_repeat_ms", o.minRepeatMs);
    o.cooldownSeconds = memberOr(json, "cooldown", o.cooldownSeconds);
    o.timeoutSeconds = memberOr(json, "timeout", o.timeoutSeconds);
    o.cutOff = memberOr(json, "cut_off", o.cutOff);
    o.cacheFlush = memberOr(json, "flush", o.cacheFlush);
    o.coldWeights = memberOr(json, "cold_weights", o.coldWeights);
    o.check = memberOr(json, "check", o.check);
    o.threads = memberOr(json, "threads", o.threads);
    o.paired = memberOr(json, "paired", o.paired);
    o.thorough = memberOr(json, "thorough", o.thorough);
    o.seed = memberOr(json, "seed", o.seed);
    o.device = memberOr(json, "device", o.device);
    o.nParallel = std::clamp(memberOr(json, "n_parallel", o.nParallel), 0, mostBuilders); // a project may be a stranger's
    o.memoryLimitBytes = std::max<int64_t>(0, memberOr(json, "memory_limit", o.memoryLimitBytes));
    return o;
}

double unixTime()
{
    return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

double steadySeconds()
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

StageClock::StageClock(std::string name, const char* function, const char* file, int line)
{
    const char* relative = std::strstr(file, "core/");
    m_stage = {std::move(name),
               unixTime(),
               0,
               function,
               relative ? relative : file,
               line,
               ::getpid(),
               static_cast<int>(::syscall(SYS_gettid)),
               {}};
    m_started = steadySeconds();
}

StageTime StageClock::finish() const
{
    StageTime done = m_stage;
    done.seconds = steadySeconds() - m_started;
    return done;
}

} // namespace knobscope
