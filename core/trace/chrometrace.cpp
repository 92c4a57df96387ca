// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/tracefile.h"

#include "core/result/unfinishedfile.h"
#include "core/trace/gzstream.h"

#include <fstream>
#include <map>
#include <set>

namespace knobscope {

namespace {

using nlohmann::json;

std::string dumped(const json& event)
{
    return event.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

void writeChromeTrace(std::ostream& out, const SpanSource& spans)
{
    std::optional<double> origin;
    std::set<int64_t> processes;
    std::set<std::pair<int64_t, int64_t>> threads;
    const char* separator = "\n";
    const auto event = [&](const json& e) {
        out << separator << dumped(e);
        separator = ",\n";
    };
    out << "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [";
    while (const auto span = spans()) {
        origin = origin.value_or(span->start);
        if (processes.insert(span->pid).second) {
            event({{"ph", "M"},
                   {"name", "process_name"},
                   {"pid", span->pid},
                   {"tid", span->tid},
                   {"args", {{"name", span->process}}}});
        }
        if (threads.insert({span->pid, span->tid}).second) {
            event({{"ph", "M"},
                   {"name", "thread_name"},
                   {"pid", span->pid},
                   {"tid", span->tid},
                   {"args", {{"name", span->thread}}}});
        }
        json args = span->args.is_object() ? span->args : json::object();
        args["function"] = span->function;
        args["file"] = span->file;
        args["line"] = span->line;
        event({{"ph", "X"},
               {"name", span->name},
               {"cat", span->category},
               {"ts", (span->start - *origin) * 1e6},
               {"dur", span->seconds * 1e6},
               {"pid", span->pid},
               {"tid", span->tid},
               {"args", std::move(args)}});
    }
    out << "\n]}\n";
}

Result<void> writeChromeTraceFile(const std::string& path, const SpanSource& spans, const std::atomic<bool>& isCancelled)
{
    const std::string partial = unfinishedPath(path);
    bool isWritten = false;
    if (path.ends_with(".gz")) {
        GzOutput compressed(partial);
        std::ostream out(&compressed);
        writeChromeTrace(out, spans);
        isWritten = compressed.close();
    } else {
        std::ofstream out(partial);
        writeChromeTrace(out, spans);
        out.flush();
        isWritten = out.good();
    }
    if (!isWritten) {
        removeUnfinished(path);
        return fail(ErrorCode::Io, "The trace {} could not be written; is the folder there, and is there space?", path);
    }
    if (isCancelled) {
        removeUnfinished(path);
        return fail(ErrorCode::Timeout, "Writing the trace {} was cancelled", path);
    }
    return putInPlace(path);
}

Result<void> writeChromeTraceFile(const std::string& path, const SpanSource& spans)
{
    const std::atomic<bool> isCancelled = false;
    return writeChromeTraceFile(path, spans, isCancelled);
}

} // namespace knobscope
