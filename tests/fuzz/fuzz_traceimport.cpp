// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/timeline.h"
#include "core/store/traceimport.h"
#include "tests/fuzz/readers.h"
#include "tests/fuzz/wholeproject.h"

namespace knobscope::fuzz {

/// Imports a trace into a project, and queries the project.
void importTraceText(std::string_view input)
{
    const MemoryFile file(input);
    const std::string path = freshPath("import.knobscope");
    const auto imported = importTrace(file.path(), path, {}, {int64_t{16} << 20, int64_t{1} << 20});
    if (!imported) {
        require(!imported.error().message.empty(), "A refusal without a word");
        return;
    }
    auto project = Project::open(path, Project::Mode::ReadWrite).value();
    const auto tracks = timelineTracks(project, imported->trace);
    require(tracks.has_value(), tracks ? "" : tracks.error().message);
    int64_t spans = 0;
    for (const TrackRow& track : *tracks) {
        spans += track.spans;
        require(track.spans == 0 || track.first <= track.last, "A track that ends before it begins");
        const auto blocks = timelineWindow(project, {{track}, track.first, track.last, 100});
        require(blocks.has_value(), blocks ? "" : blocks.error().message);
    }
    const auto flows = traceFlows(project, imported->trace, std::nullopt, INT32_MAX);
    require(flows && std::ssize(*flows) == imported->flows, "Flows that the project does not have");
    require(spans == imported->spans, "Tracks count otherwise than the import");
    require(removeTrace(project, imported->trace).has_value(), "It cannot be taken out again");
}

} // namespace knobscope::fuzz
