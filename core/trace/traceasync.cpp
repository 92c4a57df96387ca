// SPDX-License-Identifier: GPL-3.0-or-later
// Asynchronous and flow events of Chrome's format: docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU.
#include "core/trace/traceassembly.h"

#include "core/base/member.h"

#include <algorithm>

namespace knobscope {

namespace {

constexpr size_t kMaxLanes = 256; // of a category in a process; more spans share the last one

/// The id, with the process unless it is global. `isShared`: an id without "id2" is, too.
std::string scopedId(const TraceEvent& event, const std::string& pid, bool isShared)
{
    const nlohmann::json& both = event[EventField::Id2];
    const nlohmann::json* global = both.is_object() ? memberOf(both, "global") : nullptr;
    const nlohmann::json* local = both.is_object() ? memberOf(both, "local") : nullptr;
    const nlohmann::json& id = global ? *global : local ? *local : event[EventField::Id];
    const bool isGlobal = global || (isShared && !local);
    return (isGlobal ? std::string() : pid) + '\n' + eventText(event[EventField::Category], kMaxIdBytes) + '\n'
         + eventText(event[EventField::Scope], kMaxIdBytes) + '\n' + eventText(id, kMaxIdBytes);
}

} // namespace

size_t TraceAssembly::freeLane(const std::string& lanes, const std::string& pid, const std::string& category, int64_t time)
{
    std::vector<AsyncLane>& all = m_lanes[lanes];
    const auto free = std::ranges::find_if(all, [&](const AsyncLane& lane) { return !lane.isTaken && lane.last <= time; });
    if (free != all.end() || all.size() >= kMaxLanes) {
        return std::min(static_cast<size_t>(free - all.begin()), all.size() - 1);
    }
    const std::string number = all.empty() ? "" : fmt::format(" {}", all.size() + 1);
    const std::string name = (category.empty() ? "async" : category + " (async)") + number;
    all.push_back({trackOf(pid, name)});
    return all.size() - 1;
}

void TraceAssembly::endAsync(AsyncChain& chain, size_t which, int64_t at)
{
    AsyncLane& lane = m_lanes[chain.lanes][chain.lane];
    Open what = std::move(chain.open[which]);
    chain.open.erase(chain.open.begin() + static_cast<std::ptrdiff_t>(which));
    --m_open;
    m_openBytes -= std::min(m_openBytes, what.bytes());
    m_negative += at < what.start ? 1 : 0;
    const int64_t end = std::max(at, what.start);
    lane.last = std::max(lane.last, end);
    lane.isTaken = !chain.open.empty();
    emitSpan(lane.track, what.start, end - what.start, std::move(what));
}

void TraceAssembly::addAsync(char phase, TraceEvent& event, int64_t time, bool isCut)
{
    const std::string pid = eventText(event[EventField::Pid], kMaxIdBytes);
    const std::string category = eventText(event[EventField::Category], kMaxIdBytes);
    const std::string key = scopedId(event, pid, false);
    SpanProperties properties = takeProperties(event, isCut);
    const auto known = m_chains.find(key);
    if (phase == 'e' || phase == 'F') {
        // The innermost open span of that name; of any if the end has none.
        size_t which = known == m_chains.end() ? 0 : known->second.open.size();
        while (which > 0 && !properties.name.empty() && known->second.open[which - 1].name != properties.name) {
            --which;
        }
        if (which == 0) {
            ++m_unopened;
            return;
        }
        Open& ended = known->second.open[which - 1];
        if (ended.args.size() <= 2 && properties.args.size() > 2) {
            m_openBytes += properties.args.size() - ended.args.size();
            ended.args = std::move(properties.args);
        }
        endAsync(known->second, which - 1, time);
        if (known->second.open.empty()) {
            m_chains.erase(known);
        }
        return;
    }
    const std::string lanes = pid + '\n' + category;
    const bool isInstant = phase != 'b' && phase != 'S';
    if (isInstant) {
        const size_t lane = known != m_chains.end() ? known->second.lane : freeLane(lanes, pid, category, time);
        AsyncLane& at = m_lanes[lanes][lane];
        at.last = std::max(at.last, time);
        emitSpan(at.track, time, 0, std::move(properties));
        return;
    }
    if (!mayOpen(properties)) {
        return;
    }
    AsyncChain& chain = m_chains[key];
    if (chain.open.empty()) {
        chain.lanes = lanes;
        chain.lane = freeLane(lanes, pid, category, time);
        m_lanes[lanes][chain.lane].isTaken = true;
    }
    chain.open.push_back({std::move(properties), time});
}

void TraceAssembly::addFlow(char phase, const TraceEvent& event, int64_t time)
{
    const std::string pid = eventText(event[EventField::Pid], kMaxIdBytes);
    const uint32_t track = trackOf(pid, eventText(event[EventField::Tid], kMaxIdBytes));
    const auto kind = phase == 's' ? FlowPoints::Kind::Start : phase == 't' ? FlowPoints::Kind::Step : FlowPoints::Kind::End;
    const bool isToNext = phase == 'f' && eventText(event[EventField::BindingPoint], 1) != "e";
    // Flows of different names are different, also with the same id.
    m_flows.add(scopedId(event, pid, true) + '\n' + eventText(event[EventField::Name], kMaxIdBytes), kind, track, time, isToNext);
}

void TraceAssembly::finishAsync()
{
    for (auto& [key, chain] : m_chains) {
        while (!chain.open.empty()) {
            ++m_unclosedAsync;
            endAsync(chain, chain.open.size() - 1, std::max(m_last, chain.open.back().start));
        }
    }
    m_chains.clear();
}

} // namespace knobscope
