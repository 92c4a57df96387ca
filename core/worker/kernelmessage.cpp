// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/kernelmessage.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace knobscope {

namespace {

constexpr int kMaxBuilders = 1024;

} // namespace

MeasureOptions optionsFromJson(const nlohmann::json& json)
{
    auto options = fromJson<MeasureOptions>(json);
    options.nParallel = std::clamp(options.nParallel, 0, kMaxBuilders);
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
