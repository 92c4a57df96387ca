// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/notes.h"

#include "core/base/member.h"
#include "core/store/guarded.h"
#include "core/store/meta.h"
#include "core/store/query.h"

#include <algorithm>
#include <cctype>

namespace knobscope {

namespace {

/// Key of what a note is about besides its run, which the table `note` has. Earlier versions show such notes as those of the run
/// or the project.
std::string subjectKey(int64_t note)
{
    return fmt::format("note {} is about", note);
}

nlohmann::json subjectToJson(const NoteSubject& about)
{
    return about.trial != 0       ? nlohmann::json{{"trial", about.trial}}
         : !about.task.empty()    ? nlohmann::json{{"task", about.task}}
         : !about.network.empty() ? nlohmann::json{{"network", about.network}}
                                  : nlohmann::json();
}

void readSubject(NoteSubject& about, const nlohmann::json& json)
{
    about.trial = about.run != 0 ? memberOr(json, "trial", int64_t{0}) : 0;
    about.task = about.run == 0 ? memberOr(json, "task", std::string()) : std::string();
    about.network = about.run == 0 && about.task.empty() ? memberOr(json, "network", std::string()) : std::string();
}

bool isTagCharacter(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x80 || std::isalnum(byte) != 0 || c == '-' || c == '_' || c == '.';
}

Result<void> checkSubject(Project& project, const NoteSubject& about)
{
    const int subjects = (about.run != 0 ? 1 : 0) + (about.task.empty() ? 0 : 1) + (about.network.empty() ? 0 : 1);
    if (subjects > 1) {
        return fail(ErrorCode::InvalidArgument, "A note is about one thing: a run, a trial, a task or a network");
    }
    if (about.run == 0) {
        return about.trial == 0 ? Result<void>() : fail(ErrorCode::InvalidArgument, "A note about a trial needs the trial's run");
    }
    const auto run = TRY(project.run(about.run));
    if (about.trial < 0 || about.trial > run.trials) {
        return fail(ErrorCode::NotFound, "Run {} of {} has no trial {}; it has {}", about.run, project.path(), about.trial,
                    run.trials);
    }
    return {};
}

} // namespace

Sentence subjectText(const NoteSubject& subject)
{
    return subject.trial != 0       ? phrase("run {}, trial {}", subject.run, subject.trial)
         : subject.run != 0         ? phrase("run {}", subject.run)
         : !subject.task.empty()    ? phrase("task {}", subject.task)
         : !subject.network.empty() ? phrase("network {}", subject.network)
                                    : Sentence();
}

std::vector<std::string> tagsOf(std::string_view text)
{
    std::vector<std::string> tags;
    for (size_t at = text.find('#'); at != std::string_view::npos; at = text.find('#', at + 1)) {
        const bool beginsWord = at == 0 || (!isTagCharacter(text[at - 1]) && text[at - 1] != '#' && text[at - 1] != '&');
        const std::string_view rest = text.substr(at + 1);
        std::string_view tag = rest.substr(0, static_cast<size_t>(std::ranges::find_if_not(rest, isTagCharacter) - rest.begin()));
        tag = tag.substr(0, tag.find_last_not_of('.') + 1); // the end of a sentence
        const bool isNumber = tag.find_first_not_of("0123456789.") == std::string_view::npos;
        if (beginsWord && !isNumber && std::ranges::find(tags, tag) == tags.end()) {
            tags.emplace_back(tag);
        }
    }
    return tags;
}

std::string tagsAbout(std::span<const NoteRow> notes, const NoteSubject& subject)
{
    std::string tags;
    for (const NoteRow& note : notes) {
        for (const std::string& tag : note.about == subject ? tagsOf(note.text) : std::vector<std::string>()) {
            tags += (tags.empty() ? "#" : " #") + tag;
        }
    }
    return tags;
}

Result<std::vector<NoteRow>> projectNotes(Project& project)
{
    return guarded(project.path(), [&]() -> Result<std::vector<NoteRow>> {
        std::vector<NoteRow> notes;
        Query q(project.database(), "SELECT id, coalesce(run, 0), created, text, coalesce(value, '') FROM note"
                                    " LEFT JOIN meta ON key = 'note ' || id || ' is about' ORDER BY id");
        std::string about;
        for (NoteRow note; q.next(note.id, note.about.run, note.created, note.text, about);) {
            readSubject(note.about, jsonOrNull(about));
            notes.push_back(note);
        }
        return notes;
    });
}

Result<int64_t> addNote(Project& project, const NoteSubject& about, const std::string& text)
{
    if (text.find_first_not_of(" \t\r\n") == std::string::npos) {
        return fail(ErrorCode::InvalidArgument, "A note needs text");
    }
    TRY(checkSubject(project, about));
    return guarded(project.path(), [&]() -> Result<int64_t> {
        SQLite::Transaction transaction(project.database(), SQLite::TransactionBehavior::IMMEDIATE);
        Query(project.database(), "INSERT INTO note (run, created, text) VALUES (nullif(?, 0), ?, ?)", about.run, unixNow(), text)
            .run();
        const int64_t id = project.database().getLastInsertRowid();
        const nlohmann::json subject = subjectToJson(about);
        putMeta(project.database(), subjectKey(id), subject.is_null() ? std::string() : subject.dump());
        transaction.commit();
        return id;
    });
}

void findTagged(std::vector<TrialFilter>& filters, std::span<const NoteRow> notes, std::span<const RunRow> runs)
{
    for (TrialFilter& filter : filters) {
        if (filter.kind != TrialFilter::Kind::Tag) {
            continue;
        }
        filter.value = nlohmann::json::array();
        for (const NoteRow& note : notes) {
            const std::vector<std::string> tags = tagsOf(note.text);
            if (!filter.knob.empty() && std::ranges::find(tags, filter.knob) == tags.end()) {
                continue;
            }
            if (note.about.run != 0) {
                filter.value.push_back({note.about.run, note.about.trial});
            }
            for (const RunRow& run : runs) {
                if (!note.about.task.empty() && run.label == note.about.task) {
                    filter.value.push_back({run.id, 0});
                }
            }
        }
    }
}

std::string renamedLabel(const std::string& label, const std::string& network, const std::string& now)
{
    return label.starts_with(network + ':') ? now + label.substr(network.size()) : label;
}

Result<void> renameNetworkIn(Project& project, const std::string& network, const std::string& now)
{
    const auto notes = TRY(projectNotes(project));
    return guarded(project.path(), [&]() -> Result<void> {
        SQLite::Transaction transaction(project.database(), SQLite::TransactionBehavior::IMMEDIATE);
        const std::string before = network + ':';
        Query(project.database(),
              "UPDATE task SET label = ? || substr(label, length(?) + 1) WHERE substr(label, 1, length(?)) = ?", now + ':',
              before, before, before)
            .run();
        for (const NoteRow& note : notes) {
            NoteSubject about = note.about;
            about.task = renamedLabel(about.task, network, now);
            about.network = about.network == network ? now : about.network;
            if (!(about == note.about)) {
                putMeta(project.database(), subjectKey(note.id), subjectToJson(about).dump());
            }
        }
        transaction.commit();
        return {};
    });
}

Result<void> removeNote(Project& project, int64_t id)
{
    return guarded(project.path(), [&]() -> Result<void> {
        SQLite::Transaction transaction(project.database(), SQLite::TransactionBehavior::IMMEDIATE);
        Query(project.database(), "DELETE FROM note WHERE id = ?", id).run();
        if (project.database().getChanges() == 0) {
            return fail(ErrorCode::NotFound, "{} has no note {}", project.path(), id);
        }
        putMeta(project.database(), subjectKey(id), {});
        transaction.commit();
        return {};
    });
}

} // namespace knobscope
