// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/scheduleanalysis.h"

#include "core/script/apply.h"
#include "core/script/definition.h"
#include "core/script/parse.h"
#include "core/script/print.h"
#include "core/target/host.h"
#include "core/template/user_schedule.h"

#include <QCryptographicHash>

#include <algorithm>

namespace knobscope {

namespace {

/// The lines before line `line`, from 1.
std::string linesBefore(const std::string& source, size_t line)
{
    size_t end = 0;
    for (size_t i = 1; i < line && end != std::string::npos; ++i) {
        end = source.find('\n', end == 0 && i == 1 ? 0 : end + 1);
    }
    return line <= 1 ? std::string() : source.substr(0, end);
}

std::string lineOf(const std::string& source, size_t line)
{
    const size_t start = linesBefore(source, line).size() + (line > 1 ? 1 : 0);
    return start < source.size() ? source.substr(start, source.find('\n', start) - start) : std::string();
}

/// Names after the lines that are right; none if there are knobs without values.
QStringList namesAfter(const std::string& source, const Target& target, const ConfigEntity& entity)
{
    const auto opened = openText(source, {}, traitsOf(target));
    const auto isKnown = [&](const KnobLine& knob) { return entity.find(knob.name) != nullptr; };
    if (!opened || !std::ranges::all_of(opened->text.knobs, isKnown)) {
        return {};
    }
    Schedule schedule({opened->output});
    const auto applied =
        applyText(opened->text, opened->sizes, [&](const std::string& knob) { return *entity.find(knob); }, schedule);
    QStringList names;
    for (const TextName& name : applied ? applied->names : std::vector<TextName>()) {
        if (name.isTensor || name.isLeaf) {
            names << QString::fromStdString(name.name);
        }
    }
    names.removeDuplicates();
    return names;
}

/// A key for each step: what the text computes, its knobs, and the lines applied.
QStringList keysOf(const ScheduleAnalysis& a, int threads)
{
    std::string head = a.stairs->task.target.text + '\n' + std::to_string(threads) + '\n';
    const auto sizes = sizesOf(a.text, {});
    head += printHead(a.text, a.source, sizes ? *sizes : TextSizes());
    for (const KnobLine& knob : a.text.knobs) {
        head += lineOf(a.source, knob.place.line) + '\n';
    }
    QStringList keys;
    size_t next = 0;
    for (const StairStep& step : a.stairs->steps) {
        const auto last = a.text.lineOfStep(step.step);
        for (; step.step > 0 && last && next <= *last; ++next) {
            head += a.text.lines[next].isEnabled ? a.text.lines[next].text + '\n' : std::string();
        }
        keys << QString::fromLatin1(QCryptographicHash::hash(QByteArray::fromStdString(head), QCryptographicHash::Sha1).toHex());
    }
    return keys;
}

void takeStairs(ScheduleAnalysis& a, Staircase stairs, int threads)
{
    const StairStep& last = stairs.steps.back();
    if (last.state == StairStep::State::Illegal) {
        a.problem = last.note;
        a.place = last.place ? *last.place : TextPlace{std::max<size_t>(1, last.line), 1};
    }
    const auto entity = stairs.task.space.at(stairs.indexOf(stairs.steps.size() - 1));
    if (entity && a.problem.empty()) {
        if (auto bound = bottleneckOf(stairs.task, *entity, profileOf(stairs.task.target), threads)) {
            a.bound = std::move(*bound);
        }
    }
    a.stairs = std::move(stairs);
    a.keys = keysOf(a, threads);
}

} // namespace

size_t ScheduleAnalysis::stepAt(int line) const
{
    size_t at = 0;
    for (const StairStep& step : stairs ? stairs->steps : std::vector<StairStep>()) {
        at = step.line <= static_cast<size_t>(std::max(0, line)) ? step.step : at;
    }
    return at;
}

int ScheduleAnalysis::lineToAddAfter(int caret, int lines) const
{
    if (!stairs || stepAt(caret) > 0) {
        return caret;
    }
    return stairs->steps.size() < 2 ? lines : static_cast<int>(stairs->steps[1].line) - 1;
}

ScheduleAnalysis analyseSchedule(const std::string& source, const std::string& name, int threads)
{
    ScheduleAnalysis a;
    a.source = source;
    const auto parsed = parseSchedule(source);
    const auto target = parsed && parsed->isGpu ? parseTarget("cuda") : hostTarget();
    if (!target) {
        a.problem = target.error();
        return a;
    }
    auto stairs = openStaircase(source, name, {}, *target);
    if (parsed) {
        a.text = *parsed;
    }
    if (stairs) {
        takeStairs(a, std::move(*stairs), threads);
    } else {
        a.place = placeOf(stairs.error());
        a.problem = a.place ? withoutPlace(stairs.error()) : Sentence(stairs.error());
    }
    const auto first = a.stairs ? a.stairs->task.space.at(a.stairs->config) : fail(ErrorCode::NotFound, "none");
    a.names = namesAfter(a.place ? linesBefore(source, a.place->line) : source, *target, first ? *first : ConfigEntity());
    return a;
}

} // namespace knobscope
