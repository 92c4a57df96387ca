// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/knobrows.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int64_t kMaxChips = 64; // more than fit into a row

class KnobWords
{
    Q_DECLARE_TR_FUNCTIONS(KnobWords)
};

QString changesText(const EditSet::KnobEdits* edits)
{
    QStringList texts;
    if (edits) {
        for (const auto& [kind, edit] : edits->definition) {
            texts << QString::fromStdString(editText(edit));
        }
        for (const SpaceEdit& edit : edits->candidates) {
            texts << QString::fromStdString(editText(edit));
        }
    }
    constexpr int most = 12;
    if (texts.size() > most) {
        texts = texts.mid(0, most) << QStringLiteral("…");
    }
    return texts.join(QStringLiteral("\n"));
}

std::optional<KnobValue> valueAt(const ConfigSpace& space, const std::vector<int64_t>& digits, size_t knob)
{
    return digits.empty() ? std::nullopt : std::optional(space.knobs()[knob].at(digits[knob]));
}

std::vector<int64_t> digitsOf(const ConfigSpace& space, qint64 index)
{
    return index >= 0 && index < space.rangeLength() ? space.digits(index) : std::vector<int64_t>{};
}

/// The kind of a knob: "64 in 2 loops; -1: the rest".
QString kindText(const Knob& knob)
{
    if (const auto* split = std::get_if<SplitKnob>(&knob.definition())) {
        return KnobWords::tr("%1 in %2 loops; -1: the rest").arg(split->extent).arg(split->outputs);
    }
    if (std::holds_alternative<ReorderKnob>(knob.definition())) {
        return KnobWords::tr("loop order, %1").arg(QString::fromStdString(knob.policy()));
    }
    if (std::holds_alternative<AnnotateKnob>(knob.definition())) {
        return KnobWords::tr("annotation, %1").arg(QString::fromStdString(knob.policy()));
    }
    return KnobWords::tr("option");
}

} // namespace

std::vector<KnobRow> makeKnobRows(const ConfigSpace& templateSpace, const ConfigSpace& space, const EditSet& edits,
                                  qint64 current, qint64 marked, const std::set<std::string>& markedKnobs)
{
    const std::vector<int64_t> currentDigits = digitsOf(space, current);
    const std::vector<int64_t> markedDigits = digitsOf(space, marked);
    std::vector<KnobRow> rows;
    for (size_t k = 0; k < templateSpace.knobs().size() && k < space.knobs().size(); ++k) {
        const Knob& original = templateSpace.knobs()[k];
        const Knob& now = space.knobs()[k];
        const EditSet::KnobEdits* own = edits.find(original.name());
        const Result<Knob> defined = edits.definedKnob(original);
        int64_t total = 0;
        KnobRow row;
        row.name = QString::fromStdString(original.name());
        row.kind = kindText(now);
        const auto* split = std::get_if<SplitKnob>(&now.definition());
        row.extent = split ? split->extent : 0;
        const auto value = valueAt(space, currentDigits, k);
        const auto mark = markedKnobs.contains(original.name()) ? valueAt(space, markedDigits, k) : std::nullopt;
        for (const Candidate& candidate : candidatesOf(defined.value_or(original), own, kMaxChips, &total)) {
            row.chips.push_back({candidate.value, QString::fromStdString(valueText(candidate.value)), candidate.state,
                                 value && isEquivalent(candidate.value, *value), mark && isEquivalent(candidate.value, *mark)});
        }
        for (const auto& wanted : {value, mark}) {
            const auto isWanted = [&](const KnobChip& chip) { return wanted && isEquivalent(chip.value, *wanted); };
            if (wanted && std::none_of(row.chips.begin(), row.chips.end(), isWanted)) {
                row.chips.push_back({*wanted, QString::fromStdString(valueText(*wanted)), Candidate::State::Kept,
                                     value && isEquivalent(*wanted, *value), mark && isEquivalent(*wanted, *mark)});
            }
        }
        row.total = total;
        row.size = now.size();
        row.templateSize = original.size();
        row.isChanged = own != nullptr;
        row.changes = changesText(own);
        rows.push_back(std::move(row));
    }
    return rows;
}

} // namespace knobscope
