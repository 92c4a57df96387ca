// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/proposals/beliefpanel.h"

#include "core/study/valueorder.h"
#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/section.h"
#include "widgets/plot/ramplegend.h"

#include <QComboBox>
#include <QLabel>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr double kFaint = 1e-6; // not 0, which is crossed out

QString shareText(double share, int decimals = 0)
{
    return BeliefPanel::tr("%1 %").arg(number(100 * share, decimals));
}

} // namespace

BeliefPanel::BeliefPanel(QWidget* parent)
    : QWidget(parent)
    , m_canvas(makeControl<PlotCanvas>("belief.map"))
    , m_legend(new RampLegend)
    , m_message(makeSentence({}))
{
    auto* head = new FlowRow;
    const auto addCombo = [&](const char* id, QComboBox*& combo, const QString& text, const QStringList& items, auto changed) {
        combo = makeControl<QComboBox>(id);
        combo->addItems(items);
        head->addGroup({makeLabel(text, combo), combo});
        connect(combo, &QComboBox::currentIndexChanged, this, changed);
    };
    addCombo("belief.x", m_x, tr("&Knob:"), {}, &BeliefPanel::askForMap);
    addCombo("belief.y", m_y, tr("Aga&inst:"), {}, &BeliefPanel::askForMap);
    addCombo("belief.show", m_show, tr("&Colour:"),
             {tr("measured so far"), tr("expected speed"), tr("uncertainty"), tr("expected improvement")}, &BeliefPanel::showMap);
    m_show->setCurrentIndex(static_cast<int>(Shown::Expected));
    m_canvas->setAccessibleName(tr("What the tuner believed about two knobs"));
    m_canvas->setMinimumSize(200, 120);
    m_canvas->setReading([this](PlotPick pick) { return readingOf(pick); });
    m_message->setWordWrap(true);
    inColumn(this, {head, {m_canvas, 1}, m_legend, m_message}, QMargins(), space::kTight);
}

QString BeliefPanel::message() const
{
    return m_message->text();
}

void BeliefPanel::setTrial(std::shared_ptr<const SearchHistory> history, size_t trial)
{
    m_history = std::move(history);
    m_trial = trial;
    chooseKnobs();
    askForMap();
}

BeliefPanel::Shown BeliefPanel::shown() const
{
    const bool isBelief = m_map && m_map->has_value();
    const auto wanted = static_cast<Shown>(m_show->currentIndex());
    const bool hasIt = isBelief && (wanted == Shown::Expected || !(*m_map)->isScore);
    return hasIt ? wanted : Shown::Measured;
}

std::pair<size_t, size_t> BeliefPanel::knobs() const
{
    return {static_cast<size_t>(std::max(0, m_x->currentIndex())), static_cast<size_t>(std::max(0, m_y->currentIndex()))};
}

void BeliefPanel::chooseKnobs()
{
    const qint64 run = m_history && m_history->size() > 0 ? m_history->trials.trials.front().run : 0;
    if (run == std::exchange(m_knobsOf, run) || run == 0) {
        return;
    }
    QStringList names;
    for (const Knob& knob : m_history->trials.task->space.knobs()) {
        names << QString::fromStdString(knob.name());
    }
    const auto [x, y] = knobsToLookAt(*m_history);
    for (const auto& [combo, knob] : {std::pair{m_x, x}, std::pair{m_y, y}}) {
        const QSignalBlocker quiet(combo);
        if (const QString old = combo->currentText(); combo->count() == 0 || !names.contains(old)) {
            combo->clear();
            combo->addItems(names);
            combo->setCurrentIndex(static_cast<int>(knob));
        } else { // a run of the same task: the same knobs
            combo->clear();
            combo->addItems(names);
            combo->setCurrentText(old);
        }
    }
}

void BeliefPanel::askForMap()
{
    m_map.reset();
    const auto [x, y] = knobs();
    if (!m_history || m_trial >= m_history->size()) {
        m_work.cancel();
        m_canvas->setSeries({});
        m_message->clear();
        return;
    }
    m_work.ask([history = m_history, trial = m_trial, x = x, y = y] { return beliefMap(*history, trial, x, y); },
               [this](Result<BeliefMap> map) {
                   m_map = std::move(map);
                   showMap();
                   emit ready();
               });
}

/// Best GFLOPS before the trial for each pair of digits, whatever the other knobs; NaN: not tried, 0: failed.
std::vector<double> BeliefPanel::measuredBefore() const
{
    const auto [x, y] = knobs();
    std::vector<double> best(m_orderX.size() * m_orderY.size(), std::nan(""));
    for (size_t i = 0; i < m_trial; ++i) {
        const auto cell = static_cast<size_t>(m_history->trials.digit(i, y)) * m_orderX.size()
                        + static_cast<size_t>(m_history->trials.digit(i, x));
        best[cell] = std::isnan(best[cell]) ? m_history->measured[i] : std::max(best[cell], m_history->measured[i]);
    }
    return best;
}

/// Values by digits, for the colours: NaN is blank, 0 crossed out.
std::vector<double> BeliefPanel::colourValues() const
{
    if (shown() == Shown::Measured) {
        return measuredBefore();
    }
    const BeliefMap& map = **m_map;
    double low = 0;
    double high = 0;
    if (map.isScore) { // from 1 to 100
        low = std::ranges::min(map.cells, {}, &BeliefMap::Cell::expected).expected;
        high = std::ranges::max(map.cells, {}, &BeliefMap::Cell::expected).expected;
    }
    std::vector<double> values;
    for (const BeliefMap::Cell& cell : map.cells) {
        const double value = shown() == Shown::Uncertainty ? cell.factor - 1
                           : shown() == Shown::Improvement ? cell.gain
                           : map.isScore && high > low     ? 0.01 + 0.99 * (cell.expected - low) / (high - low)
                                                           : cell.expected;
        values.push_back(cell.index < 0 ? 0 : std::max(100 * value, kFaint));
    }
    return values;
}

PlotAxis BeliefPanel::axisOf(size_t knob) const
{
    const Knob& of = m_history->trials.task->space.knobs()[knob];
    PlotAxis axis(QString::fromStdString(of.name()), PlotAxis::Kind::Linear, -0.5, static_cast<double>(of.size()) - 0.5);
    QStringList values;
    for (const int32_t digit : valueOrder(of)) {
        values << QString::fromStdString(valueText(of.at(digit)));
    }
    axis.setCategories(values);
    return axis;
}

/// Place of a config on the map, projected along the other knobs.
QPointF BeliefPanel::placeOf(int64_t config) const
{
    const ConfigSpace& space = m_history->trials.task->space;
    const auto [x, y] = knobs();
    const auto digits = space.digits(config);
    return {static_cast<qreal>(valuePlaces(space.knobs()[x])[static_cast<size_t>(digits[x])]),
            static_cast<qreal>(valuePlaces(space.knobs()[y])[static_cast<size_t>(digits[y])])};
}

/// Lines from the configs that the proposal was made from, or along the walk that led to it.
std::vector<PlotSeries> BeliefPanel::routes() const
{
    const Theme theme = themeFor(palette());
    const ProposalReason& reason = m_history->reason(m_trial);
    const ConfigSpace& space = m_history->trials.task->space;
    const QPointF end = placeOf(m_history->trials.trials[m_trial].point.index);
    std::vector<PlotSeries> routes;
    const auto add = [&](std::vector<QPointF> points, const QString& name, bool isDashed) {
        PlotSeries dots{.colour = theme.text, .kind = PlotSeries::Kind::Dots, .points = points, .width = 5, .canBePicked = false};
        routes.push_back({.name = name,
                          .colour = theme.text,
                          .points = std::move(points),
                          .width = 2,
                          .isDashed = isDashed,
                          .canBePicked = false});
        routes.push_back(std::move(dots));
    };
    if (!std::ranges::all_of(reason.from, [&](int64_t config) { return space.isValid(config); })) {
        return {};
    }
    if (reason.kind == ProposalKind::Predicted && !reason.from.empty()) {
        std::vector<QPointF> walk;
        std::ranges::transform(reason.from, std::back_inserter(walk), [this](int64_t config) { return placeOf(config); });
        walk.push_back(end);
        add(std::move(walk), tr("Annealing walk"), false);
    } else {
        for (size_t i = 0; i < reason.from.size() && i < 2; ++i) {
            const QString name = reason.kind != ProposalKind::Child ? tr("From")
                               : i == 0                             ? tr("First parent")
                                                                    : tr("Second parent");
            add({placeOf(reason.from[i]), end}, name, i == 1);
        }
    }
    return routes;
}

void BeliefPanel::showMap()
{
    const auto [x, y] = knobs();
    if (!m_history || !m_map || m_history->size() == 0) {
        return;
    }
    const auto& spaceKnobs = m_history->trials.task->space.knobs();
    const auto pairs = static_cast<size_t>(spaceKnobs[x].size() * spaceKnobs[y].size());
    m_message->setText(m_map->has_value() ? (*m_map)->isScore
                                              ? tr("The model's score before trial %1, from 0 to 100: only the order counts.")
                                                    .arg(m_history->trials.trials[m_trial].point.number)
                                              : QString()
                                          : tr("%1; the map shows what was measured so far.").arg(coreText(m_map->error())));
    showLegend(0);
    if (x == y || pairs > kMaxBeliefCells) {
        m_canvas->setEmptyText(m_message->text());
        m_canvas->setSeries({});
        m_canvas->setMarks({});
        return;
    }
    m_orderX = valueOrder(spaceKnobs[x]);
    m_orderY = valueOrder(spaceKnobs[y]);
    const std::vector<double> values = colourValues();
    PlotSeries cells{.kind = PlotSeries::Kind::Cells, .rowLength = static_cast<int>(m_orderX.size())};
    for (size_t row = 0; row < m_orderY.size(); ++row) {
        for (size_t column = 0; column < m_orderX.size(); ++column) {
            cells.points.emplace_back(column, row);
            cells.values.push_back(
                values[static_cast<size_t>(m_orderY[row]) * m_orderX.size() + static_cast<size_t>(m_orderX[column])]);
        }
    }
    double most = 0;
    for (const double value : cells.values) {
        most = value > most ? value : most; // no number: not tried
    }
    showLegend(most);
    std::vector<PlotSeries> series{std::move(cells)};
    std::ranges::move(routes(), std::back_inserter(series));
    m_canvas->setAxes(axisOf(x), axisOf(y));
    m_canvas->setSeries(std::move(series));
    m_canvas->setMarks({{placeOf(m_history->trials.trials[m_trial].point.index), -1}});
}

void BeliefPanel::showLegend(double most)
{
    const bool isScore = m_map && m_map->has_value() && (*m_map)->isScore;
    const QString share = shareText(most / 100, 1);
    const QString text =
        shown() == Shown::Measured
            ? tr("best so far %1").arg(FlopsCount::speed(number(most, 1), speedUnitOf(m_history->trials.task.get())))
        : shown() == Shown::Uncertainty ? tr("uncertain by %1").arg(share)
        : shown() == Shown::Improvement ? tr("expected improvement %1").arg(share)
        : isScore                       ? tr("score %1").arg(number(most, 0))
                                        : tr("expected %1 of the best").arg(share);
    m_legend->setMeaning(QStringLiteral("0"), most > kFaint ? text : QString(), {});
}

QString BeliefPanel::valueTextOf(size_t cell) const
{
    const double measured = measuredBefore()[cell];
    const SpeedUnit unit = speedUnitOf(m_history->trials.task.get());
    const QString best = std::isnan(measured) ? tr("not tried yet")
                       : measured <= 0        ? tr("failed")
                                              : tr("best so far %1").arg(FlopsCount::speed(number(measured, 1), unit));
    if (!m_map || !m_map->has_value()) {
        return best;
    }
    const BeliefMap& map = **m_map;
    const BeliefMap::Cell& at = map.cells[cell];
    return at.index < 0  ? tr("this pair breaks a rule of the space")
         : map.isScore   ? tr("score %1; %2").arg(number(at.expected, 3), best)
         : at.isMeasured ? tr("expected %1 of the best; measured: %2")
                               .arg(shareText(at.expected), FlopsCount::speed(number(at.gflops, 1), unit))
                         : tr("expected %1 of the best, within a factor of %2; expected improvement %3; %4")
                               .arg(shareText(at.expected), number(at.factor, 2), shareText(at.gain, 2), best);
}

QString BeliefPanel::readingOf(PlotPick pick) const
{
    const auto cell = static_cast<size_t>(pick.point);
    if (pick.series != 0 || cell >= m_orderX.size() * m_orderY.size()) {
        return {};
    }
    const size_t column = cell % m_orderX.size();
    const size_t row = cell / m_orderX.size();
    return tr("%1 = %2, %3 = %4")
               .arg(m_x->currentText(), m_canvas->xAxis().text(static_cast<double>(column)), m_y->currentText(),
                    m_canvas->yAxis().text(static_cast<double>(row)))
         + QLatin1Char('\n')
         + valueTextOf(static_cast<size_t>(m_orderY[row]) * m_orderX.size() + static_cast<size_t>(m_orderX[column]));
}

} // namespace knobscope
