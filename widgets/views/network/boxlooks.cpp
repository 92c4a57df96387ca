// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/boxlooks.h"

#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/foreigntext.h"
#include "widgets/base/number.h"
#include "widgets/base/shapetext.h"
#include "widgets/plot/colours.h"

#include <QCoreApplication>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace knobscope {

namespace {

struct Texts {
    Q_DECLARE_TR_FUNCTIONS(knobscope::NetworkView)
};

/// Returns the task number: "3", or "3/conv2d_tiles_NCHWc.x86" for an extra template.
QString numberOf(const NetworkTask& task)
{
    return QString::fromStdString(task.id).section(QLatin1Char(':'), -1);
}

/// The short form for a box; the tool tip has the template.
QString layerNumberOf(const NetworkTask& task)
{
    return numberOf(task).section(QLatin1Char('/'), 0, 0);
}

/// Source of the weights. SomeLayers: times of some layers, which are not shares of a total because the total is unknown.
enum class Scale : uint8_t { Operations, SomeLayers, Layers, Run };

Scale scaleOf(const BoxKnowledge& known)
{
    const LayerTasks::Count layers = known.tasks.count();
    return !known.times.boxes.empty()    ? Scale::Run
         : layers.measured == 0          ? Scale::Operations
         : layers.measured == layers.all ? Scale::Layers
                                         : Scale::SomeLayers;
}

/// Returns the result of a box's layer measured on its own; null if there is none.
const TaskStanding* standingOf(const BoxKnowledge& known, size_t box)
{
    const LayerTask* layer = known.tasks.taskOf(known.boxes.boxes[box].workload);
    return layer ? known.tasks.bestOf(*layer) : nullptr;
}

/// Returns seconds or operations; 0 if unknown.
double weightOf(const BoxKnowledge& known, Scale scale, size_t box)
{
    if (scale == Scale::Run) {
        const auto time = known.times.boxes.find(box);
        return time == known.times.boxes.end() ? 0 : time->second.seconds;
    }
    if (scale == Scale::Operations) {
        const LayerTask* layer = known.tasks.taskOf(known.boxes.boxes[box].workload);
        return layer ? layer->task.plainFlops : 0;
    }
    const TaskStanding* best = standingOf(known, box);
    return best ? best->bestSeconds : 0;
}

/// Returns the text of a box's known time.
QString timeLine(const BoxKnowledge& known, size_t box)
{
    if (const auto time = known.times.boxes.find(box); time != known.times.boxes.end()) {
        return time->second.layout.isEmpty()
                 ? Texts::tr("%1 ms").arg(number(time->second.seconds * 1e3, 3))
                 : Texts::tr("%1 ms, %2").arg(number(time->second.seconds * 1e3, 3), time->second.layout);
    }
    if (known.boxes.boxes[box].workload < 0) {
        return {};
    }
    const LayerTask* layer = known.tasks.taskOf(known.boxes.boxes[box].workload);
    const TaskStanding* best = standingOf(known, box);
    return !layer ? Texts::tr("no template for this target")
         : best   ? Texts::tr("task %1: %2 ms, %3 GFLOPS")
                      .arg(layerNumberOf(layer->task), number(best->bestSeconds * 1e3, 3), number(best->bestGflops, 1))
                : Texts::tr("task %1").arg(layerNumberOf(layer->task));
}

/// Returns the weight's share of the total, or its amount if the total is unknown.
QString partText(Scale scale, double weight, double total)
{
    const QString percent = number(weight / total * 100, 1);
    switch (scale) {
    case Scale::Operations: return Texts::tr("%1 % of the operations").arg(percent);
    case Scale::SomeLayers: return Texts::tr("%1 ms").arg(number(weight * 1e3, 3));
    default: return Texts::tr("%1 % of the time").arg(percent);
    }
}

/// Returns the legend text for the strongest colour.
QString mostText(const BoxKnowledge& known, Scale scale, double most, double total)
{
    const QString percent = number(most / total * 100, 1);
    const LayerTasks::Count layers = known.tasks.count();
    switch (scale) {
    case Scale::Operations: return Texts::tr("%1 % of the operations (nothing measured)").arg(percent);
    case Scale::SomeLayers:
        return Texts::tr("%1 ms (%2 of %3 layer(s) measured)", nullptr, pluralOf(layers.all))
            .arg(milliseconds(most))
            .arg(layers.measured)
            .arg(layers.all);
    case Scale::Layers: return Texts::tr("%1 % of %2 ms (measured layers)").arg(percent, milliseconds(total));
    case Scale::Run: break;
    }
    return Texts::tr("%1 % of the steps' %2 ms").arg(percent, milliseconds(total));
}

/// `part` is the boxes' share of the total; empty if unknown.
BoxLook lookOf(const BoxKnowledge& known, const std::vector<size_t>& boxes, const QString& part)
{
    const NetworkBox& first = known.boxes.boxes[boxes.front()];
    BoxLook look;
    const QString shape = QString::fromStdString(first.shape);
    look.lines = {foreignText(first.title), shortShape(shape), timeLine(known, boxes.front())};
    look.lines.removeAll(QString());
    QStringList tip{look.lines.front()};
    if (shape != shortShape(shape)) {
        tip << shape;
    }
    for (const size_t box : boxes) {
        const QString line = foreignText(fmt::format("{}", fmt::join(known.boxes.boxes[box].nodes, ", ")));
        const LayerTask* own = known.tasks.taskOf(known.boxes.boxes[box].workload);
        tip << (own ? Texts::tr("%1 (task %2)").arg(line, numberOf(own->task)) : line);
        look.isOfCurrentTask = look.isOfCurrentTask || (own && QString::fromStdString(own->task.id) == known.currentTask);
    }
    constexpr qsizetype mostLines = 16;
    if (tip.size() > mostLines) {
        tip = tip.first(mostLines) << QStringLiteral("…");
    }
    constexpr size_t mostDetails = 8;
    constexpr qsizetype longestDetail = 120;
    for (size_t i = 0; i < std::min(mostDetails, first.details.size()); ++i) {
        tip << foreignText(first.details[i]).left(longestDetail);
    }
    if (!part.isEmpty()) {
        tip << part;
    }
    if (standingOf(known, boxes.front()) && !known.times.boxes.contains(boxes.front())) {
        tip << FlopsCount::autotvmTip();
    }
    look.toolTip = tip.join(QLatin1Char('\n'));
    return look;
}

QString layoutOf(const BoxKnowledge& known, size_t box)
{
    const auto time = known.times.boxes.find(box);
    return time == known.times.boxes.end() ? QString() : time->second.layout;
}

/// Assigns a colour to each layout, the most frequent first.
void colourLayouts(const BoxKnowledge& known, const ShownBoxes& shown, const QPalette& palette, NetworkLooks& looks)
{
    std::map<QString, size_t> counts;
    for (const auto& boxes : shown.boxes) {
        if (const QString layout = layoutOf(known, boxes.front()); !layout.isEmpty()) {
            counts[layout] += boxes.size();
        }
    }
    std::vector<std::pair<QString, size_t>> order(counts.begin(), counts.end());
    std::ranges::stable_sort(order, std::greater<>(), &std::pair<QString, size_t>::second);
    for (size_t i = 0; i < order.size(); ++i) {
        looks.layouts.emplace_back(seriesColour(palette, i), order[i].first);
    }
    for (size_t i = 0; i < looks.boxes.size(); ++i) {
        const QString layout = layoutOf(known, shown.boxes[i].front());
        const auto found = std::ranges::find(looks.layouts, layout, &std::pair<QColor, QString>::second);
        looks.boxes[i].colour = found == looks.layouts.end() ? QColor() : found->first;
    }
}

/// Returns labels for transforms between the boxes that the shown ones represent.
std::vector<QString> edgeTexts(const BoxKnowledge& known, const ShownBoxes& shown)
{
    std::vector<QString> texts;
    for (const auto& [from, to] : shown.edges) {
        double seconds = 0;
        for (const auto& [ends, one] : known.times.transforms) {
            const bool isHere = std::ranges::find(shown.boxes[from], ends.first) != shown.boxes[from].end()
                             && std::ranges::find(shown.boxes[to], ends.second) != shown.boxes[to].end();
            seconds += isHere ? one : 0;
        }
        texts.push_back(seconds > 0 ? Texts::tr("layout transform: %1 ms").arg(number(seconds * 1e3, 3)) : QString());
    }
    return texts;
}

} // namespace

// All tasks that templates offer for a layer, extra templates last: those of the whole network that the layer by itself would
// also have. A layer is as fast as its fastest task.
void LayerTasks::set(const Network& network, const std::vector<NetworkWorkload>& workloads, const Target& target)
{
    m_target = target;
    m_layers.assign(workloads.size(), {});
    const auto all = extractTasks(network, target, TaskChoice::WithExtra);
    for (size_t w = 0; all && w < workloads.size(); ++w) {
        Network one = network;
        one.workloads = {workloads[w]};
        const auto own = extractTasks(one, target, TaskChoice::WithExtra);
        for (const NetworkTask& task : all->tasks) {
            const auto isSame = [&](const NetworkTask& other) { return other.task == task.task && other.args == task.args; };
            if (own && std::ranges::any_of(own->tasks, isSame)) {
                m_layers[w].push_back({task, TaskStandings::taskKey(task.task, task.args, target.text)});
            }
        }
    }
}

const TaskStanding* LayerTasks::bestOf(const LayerTask& task) const
{
    const TaskStanding* known = m_standings.find(task.key);
    return known && known->bestSeconds > 0 ? known : nullptr;
}

const LayerTask* LayerTasks::taskOf(int workload) const
{
    if (workload < 0 || static_cast<size_t>(workload) >= m_layers.size() || m_layers[static_cast<size_t>(workload)].empty()) {
        return nullptr;
    }
    const auto seconds = [&](const LayerTask& task) {
        const TaskStanding* best = bestOf(task);
        return best ? best->bestSeconds : HUGE_VAL;
    };
    return &*std::ranges::min_element(m_layers[static_cast<size_t>(workload)], {}, seconds);
}

LayerTasks::Count LayerTasks::count() const
{
    Count count;
    for (const std::vector<LayerTask>& tasks : m_layers) {
        count.all += tasks.empty() ? 0 : 1;
        count.measured += std::ranges::any_of(tasks, [&](const LayerTask& task) { return bestOf(task); }) ? 1 : 0;
    }
    return count;
}

namespace {

/// Boxes by the steps of a run: by their nodes, and by the values that a step transforms.
struct StepBoxes {
    StepBoxes(const ModelNetwork& model, const NetworkBoxes& boxes)
    {
        for (size_t box = 0; box < boxes.boxes.size(); ++box) {
            for (const std::string& node : boxes.boxes[box].nodes) {
                ofNode[node] = box;
            }
        }
        const Graph& graph = model.imported.graph;
        for (const Node& node : graph.nodes) {
            if (const auto box = ofNode.find(nameOf(graph, node)); box != ofNode.end()) {
                for (const ValueId output : presentValues(node.outputs)) {
                    ofValue[graph.value(output).name] = box->second;
                }
            }
        }
        for (size_t input = 0; input < graph.inputs.size(); ++input) { // inputs are the first boxes
            ofValue[graph.value(graph.inputs[input]).name] = input;
        }
    }

    std::map<std::string, size_t> ofNode;
    std::map<std::string, size_t> ofValue;
};

} // namespace

std::optional<size_t> boxOfStep(const ModelNetwork& model, const NetworkBoxes& boxes, const std::string& step)
{
    const StepBoxes known(model, boxes);
    for (const auto* all : {&known.ofNode, &known.ofValue}) {
        if (const auto box = all->find(step); box != all->end()) {
            return box->second;
        }
    }
    return std::nullopt;
}

RunTimes runTimes(const ModelNetwork& model, const NetworkBoxes& boxes, const NetworkProfile& profile)
{
    const StepBoxes known(model, boxes);
    RunTimes times;
    times.seconds = std::accumulate(profile.stepSeconds.begin(), profile.stepSeconds.end(), 0.0);
    std::vector<std::pair<std::string, double>> waiting; // values transformed for the next step
    for (size_t s = 0; s < profile.report.steps.size(); ++s) {
        const NetworkStep& step = profile.report.steps[s];
        if (step.isTransform()) {
            waiting.emplace_back(step.name, profile.stepSeconds[s]);
            continue;
        }
        const auto box = known.ofNode.find(step.name);
        for (const auto& [value, seconds] : waiting) {
            if (const auto from = known.ofValue.find(value); from != known.ofValue.end() && box != known.ofNode.end()) {
                times.transforms[{from->second, box->second}] += seconds;
            }
        }
        waiting.clear();
        if (box != known.ofNode.end()) {
            RunTimes::Box& time = times.boxes[box->second];
            time.seconds += profile.stepSeconds[s];
            time.layout = fixedCoreText(step.layout);
        }
    }
    return times;
}

NetworkLooks looksOf(const BoxKnowledge& known, const ShownBoxes& shown, const QPalette& palette)
{
    const Scale scale = scaleOf(known);
    double total = 0, most = 0;
    std::vector<double> weights;
    for (const auto& boxes : shown.boxes) {
        double weight = 0;
        for (const size_t box : boxes) {
            weight += weightOf(known, scale, box);
        }
        weights.push_back(weight);
        total += weight;
        most = std::max(most, weight);
    }
    total = scale == Scale::Run ? known.times.seconds : total; // transforms are no boxes
    NetworkLooks looks;
    for (size_t i = 0; i < weights.size(); ++i) {
        BoxLook look = lookOf(known, shown.boxes[i], weights[i] > 0 ? partText(scale, weights[i], total) : QString());
        if (weights[i] > 0) {
            look.colour = rampColour(palette, weights[i] / most);
        }
        looks.boxes.push_back(std::move(look));
    }
    looks.edges = edgeTexts(known, shown);
    if (known.colours == BoxColours::Layout && scale == Scale::Run) {
        colourLayouts(known, shown, palette, looks);
        return looks;
    }
    looks.none = scale == Scale::SomeLayers ? Texts::tr("0 ms") : Texts::tr("0 %");
    looks.most = total > 0 ? mostText(known, scale, most, total) : QString();
    return looks;
}

QString widestLine()
{
    return Texts::tr("task %1: %2 ms, %3 GFLOPS").arg(100).arg(1000.0).arg(1000.0);
}

} // namespace knobscope
