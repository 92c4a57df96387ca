// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/kernelmessage.h"

#include "core/base/member.h"
#include "core/base/sentencejson.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace knobscope {

namespace {

constexpr int kMaxBuilders = 1024;

/// Calls `visit(key, member)` for each option that a worker needs.
template<class Options, class Visit>
void eachOption(Options& o, const Visit& visit)
{
    visit("number", o.number);
    visit("repeat", o.repeat);
    visit("min_repeat_ms", o.minRepeatMs);
    visit("cooldown", o.cooldownSeconds);
    visit("timeout", o.timeoutSeconds);
    visit("cut_off", o.cutOff);
    visit("flush", o.cacheFlush);
    visit("cold_weights", o.coldWeights);
    visit("check", o.check);
    visit("threads", o.threads);
    visit("paired", o.paired);
    visit("thorough", o.thorough);
    visit("seed", o.seed);
    visit("device", o.device);
    visit("n_parallel", o.nParallel);
    visit("memory_limit", o.memoryLimitBytes);
}

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
            continue; // wrong type
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
    const auto list = [&](const char* key) {
        std::vector<double> values;
        const auto kept = memberOr(json, key, nlohmann::json());
        for (size_t i = 0; kept.is_array() && i < kept.size(); ++i) {
            values.push_back(kept[i].is_number() ? kept[i].get<double>() : 0);
        }
        return values;
    };
    Timing t;
    t.speedup = memberOr(json, "speedup", 0.0);
    if (const auto interval = list("speedup_interval"); interval.size() == 2) {
        t.speedupLow = interval[0];
        t.speedupHigh = interval[1];
    }
    t.pace = memberOr(json, "pace", 0.0);
    t.secondsNow = memberOr(json, "seconds_now", 0.0);
    if (const auto ratio = memberOr(json, "ratio", nlohmann::json()); ratio.is_number()) {
        t.ratio = ratio.get<double>();
    }
    t.pairs = memberOr(json, "pairs", 0);
    t.isImpossible = memberOr(json, "impossible", false);
    t.candidate = list("candidate");
    t.partner = list("partner");
    return t;
}

nlohmann::json optionsToJson(const MeasureOptions& options)
{
    nlohmann::json json;
    eachOption(options, [&](const char* key, const auto& value) { json[key] = value; });
    return json;
}

MeasureOptions optionsFromJson(const nlohmann::json& json)
{
    MeasureOptions options;
    eachOption(options, [&](const char* key, auto& value) { value = memberOr(json, key, value); });
    options.nParallel = std::clamp(options.nParallel, 0, kMaxBuilders); // a project may be untrusted
    options.memoryLimitBytes = std::max<int64_t>(0, options.memoryLimitBytes);
    return options;
}

Message statusMessage(MeasureError error, const Sentence& why)
{
    Message message{{{"error", static_cast<int>(error)}}, {}};
    writeSentence(message.header, "message", why);
    return message;
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
