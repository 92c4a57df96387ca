// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/chrometrace.h"

#include "core/base/unfinishedfile.h"
#include "core/trace/gzstream.h"

#include <ostream>
#include <set>

namespace knobscope {

using nlohmann::json;

Result<int64_t> writeChromeTrace(std::ostream& out, const SpanSource& spans)
{
    int64_t count = 0;
    std::optional<double> origin;
    std::set<int64_t> processes;
    std::set<std::pair<int64_t, int64_t>> threads;
    const char* separator = "\n";
    const auto event = [&](const json& e) {
        out << separator << e.dump(-1, ' ', false, json::error_handler_t::replace);
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

Result<int64_t> writeChromeTraceFile(const std::string& path, const SpanSource& spans, const std::atomic<bool>* isCancelled)
{
    auto unfinished = TRY(UnfinishedFile::begin(path));
    GzOutput file(unfinished.temporaryPath(), path.ends_with(".gz"));
    std::ostream out(&file);
    const int64_t count = TRY(writeChromeTrace(out, spans));
    if (!file.close()) {
        return fail(ErrorCode::Io, "The trace {} could not be written. Does the folder exist, and is there enough space?", path);
    }
    if (isCancelled && *isCancelled) {
        return fail(ErrorCode::Timeout, "Writing the trace {} was cancelled", path);
    }
    if (count == 0) {
        return isNonEmptyFile(path) ? fail(ErrorCode::Unsupported, "{} was not replaced: there are no spans to write", path)
                                    : fail(ErrorCode::NotFound, "There are no spans to export; nothing was written");
    }
    TRY(unfinished.commit());
    return count;
}

} // namespace knobscope
