// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "core/store/trialfilter.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace knobscope {

/// "run 3, trial 17", "task resnet-18:2", "network resnet-18"; empty for the project.
Sentence subjectText(const NoteSubject& subject);

/// The tags in a note's text, in order, each once, without #: a # at the beginning of a word, then letters, digits, "-", "_", "."
/// or characters that are not ASCII, of which one is no digit ("#12" is a number).
std::vector<std::string> tagsOf(std::string_view text);

/// The tags of the notes about exactly this subject: "#good #final"; empty if there are none.
std::string tagsAbout(std::span<const NoteRow> notes, const NoteSubject& subject);

/// All notes, in the order written.
Result<std::vector<NoteRow>> projectNotes(Project& project);
/// Returns the new note's id. Rejects an empty text, and an unknown run or trial. Needs a project opened for writing.
Result<int64_t> addNote(Project& project, const NoteSubject& about, const std::string& text);
/// Sets what the filters on tags match: runs and trials that have the tag, [[run, trial], …], where trial 0 stands for all trials
/// of the run. A tag of a task counts for all runs of it.
void findTagged(std::vector<TrialFilter>& filters, std::span<const NoteRow> notes, std::span<const RunRow> runs);
/// A task's label with the network's new name: "b:3" for "a:3"; unchanged if it is of another network.
std::string renamedLabel(const std::string& label, const std::string& network, const std::string& now);
/// Gives the tasks of a network, with their runs, and the notes about both its new name. Needs a project opened for writing.
Result<void> renameNetworkIn(Project& project, const std::string& network, const std::string& now);
/// Deletes a note. Rejects an unknown one.
Result<void> removeNote(Project& project, int64_t id);

} // namespace knobscope
