// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/translation/corephrases.h"

#include <QCoreApplication>

#include <array>

namespace knobscope {

namespace {

// Word for word as the core writes them; a test looks each of them up in its sources.
constexpr auto quantities = std::to_array<const char*>({
    QT_TRANSLATE_NOOP("CoreQuantity", "%1 bytes"),
    QT_TRANSLATE_NOOP("CoreQuantity", "%1 threads per block"),
    QT_TRANSLATE_NOOP("CoreQuantity", "%1 bytes of shared memory per block"),
    QT_TRANSLATE_NOOP("CoreQuantity", "%1 bytes of local memory per thread"),
    QT_TRANSLATE_NOOP("CoreQuantity", "%1 threads of a block along %2"),
    QT_TRANSLATE_NOOP("CoreQuantity", "%1 blocks along %2"),
    QT_TRANSLATE_NOOP("CoreQuantity", "%1: lower %2"),
    QT_TRANSLATE_NOOP("CoreQuantity", "%1: raise %2"),
    QT_TRANSLATE_NOOP("CoreQuantity", "%1 trials"),
    QT_TRANSLATE_NOOP("CoreQuantity", "1 trial"),
    QT_TRANSLATE_NOOP("CoreQuantity", "no better config in %1 trials"),
    QT_TRANSLATE_NOOP("CoreQuantity", "%1 GFLOPS reached"),
    QT_TRANSLATE_NOOP("CoreQuantity", "%1 % of the peak of %2 GFLOPS reached"),
});

constexpr auto figures = std::to_array<const char*>({
    QT_TRANSLATE_NOOP("CoreFigure", "none"),
    QT_TRANSLATE_NOOP("CoreFigure", "none: the sums are added up in memory"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1; the target's registers are not known"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1: %2 of %3 vector registers"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1: %2 of %3 vector registers, so that it spills"),
    QT_TRANSLATE_NOOP("CoreFigure", "1: the busiest loop is not vectorized"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 elements, %2 bits"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 elements of %2 bits: %3 register of %4 bits"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 elements of %2 bits: %3 registers of %4 bits"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 elements of %2 bits: %3 register of %4 bits, not filled"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 elements of %2 bits: %3 registers of %4 bits, not filled"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1, %2 turns of %3 element operation"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1, %2 turns of %3 element operations"),
    QT_TRANSLATE_NOOP("CoreFigure", "none: everything is unrolled"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1, %2 % of %3 (%4)"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1, more than any cache"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1; the target's cache sizes are not known"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 of %2"),
    QT_TRANSLATE_NOOP("CoreFigure", "none: one thread does all"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 FLOP a byte (%2 of inputs and outputs)"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 of the busiest statement"),
    QT_TRANSLATE_NOOP("CoreFigure", "at most %1 %"),
    QT_TRANSLATE_NOOP("CoreFigure", "not known from the knobs of this template"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1: more than the %2 of a block of %3"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1, no multiple of a warp (%2)"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1: more than a thread has registers (%2)"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 from these axes"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 from these axes: fewer than the %2 multiprocessors of %3"),
    QT_TRANSLATE_NOOP("CoreFigure", "not known: the knobs of this template do not say what is copied"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 (input %2, filters %3)"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 (input %2, filters %3): more than %4"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 (input %2, filters %3): asks for more than %4"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 %: %2 of %3 warps, %4 blocks a multiprocessor"),
    QT_TRANSLATE_NOOP("CoreFigure", "not known: %1"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 blocks of %2 threads"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 blocks of %2 threads, %3 shared"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 blocks of %2 threads, %3 barriers"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 blocks of %2 threads, %3 shared, %4 barriers"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 blocks of %2 threads: more than %3 allows"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 blocks of %2 threads, %3 shared: more than %4 allows"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 blocks of %2 threads, %3 barriers: more than %4 allows"),
    QT_TRANSLATE_NOOP("CoreFigure", "%1 blocks of %2 threads, %3 shared, %4 barriers: more than %5 allows"),
});

constexpr auto sentences = std::to_array<const char*>({
    QT_TRANSLATE_NOOP("CoreSentence", "There is no project file %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is a folder, not a project file"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is not a Knobscope project (it is no SQLite file)"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is a database of another program, not a Knobscope project"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is an empty project; open it for writing once"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 was written by a newer Knobscope (format %2; this one knows %3); update this program"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is read-only; change its permissions, or work on a copy"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 cannot be written; is it locked by another program, damaged, or the disk full?"),
    QT_TRANSLATE_NOOP("CoreSentence", "The last %1 trials of run %2 could not be written to %3; they are in the AutoTVM log %4"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 cannot be read; does it exist, and may you read it?"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 cannot be written; is the folder there and writable, and the disk not full?"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 cannot be written: %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 cannot be read: %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 has no run %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 has no task %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "Run %1 of %2 is %3 in another program"),
    QT_TRANSLATE_NOOP("CoreSentence", "Warm start: 1 record of 1 task (%1)"),
    QT_TRANSLATE_NOOP("CoreSentence", "Warm start: %1 records of 1 task (%2)"),
    QT_TRANSLATE_NOOP("CoreSentence", "Warm start: %1 records of %2 tasks (%3)"),
    QT_TRANSLATE_NOOP("CoreSentence", "No warm start: %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "No warm start: all %1 earlier records of this template failed"),
    QT_TRANSLATE_NOOP("CoreSentence", "No warm start: no earlier record is of this template and these knobs"),
    QT_TRANSLATE_NOOP("CoreSentence", "No warm start: %1 earlier records are fewer than the %2 that AutoTVM's rule asks for"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 of this space's configs were measured before its edits and keep their results"),
    QT_TRANSLATE_NOOP("CoreSentence", "The fastest of them, config %1, is measured again first"),
    QT_TRANSLATE_NOOP("CoreSentence", "Of %1, %2 records are of other templates and %3 cannot be used"),
    QT_TRANSLATE_NOOP("CoreSentence", "The query was given up"),
    QT_TRANSLATE_NOOP("CoreSentence", "The export was given up; %1 is as it was"),
    QT_TRANSLATE_NOOP("CoreSentence", "The note cannot be written to %1: %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "The notes of %1 cannot be read: %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is not overwritten, since its line %2 cannot be read: %3"),
    QT_TRANSLATE_NOOP("CoreSentence",
                      "The task of run %1 cannot be made by this version, so that its records would name no workload"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is empty"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is a folder, not a trace"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is a speedscope profile, not a Chrome trace; export it as a Chrome trace"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is a Firefox profile, not a Chrome trace"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is a tuning log, not a trace; open it as a log"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is not JSON; a Chrome, VizTracer or Perfetto trace saved as .json or .json.gz can be "
                                      "read (Perfetto's own format: traceconv json)"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 holds no span and no counter"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 holds no span and no counter%2"),
    QT_TRANSLATE_NOOP("CoreSentence", "The trace %1 cannot be opened: %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "The trace %1 cannot be opened"),
    QT_TRANSLATE_NOOP("CoreSentence", "The trace %1 could not be written; is the folder there, and is there space?"),
    QT_TRANSLATE_NOOP("CoreSentence", "Reading %1 was cancelled"),
    QT_TRANSLATE_NOOP("CoreSentence", "Importing %1 was cancelled; nothing of it was kept"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 cannot be written (%2); the trace was not imported"),
    QT_TRANSLATE_NOOP("CoreSentence", "The folder %1 has no room for the temporary file that sorting the trace takes"),
    QT_TRANSLATE_NOOP("CoreSentence", "The timeline of %1 cannot be read: %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "This space has no knob '%1'; it has %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1 has no candidate %2 to remove"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1 has no candidate %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1 has the candidate %2 already"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1 has no candidates; its filter or limits leave none"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 is the last candidate of knob %2; without it the space would be empty"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1: %2 is not of the same kind as its candidates (%3)"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1: the sizes of %2 do not fit into %3"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1: max_factor is at least 1"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1: '%2' is not an integer"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1: '%2' is no policy; there are factors, power2 and verbose"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1: '%2' is neither a number, true or false, nor text"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1: a list of integers was expected"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob %1 is no split; policy, max_factor and filter belong to splits"),
    QT_TRANSLATE_NOOP("CoreSentence", "The constraint '%1' names knob %2, which this space does not have"),
    QT_TRANSLATE_NOOP("CoreSentence", "The constraint '%1' leaves no point of the space"),
    QT_TRANSLATE_NOOP("CoreSentence", "With knob %1 the space has more than 2^62 points; drop candidates first"),
    QT_TRANSLATE_NOOP("CoreSentence", "splitting %1 into %2 parts has more than %3 ways; set max_factor or a filter"),
    QT_TRANSLATE_NOOP("CoreSentence", "Index %1 is out of range; this space has indexes 0 to %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "Index %1 is left out by the constraint '%2'"),
    QT_TRANSLATE_NOOP("CoreSentence", "In '%1', %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "column %1: %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "There is no template '%1'; the nearest is '%2' (`knobscope-cli templates` lists all)"),
    QT_TRANSLATE_NOOP("CoreSentence", "Template %1 is for %2, and the target '%3' is %4; give --target %5"),
    QT_TRANSLATE_NOOP("CoreSentence",
                      "Running %1 is not in this version: it has no schedule. Its space can be explored and edited"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 needs more than 16 GiB for its tensors"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 has no fallback config of its own: AutoTVM takes the most similar record of its TopHub "
                                      "logs, which are not part of this program; tune the task, or take a config from a record"),
    QT_TRANSLATE_NOOP("CoreSentence", "unknown target kind '%1'; known are %2"),
    QT_TRANSLATE_NOOP("CoreSentence",
                      "This build has no LLVM, so that there is neither LLVM IR nor assembly; the loop nest needs none"),
    QT_TRANSLATE_NOOP("CoreSentence", "This build has no LLVM; kernels for '%1' cannot be compiled"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1; %2 allows %3"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 needs %2 bytes of scratch memory; at most %3 are given"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knobs tile_ic and tile_oc: channel blocks of %1 and %2 do not divide %3 and %4 channels"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knobs tile_co, tile_oh, tile_ow: tiles of %1x%2x%3 do not divide %4x%5x%6"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob tile_k: vectors of %1 do not divide %2 features"),
    QT_TRANSLATE_NOOP("CoreSentence", "Knob tile_x: a weight block of %1 does not divide %2 features"),
    QT_TRANSLATE_NOOP("CoreSentence", "Element %1 of %2 is %3 and should be %4"),
    QT_TRANSLATE_NOOP("CoreSentence", "it took longer than %1 s and was stopped"),
    QT_TRANSLATE_NOOP("CoreSentence", "The worker process ended"),
    QT_TRANSLATE_NOOP("CoreSentence", "The worker process is gone (%1)"),
    QT_TRANSLATE_NOOP("CoreSentence", "The worker did not answer in time"),
    QT_TRANSLATE_NOOP("CoreSentence", "Building: %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "Running: %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "The GPU is gone: %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "The kernel that this one was timed against failed: %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "Config %1 had measured well, and is no longer counted: %2: %3"),
    QT_TRANSLATE_NOOP("CoreSentence", "Timed against each other, config %1 is quicker than %2, which had measured best"),
    QT_TRANSLATE_NOOP("CoreSentence", "The kernel's object cannot be loaded: %1"),
    QT_TRANSLATE_NOOP("CoreSentence",
                      "knobscope-worker is missing: it should be in %1; build or install it, or name it in KNOBSCOPE_WORKER"),
    QT_TRANSLATE_NOOP("CoreSentence", "The worker %1 could not be started: %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "Kernels for '%1' do not run on this machine: %2; choose --target llvm"),
    QT_TRANSLATE_NOOP("CoreSentence", "this CPU lacks %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "this CPU is an %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "this system is %1"),
    QT_TRANSLATE_NOOP("CoreSentence", "The compiler does not survive making code for '%1': %2; choose another target or config"),
    QT_TRANSLATE_NOOP("CoreSentence",
                      "Making code for '%1' took longer than %2 s and was stopped; choose another target or config"),
    QT_TRANSLATE_NOOP("CoreSentence", "Not even a simple kernel can be made for '%1': %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "Kernels for '%1' can be looked at but not measured here; cuda and llvm targets can"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 threads cannot be measured on; use 1 to the number of cores"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 runs on a GPU, and what measures here has none"),
    QT_TRANSLATE_NOOP("CoreSentence", "%1 cannot measure the machine's peak: %2"),
    QT_TRANSLATE_NOOP("CoreSentence", "this is no tuning record: it does not start with '{'"),
    QT_TRANSLATE_NOOP("CoreSentence",
                      "the record is in AutoTVM's pickle encoding, which is not read; write the log with protocol 'json'"),
    QT_TRANSLATE_NOOP("CoreSentence", "the record's format version is neither 0.1 nor 0.2; it may come from a newer TVM"),
});

/// The arguments by their numbers; nothing when the text was not made from the pattern.
std::optional<QStringList> argumentsOf(const CorePattern& pattern, const QString& text)
{
    if (!text.startsWith(pattern.words.front())) {
        return std::nullopt;
    }
    QStringList arguments(static_cast<qsizetype>(pattern.numbers.size()));
    qsizetype at = pattern.words.front().size();
    for (size_t i = 0; i < pattern.numbers.size(); ++i) {
        const QString& after = pattern.words[static_cast<qsizetype>(i) + 1];
        const bool isLast = i + 1 == pattern.numbers.size();
        const qsizetype end = isLast ? (text.endsWith(after) ? text.size() - after.size() : -1) : text.indexOf(after, at + 1);
        if (end <= at || pattern.numbers[i] > arguments.size()) {
            return std::nullopt;
        }
        arguments[pattern.numbers[i] - 1] = text.mid(at, end - at);
        at = end + after.size();
    }
    return at == text.size() ? std::optional(arguments) : std::nullopt;
}

} // namespace

CorePattern::CorePattern(const char* text)
    : source(text)
    , words{QString()}
{
    const QString whole = QString::fromUtf8(source);
    for (qsizetype i = 0; i < whole.size(); ++i) {
        if (whole[i] == QLatin1Char('%') && i + 1 < whole.size() && whole[i + 1].isDigit()) {
            numbers.push_back(whole[++i].digitValue());
            words.append(QString());
        } else {
            words.back() += whole[i];
            ++own;
        }
    }
}

CorePhrases::CorePhrases(const char* of, std::span<const char* const> texts)
    : context(of)
    , patterns(texts.begin(), texts.end())
{
}

std::optional<CoreMatch> CorePhrases::match(const QString& text) const
{
    const CorePattern* best = nullptr;
    CoreMatch found;
    for (const CorePattern& pattern : patterns) {
        if (best && pattern.own <= best->own) {
            continue;
        }
        if (auto arguments = argumentsOf(pattern, text)) {
            best = &pattern;
            found = {pattern.source, std::move(*arguments)};
        }
    }
    return best ? std::optional(std::move(found)) : std::nullopt;
}

const CorePhrases& coreQuantities()
{
    static const CorePhrases phrases("CoreQuantity", quantities);
    return phrases;
}

const CorePhrases& coreFigures()
{
    static const CorePhrases phrases("CoreFigure", figures);
    return phrases;
}

const CorePhrases& coreSentences()
{
    static const CorePhrases phrases("CoreSentence", sentences);
    return phrases;
}

} // namespace knobscope
