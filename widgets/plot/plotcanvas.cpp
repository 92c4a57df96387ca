// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plot/plotcanvas.h"

#include "widgets/plot/decimation.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace knobscope {

namespace {

constexpr double kLaneHeight = 9;
constexpr int kLegendShare = 4; // it uses at most 1 / kLegendShare of the height, but always a line
constexpr size_t kMaxRings = 3000; // upper limit, even if more points are chosen

} // namespace

PlotCanvas::PlotCanvas(QWidget* parent)
    : PlotView(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(this, &PlotView::resized, this, &PlotCanvas::placeLegend);
    connect(this, &PlotView::pointedAt, this, [this](QPointF pixel) {
        m_place = pixel;
        setCurrent(pick(pixel));
    });
    connect(this, &PlotView::pointerLeft, this, [this] {
        m_place.reset();
        setCurrent({});
    });
    connect(this, &PlotView::clicked, this, [this](QPointF pixel, Qt::KeyboardModifiers modifiers) {
        setCurrent(pick(pixel));
        choose(modifiers);
    });
    connect(this, &PlotView::enclosed, this, &PlotCanvas::enclose);
}

bool PlotCanvas::isEmpty() const
{
    return std::ranges::all_of(m_series, [](const PlotSeries& series) { return series.points.empty(); });
}

void PlotCanvas::setSeries(std::vector<PlotSeries> series)
{
    m_series = std::move(series);
    m_pointed = find(m_hovered);
    m_current = m_current.isValid() ? m_pointed : PlotPick();
    m_emphasised = -1;
    if (!m_selected.empty()) {
        setSelected(std::move(m_selected));
    }
    placeLegend();
    describe();
    showPointed();
}

void PlotCanvas::setDescription(const QString& description)
{
    m_description = description;
    describe();
}

/// A current point is read without repeating the legend at each step.
void PlotCanvas::describe()
{
    QStringList names;
    for (const PlotSeries& series : m_series) {
        if (!series.name.isEmpty()) {
            names << series.name;
        }
    }
    QStringList parts{m_description};
    if (!names.isEmpty()) {
        parts << tr("Legend: %1").arg(names.join(QStringLiteral(", ")));
    }
    parts.removeAll(QString());
    const QString text = m_current.isValid() ? readingOf(m_current) : parts.join(QLatin1Char('\n'));
    if (text != accessibleDescription()) { // each change is announced
        setAccessibleDescription(text);
    }
}

void PlotCanvas::setEmptyText(const QString& text)
{
    m_emptyText = text;
    viewport()->update();
}

void PlotCanvas::setMarks(std::vector<PlotMark> marks)
{
    m_marks = std::move(marks);
    placeRings();
    viewport()->update();
}

void PlotCanvas::setSelected(std::vector<TrialRef> trials)
{
    m_selected = std::move(trials);
    std::vector<PlotMark> marks;
    for (const PlotSeries& series : m_series) {
        const bool isAny = !m_selected.empty() && series.kind != PlotSeries::Kind::Cells;
        for (size_t i = 0; isAny && i < series.trials.size(); ++i) {
            if (std::ranges::binary_search(m_selected, series.trials[i])) {
                marks.push_back({series.points[i], series.lane});
            }
        }
    }
    setMarks(std::move(marks));
}

/// Places rings; of rings that would hide each other only one.
void PlotCanvas::placeRings()
{
    std::vector<QPointF> pixels;
    for (const PlotMark& mark : m_marks) {
        const QPointF pixel = pixelOf(mark);
        if (plot().adjusted(-4, -4, 4, 4).contains(pixel)) {
            pixels.push_back(pixel);
        }
    }
    m_rings = thinnedDots(pixels, size(), 6);
    m_rings.resize(std::min(m_rings.size(), kMaxRings));
}

void PlotCanvas::setEmphasised(int series)
{
    if (std::exchange(m_emphasised, series) != series) {
        viewport()->update();
    }
}

double PlotCanvas::laneStrip(int lanes)
{
    return lanes == 0 ? 0 : lanes * kLaneHeight + 4;
}

QPointF PlotCanvas::pixelOf(const PlotMark& mark) const
{
    const QPointF pixel = toPixel(placeOf(mark.at));
    return mark.lane < 0 ? pixel : QPointF(pixel.x(), plot().bottom() - kLaneHeight * (mark.lane + 0.6));
}

std::optional<QPointF> PlotCanvas::pixelOfTrial(TrialRef trial) const
{
    const PlotPick found = find(trial);
    return found.isValid() ? std::optional(pixelOf(markOf(found))) : std::nullopt;
}

PlotMark PlotCanvas::markOf(PlotPick pick) const
{
    const PlotSeries& series = m_series[static_cast<size_t>(pick.series)];
    return {series.points[static_cast<size_t>(pick.point)], series.lane};
}

TrialRef PlotCanvas::trialOf(PlotPick pick) const
{
    const bool isTrial = pick.isValid() && !m_series[static_cast<size_t>(pick.series)].trials.empty();
    return isTrial ? m_series[static_cast<size_t>(pick.series)].trials[static_cast<size_t>(pick.point)] : TrialRef();
}

PlotPick PlotCanvas::find(TrialRef trial) const
{
    for (size_t s = 0; trial.isValid() && s < m_series.size(); ++s) {
        const auto& trials = m_series[s].trials;
        if (const auto found = std::ranges::find(trials, trial); found != trials.end()) {
            return {static_cast<int>(s), static_cast<int>(found - trials.begin())};
        }
    }
    return {};
}

QRectF PlotCanvas::cellAt(QPointF data) const
{
    return {pixelOf(data + QPointF(-0.5, 0.5)), pixelOf(data + QPointF(0.5, -0.5))};
}

PlotPick PlotCanvas::pick(QPointF pixel) const
{
    PlotPick best;
    double nearest = kPickRadius * kPickRadius;
    const double left = dataAt(pixel - QPointF(kPickRadius, 0)).x();
    const double right = dataAt(pixel + QPointF(kPickRadius, 0)).x();
    for (size_t s = 0; s < m_series.size(); ++s) {
        const PlotSeries& series = m_series[s];
        if (series.kind == PlotSeries::Kind::Cells) {
            const QPoint cell = dataAt(pixel).toPoint();
            const int at = cell.y() * series.rowLength + cell.x();
            const bool isOne = plot().contains(pixel) && cell.x() >= 0 && cell.x() < series.rowLength && cell.y() >= 0;
            if (isOne && at < static_cast<int>(series.points.size())) {
                return {static_cast<int>(s), at};
            }
            continue;
        }
        for (size_t i = 0; series.canBePicked && i < series.points.size(); ++i) {
            if (series.points[i].x() < left || series.points[i].x() > right) {
                continue;
            }
            const QPointF away = pixelOf({series.points[i], series.lane}) - pixel;
            if (const double distance = QPointF::dotProduct(away, away); distance < nearest) {
                nearest = distance;
                best = {static_cast<int>(s), static_cast<int>(i)};
            }
        }
    }
    return best;
}

void PlotCanvas::choose(Qt::KeyboardModifiers modifiers)
{
    if (m_current.isValid()) {
        emit chosen(m_current);
    }
    if (const TrialRef trial = trialOf(m_current); trial.isValid() || !m_current.isValid()) {
        emit trialChosen(trial, modifiers);
    }
}

void PlotCanvas::enclose(const QPolygonF& pixels, Qt::KeyboardModifiers modifiers)
{
    std::vector<TrialRef> trials;
    size_t best = 0;
    double bestValue = -INFINITY;
    const QRectF bounds = pixels.boundingRect();
    for (const PlotSeries& series : m_series) {
        for (size_t i = 0; i < series.trials.size(); ++i) {
            const QPointF pixel = pixelOf({series.points[i], series.lane});
            if (!series.trials[i].isValid() || !bounds.contains(pixel) || !pixels.containsPoint(pixel, Qt::OddEvenFill)) {
                continue;
            }
            const double value = m_isLowBest ? -series.points[i].y() : series.points[i].y();
            if (series.lane < 0 && value > bestValue) {
                best = trials.size();
                bestValue = value;
            }
            trials.push_back(series.trials[i]);
        }
    }
    if (!trials.empty()) {
        std::swap(trials[best], trials.back());
    }
    emit trialsEnclosed(trials, modifiers);
}

QString PlotCanvas::readingOf(PlotPick pick) const
{
    if (m_reading) {
        return m_reading(pick);
    }
    const PlotSeries& series = m_series[static_cast<size_t>(pick.series)];
    const QPointF point = series.points[static_cast<size_t>(pick.point)];
    return tr("%1: %2, %3").arg(series.name, xAxis().text(point.x()), yAxis().text(point.y()));
}

bool PlotCanvas::isCell(PlotPick pick) const
{
    return pick.isValid() && m_series[static_cast<size_t>(pick.series)].kind == PlotSeries::Kind::Cells;
}

void PlotCanvas::setCurrent(PlotPick pick)
{
    const TrialRef trial = trialOf(pick);
    const bool isSame = pick == m_current && trial == m_hovered;
    m_current = m_pointed = pick;
    m_hovered = trial;
    showPointed();
    if (!isSame) {
        describe();
        emit hovered(pick);
        emit trialHovered(trial);
    }
}

void PlotCanvas::setHovered(TrialRef trial)
{
    if (trial != m_hovered) {
        m_hovered = trial;
        m_pointed = find(trial);
        m_current = {};
        describe();
        showPointed();
    }
}

void PlotCanvas::showPointed()
{
    const bool isPlace = m_place && m_placeReading && !isEmpty();
    setReadout(m_pointed.isValid() ? readingOf(m_pointed) : isPlace ? m_placeReading(dataAt(*m_place)) : QString());
}

void PlotCanvas::step(int dSeries, int dPoint)
{
    if (isCell(m_current)) {
        const PlotSeries& cells = m_series[static_cast<size_t>(m_current.series)];
        const int rows = static_cast<int>(cells.points.size()) / cells.rowLength;
        const int x = std::clamp(m_current.point % cells.rowLength + dPoint, 0, cells.rowLength - 1);
        const int y = std::clamp(m_current.point / cells.rowLength - dSeries, 0, rows - 1);
        return setCurrent({m_current.series, y * cells.rowLength + x});
    }
    std::vector<int> choice;
    for (size_t s = 0; s < m_series.size(); ++s) {
        if (m_series[s].canBePicked && !m_series[s].points.empty()) {
            choice.push_back(static_cast<int>(s));
        }
    }
    if (choice.empty()) {
        return;
    }
    const auto count = std::ssize(choice);
    const auto now = std::ranges::find(choice, m_current.series) - choice.begin();
    const auto next = now < count ? (now + dSeries + count) % count : dSeries < 0 ? count - 1 : 0;
    const int series = choice[static_cast<size_t>(next)];
    const int last = static_cast<int>(m_series[static_cast<size_t>(series)].points.size()) - 1;
    const int point = m_current.isValid() ? m_current.point + dPoint : (dPoint < 0 ? last : 0);
    setCurrent({series, std::clamp(point, 0, last)});
}

void PlotCanvas::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Comma: return step(0, -1);
    case Qt::Key_Period: return step(0, 1);
    case Qt::Key_PageUp: return step(-1, 0);
    case Qt::Key_PageDown: return step(1, 0);
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current.isValid()) {
            choose(event->modifiers() & ~Qt::KeypadModifier);
        }
        return;
    case Qt::Key_Escape: setCurrent({}); break;
    default: break;
    }
    PlotView::keyPressEvent(event);
}

void PlotCanvas::applyTheme()
{
    PlotView::applyTheme();
    placeLegend();
}

/// Returns the rectangles of the legend's names, each with room for a swatch, on as many lines as needed; empty without a width.
std::vector<QRect> PlotCanvas::legendPlaces() const
{
    const QFontMetrics metrics = fontMetrics();
    const int left = static_cast<int>(plot().left());
    const int right = width() - kLegendGap;
    QPoint at(left, kLegendGap);
    std::vector<QRect> places;
    for (const PlotSeries& series : m_series) {
        if (series.name.isEmpty()) {
            places.emplace_back();
            continue;
        }
        // Glyph widths are fractional: elidedText counts fractions, horizontalAdvance rounds.
        const int wanted = metrics.height() + kLegendGap + metrics.horizontalAdvance(series.name) + 2;
        if (at.x() > left && at.x() + wanted > right) {
            at = {left, at.y() + metrics.height()};
        }
        const bool hasRoom = at.y() == kLegendGap || at.y() + metrics.height() < height() / kLegendShare;
        places.emplace_back(at, QSize(hasRoom ? std::min(wanted, right - at.x()) : 0, metrics.height()));
        at.rx() += wanted + 3 * kLegendGap;
    }
    return places;
}

void PlotCanvas::placeLegend()
{
    int bottom = 0;
    for (const QRect& place : legendPlaces()) {
        bottom = place.width() > 0 ? place.bottom() + 3 : bottom;
    }
    setTopMargin(std::max(8, bottom));
    repaintAll();
}

/// Shows a tool tip with the full name of a series that is elided in the legend.
bool PlotCanvas::viewportEvent(QEvent* event)
{
    if (event->type() != QEvent::ToolTip) {
        return PlotView::viewportEvent(event);
    }
    const auto* help = static_cast<QHelpEvent*>(event);
    const std::vector<QRect> places = legendPlaces();
    const auto at = std::ranges::find_if(places, [&](const QRect& place) { return place.contains(help->pos()); });
    const auto series = static_cast<size_t>(at - places.begin());
    QToolTip::showText(help->globalPos(), series < m_series.size() ? m_series[series].name : QString(), viewport());
    return true;
}

void PlotCanvas::repaintAll()
{
    m_cache.forget();
    placeRings();
    viewport()->update();
}

} // namespace knobscope
