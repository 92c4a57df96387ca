// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/translation/coretext.h"

#include "widgets/translation/corephrases.h"

#include <QCoreApplication>

#include <array>

namespace knobscope {

namespace {

// Word for word as the core writes them; a test names what is missing.
constexpr auto texts = std::to_array<const char*>({
    // The tuners and their parameters.
    QT_TRANSLATE_NOOP(
        "Core", "Some random configs, then from the best one step at a time in single knobs, again from elsewhere when stuck."),
    QT_TRANSLATE_NOOP("Core", "Random configs before the first descent."),
    QT_TRANSLATE_NOOP("Core", "Every config is equally likely, none comes twice: the baseline to beat."),
    QT_TRANSLATE_NOOP("Core", "All configs in the order of their index: complete, and good only for small spaces."),
    QT_TRANSLATE_NOOP("Core", "The index to begin with."),
    QT_TRANSLATE_NOOP("Core", "The last index; -1 is the space's last."),
    QT_TRANSLATE_NOOP("Core", "A population of configs is bred from the faster ones. AutoTVM's population of 100 is slow to "
                              "start; 20 suits short runs."),
    QT_TRANSLATE_NOOP("Core", "Configs in a generation."),
    QT_TRANSLATE_NOOP("Core", "The best configs ever, always among the parents."),
    QT_TRANSLATE_NOOP("Core", "How often a knob of a child takes a random value."),
    QT_TRANSLATE_NOOP("Core",
                      "Share of the first generation that is chosen instead of drawn: what the template would use untuned, "
                      "and configs that an analytical bound allows to be fast; AutoTVM draws all."),
    QT_TRANSLATE_NOOP("Core", "The tuner that needed the fewest trials on this program's recorded spaces: bayes."),
    QT_TRANSLATE_NOOP("Core", "Random configs before the first surface."),
    QT_TRANSLATE_NOOP("Core", "Best configs of similar earlier tasks that are tried first."),
    QT_TRANSLATE_NOOP("Core", "1: begins with configs that an analytical bound allows to be fast, and learns how far each falls "
                              "short of it; 0: knows nothing before it measures."),
    QT_TRANSLATE_NOOP("Core", "Share of the first generation that is chosen instead of drawn: what the template would use "
                              "untuned, and configs that an analytical bound allows to be fast; AutoTVM draws all."),
    QT_TRANSLATE_NOOP("Core", "Draws a smooth surface through the speeds measured so far and tries where it may rise highest; "
                              "few trials, much thought."),
    QT_TRANSLATE_NOOP("Core", "From the corner of the space downhill in steps of several knobs at once; a step counts when a "
                              "test says that it is no accident."),
    QT_TRANSLATE_NOOP("Core", "How often a step that brings nothing may be taken for a better one."),
    QT_TRANSLATE_NOOP("Core", "How far a speed is off (standard error, as a share) where the trial does not say."),
    QT_TRANSLATE_NOOP("Core", "Results between two decisions; AutoTVM takes the number of builders."),
    QT_TRANSLATE_NOOP(
        "Core",
        "Five tuners search together and share what they learn; the next trial goes to the one that has lately helped most."),
    QT_TRANSLATE_NOOP("Core", "How many of the last trials count."),
    QT_TRANSLATE_NOOP("Core", "How much a tuner is favoured that was seldom asked."),
    QT_TRANSLATE_NOOP(
        "Core",
        "AutoTVM's: after every 64 trials, boosted trees learn which configs are fast, and annealing finds what they promise."),
    QT_TRANSLATE_NOOP("Core", "Trials between two fits of the model, and configs planned after each."),
    QT_TRANSLATE_NOOP("Core", "Of the model, on cores where nothing is timed."),
    QT_TRANSLATE_NOOP("Core", "Simulated annealing: steps at most."),
    QT_TRANSLATE_NOOP("Core", "Simulated annealing: points that walk at once."),
    QT_TRANSLATE_NOOP("Core", "Simulated annealing: steps without a better point before it ends."),
    QT_TRANSLATE_NOOP("Core", "So many times the plan is looked for, and the most different are taken; below 1: off."),
    QT_TRANSLATE_NOOP("Core", "Trials from the old plan while the model is being fitted; 0: they wait for it."),
    QT_TRANSLATE_NOOP("Core", "What the model sees of a config."),
    QT_TRANSLATE_NOOP("Core", "What the model is fitted to: speeds, or their order."),
    QT_TRANSLATE_NOOP("Core", "Earlier records below which it learns nothing from them."),
    QT_TRANSLATE_NOOP("Core", "What it makes of earlier records."),
    QT_TRANSLATE_NOOP(
        "Core", "Boosted trees learn after every 8 trials which configs are fast, and from earlier runs before the first one."),
    QT_TRANSLATE_NOOP("Core", "Trees of the model."),
    QT_TRANSLATE_NOOP("Core", "A fit waits for at least this share of new trials."),
    // Why a trial failed: errorText().
    QT_TRANSLATE_NOOP("Core", "no error"),
    QT_TRANSLATE_NOOP("Core", "illegal config"),
    QT_TRANSLATE_NOOP("Core", "compile error"),
    QT_TRANSLATE_NOOP("Core", "device compile error"),
    QT_TRANSLATE_NOOP("Core", "crashed while running"),
    QT_TRANSLATE_NOOP("Core", "wrong answer"),
    QT_TRANSLATE_NOOP("Core", "build timeout"),
    QT_TRANSLATE_NOOP("Core", "run timeout"),
    QT_TRANSLATE_NOOP("Core", "unknown error"),
    // The states of a run.
    QT_TRANSLATE_NOOP("Core", "waiting"),
    QT_TRANSLATE_NOOP("Core", "running"),
    QT_TRANSLATE_NOOP("Core", "paused"),
    QT_TRANSLATE_NOOP("Core", "stopped"),
    QT_TRANSLATE_NOOP("Core", "finished"),
    QT_TRANSLATE_NOOP("Core", "killed"),
    // The figures of a config and what they mean.
    QT_TRANSLATE_NOOP("Core", "Register tile"),
    QT_TRANSLATE_NOOP(
        "Core", "Sums that are kept in vector registers while the innermost loops run; more than there are spill to the stack."),
    QT_TRANSLATE_NOOP("Core", "Vector width"),
    QT_TRANSLATE_NOOP("Core",
                      "Elements that one vectorized loop handles side by side; less than a register holds leaves lanes idle."),
    QT_TRANSLATE_NOOP("Core", "Innermost loop"),
    QT_TRANSLATE_NOOP("Core",
                      "The loop that stays a loop around the unrolled and vectorized code, and what one turn of it does."),
    QT_TRANSLATE_NOOP("Core", "Working set"),
    QT_TRANSLATE_NOOP("Core", "Bytes that one whole run of this loop touches, registers not counted; what fits a cache is read "
                              "from there the next time."),
    QT_TRANSLATE_NOOP("Core", "Parallel pieces"),
    QT_TRANSLATE_NOOP("Core", "Iterations of the parallel loop, which the threads share out among them."),
    QT_TRANSLATE_NOOP("Core", "Arithmetic intensity"),
    QT_TRANSLATE_NOOP(
        "Core",
        "Operations for each byte that has to be moved at least once; low values are bound by memory whatever the config."),
    QT_TRANSLATE_NOOP("Core", "Iterations"),
    QT_TRANSLATE_NOOP("Core", "How often the statement that does most of the work is run, all loops multiplied."),
    QT_TRANSLATE_NOOP("Core", "Extra work"),
    QT_TRANSLATE_NOOP("Core", "Operations of the loop nest above the operator's own: tails that are computed and thrown away, "
                              "folding of partial sums."),
    QT_TRANSLATE_NOOP("Core", "Scratch memory"),
    QT_TRANSLATE_NOOP("Core", "Padded or rearranged copies of the inputs, which are written and read again in each call."),
    QT_TRANSLATE_NOOP("Core", "Threads per block"),
    QT_TRANSLATE_NOOP(
        "Core",
        "The product of the thread parts of the splits; a device has a limit, and fewer than 64 leave a block half empty."),
    QT_TRANSLATE_NOOP("Core", "Occupancy at most"),
    QT_TRANSLATE_NOOP("Core", "Warps that a multiprocessor holds at a time, by threads and shared memory; registers, which the "
                              "device compiler hands out, can only lower it."),
    QT_TRANSLATE_NOOP("Core", "Input window and filters of one reduction step, which the threads of a block share; beyond a "
                              "block's default a kernel has to ask for more."),
    QT_TRANSLATE_NOOP("Core", "Launches and what they take follow from the lowered program."),
    QT_TRANSLATE_NOOP("Core", "Launch"),
    QT_TRANSLATE_NOOP("Core", "From the lowered program: what one launch asks of the device; barriers are counted in the text."),
    QT_TRANSLATE_NOOP("Core", "Virtual threads"),
    QT_TRANSLATE_NOOP("Core", "Strided parts of the work that one thread does, which spreads its memory accesses."),
    QT_TRANSLATE_NOOP("Core", "Sums per thread"),
    QT_TRANSLATE_NOOP("Core", "Outputs that a thread adds up at the same time, each in a register."),
    QT_TRANSLATE_NOOP("Core", "Blocks"),
    QT_TRANSLATE_NOOP("Core",
                      "The product of the block parts of the splits; fewer than the GPU's multiprocessors leave some idle."),
    QT_TRANSLATE_NOOP("Core", "Shared memory"),
    QT_TRANSLATE_NOOP("Core", "Input window and filters of one reduction step, which the threads of a block share; 48 KiB come "
                              "without asking for more."),
    QT_TRANSLATE_NOOP("Core", "The product of the thread parts of the splits; a CUDA block holds 1,024 at most, and fewer than "
                              "64 leave it half empty."),
    QT_TRANSLATE_NOOP("Core", "Loop nest"),
    QT_TRANSLATE_NOOP("Core",
                      "Working sets, vector width and code need the loop nest, and GPU templates have none in this version."),
});

QString translated(const char* context, const QString& text)
{
    return QCoreApplication::translate(context, text.toUtf8().constData());
}

/// With its arguments, which may be sentences or quantities themselves.
QString translatedBy(const CorePhrases& phrases, const CoreMatch& match)
{
    QString text = translated(phrases.context, QString::fromUtf8(match.pattern));
    QStringList arguments;
    for (const QString& argument : match.arguments) {
        const auto quantity = coreQuantities().match(argument);
        arguments << (quantity ? translatedBy(coreQuantities(), *quantity) : coreText(argument.toStdString()));
    }
    // All at once: an argument may hold a percent sign and a digit.
    QString out;
    for (qsizetype i = 0; i < text.size(); ++i) {
        const int number = text[i] == QLatin1Char('%') && i + 1 < text.size() ? text[i + 1].digitValue() : -1;
        if (number >= 1 && number <= arguments.size()) {
            out += arguments[number - 1];
            ++i;
        } else {
            out += text[i];
        }
    }
    return out;
}

} // namespace

QString coreText(std::string_view sentence)
{
    const QString text = QString::fromUtf8(sentence.data(), static_cast<qsizetype>(sentence.size()));
    const QString exact = translated("Core", text);
    const auto match = exact == text ? coreSentences().match(text) : std::nullopt;
    return match ? translatedBy(coreSentences(), *match) : exact;
}

QString figureText(std::string_view value)
{
    const QString text = QString::fromUtf8(value.data(), static_cast<qsizetype>(value.size()));
    for (const CorePhrases* phrases : {&coreFigures(), &coreQuantities()}) {
        if (const auto match = phrases->match(text)) {
            return translatedBy(*phrases, *match);
        }
    }
    return text;
}

std::span<const char* const> coreTexts()
{
    return texts;
}

} // namespace knobscope
