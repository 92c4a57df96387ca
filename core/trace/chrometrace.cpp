// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/chrometrace.h"

#include "core/result/unfinishedfile.h"
#include "core/trace/gzstream.h"

#include <fstream>
#include <set>

namespace knobscope {

namespace {

using nlohmann::json;

std::string dumped(const json& event)
{
    return event.dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

Result<int64_t> writeChromeTrace(std::ostream& out, const SpanSource& spans)
{
    int64_t count = 0;
    std::optional<double> origin;
    std::set<int64_t> processes;
    std::set<std::pair<int64_t, int64_t>> threads;
    const char* separator = "\n";
    const auto event = [&](const json& e) {
        out << separator << dumped(e);
        separator = ",\n";
    };
    const auto nameThing = [&](const char* kind, const Span& of, const std::string& name) {
        event({{"ph", "M"}, {"name", kind}, {"pid", of.pid}, {"tid", of.tid}, {"args", {{"name", name}}}});
    };
    out << "{\"displayTimeUnit\": \"ms\", \"traceEvents\": [";
    while (true) {
        const auto span = TRY(spans());
        if (!span) {
            break;
        }
        ++count;
        origin = origin.value_or(span->start);
        if (processes.insert(span->pid).second) {
            nameThing("process_name", *span, span->process);
        }
        if (threads.insert({span->pid, span->tid}).second) {
            nameThing("thread_name", *span, span->thread);
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
    return count;
}

Result<void> writeChromeTraceFile(const std::string& path, const SpanSource& spans, const std::atomic<bool>* isCancelled)
{
    auto unfinished = TRY(UnfinishedFile::begin(path));
    const std::string& partial = unfinished.writingPath();
    bool isWritten = false;
    int64_t count = 0;
    if (path.ends_with(".gz")) {
        GzOutput compressed(partial);
        std::ostream out(&compressed);
        count = TRY(writeChromeTrace(out, spans));
        isWritten = compressed.close();
    } else {
        std::ofstream out(partial);
        count = TRY(writeChromeTrace(out, spans));
        out.flush();
        isWritten = out.good();
    }
    if (!isWritten) {
        return fail(ErrorCode::Io, "The trace {} could not be written; is the folder there, and is there space?", path);
    }
    if (isCancelled && *isCancelled) {
        return fail(ErrorCode::Timeout, "Writing the trace {} was cancelled", path);
    }
    if (count == 0 && isFilledFile(path)) {
        return fail(ErrorCode::Unsupported, "{} is kept as it is: there is no span to write in its place", path);
    }
    return unfinished.putInPlace();
}

} // namespace knobscope
