// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/insight/parallelplot.h"

#include "core/analysis/valueorder.h"

#include <QApplication>
#include <QKeyEvent>
#include <QLocale>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace knobscope {

namespace {

constexpr int mostRows = 300; ///< an axis with more values shows neighbours in one row
constexpr int gflopsRows = 256;
constexpr int grabPixels = 14;
constexpr double pickPixels = 8;

} // namespace

ParallelPlot::ParallelPlot(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Parallel coordinates of the trials"));
}

void ParallelPlot::setTrials(std::shared_ptr<const TrialSet> trials)
{
    const bool isSameSpace =
        m_trials && trials && m_trials->task && trials->task && m_trials->task->space.text() == trials->task->space.text();
    m_trials = std::move(trials);
    m_selected.clear();
    m_current = -1;
    m_hovered = -1;
    m_mostGflops = 0;
    const size_t knobs = m_trials ? m_trials->knobCount() : 0;
    if (!isSameSpace) {
        m_order.resize(knobs);
        std::iota(m_order.begin(), m_order.end(), 0);
        m_order.push_back(gflopsAxis);
        m_brushes.assign(knobs + 1, std::nullopt);
        m_places.clear();
        m_digits.clear();
        for (size_t k = 0; k < knobs; ++k) {
            m_places.push_back(valuePlaces(m_trials->task->space.knobs()[k]));
            m_digits.push_back(valueOrder(m_trials->task->space.knobs()[k]));
        }
        m_focus = 0;
    }
    for (size_t i = 0; m_trials && i < m_trials->trials.size(); ++i) {
        m_mostGflops = std::max(m_mostGflops, m_trials->trials[i].point.gflops);
    }
    m_mostGflops = m_mostGflops > 0 ? m_mostGflops : 1;
    describe();
    repaintAll();
}

void ParallelPlot::setSelected(std::vector<bool> selected)
{
    m_selected = std::move(selected);
    repaintAll();
}

void ParallelPlot::setCurrent(int trial)
{
    m_current = trial;
    update();
}

void ParallelPlot::setHovered(int trial)
{
    if (trial != m_hovered) {
        m_hovered = trial;
        update();
    }
}

void ParallelPlot::setOrder(std::vector<int> order)
{
    std::vector<int> wanted = order;
    std::vector<int> now = m_order;
    std::sort(wanted.begin(), wanted.end());
    std::sort(now.begin(), now.end());
    if (wanted == now) {
        m_order = std::move(order);
        repaintAll();
    }
}

void ParallelPlot::moveAxis(int from, int to)
{
    const int count = static_cast<int>(m_order.size());
    if (from < 0 || to < 0 || from >= count || to >= count || from == to) {
        return;
    }
    const int axis = m_order[static_cast<size_t>(from)];
    m_order.erase(m_order.begin() + from);
    m_order.insert(m_order.begin() + to, axis);
    m_focus = to;
    describe();
    repaintAll();
}

// --- brushes ---

std::optional<ParallelPlot::Brush> ParallelPlot::brush(int knob) const
{
    const size_t at = knob == gflopsAxis ? m_brushes.size() - 1 : static_cast<size_t>(knob);
    return at < m_brushes.size() ? m_brushes[at] : std::nullopt;
}

void ParallelPlot::setBrush(int knob, std::optional<Brush> brush)
{
    const size_t at = knob == gflopsAxis ? m_brushes.size() - 1 : static_cast<size_t>(knob);
    if (at < m_brushes.size() && m_brushes[at] != brush) {
        m_brushes[at] = brush;
        describe();
        repaintAll();
        emit brushesChanged();
    }
}

void ParallelPlot::clearBrushes(bool quietly)
{
    if (isBrushed()) {
        std::fill(m_brushes.begin(), m_brushes.end(), std::nullopt);
        describe();
        repaintAll();
        if (!quietly) {
            emit brushesChanged();
        }
    }
}

bool ParallelPlot::isBrushed() const
{
    return std::any_of(m_brushes.begin(), m_brushes.end(), [](const auto& brush) { return brush.has_value(); });
}

bool ParallelPlot::isInBrushes(size_t trial) const
{
    for (size_t k = 0; k < m_brushes.size(); ++k) {
        if (m_brushes[k]) {
            const double value = k + 1 == m_brushes.size() ? m_trials->trials[trial].point.gflops
                                                           : placeOf(static_cast<int>(k), m_trials->digit(trial, k));
            if (value < m_brushes[k]->low || value > m_brushes[k]->high) {
                return false;
            }
        }
    }
    return true;
}

std::vector<size_t> ParallelPlot::brushed() const
{
    std::vector<size_t> inside;
    for (size_t i = 0; m_trials && i < m_trials->trials.size(); ++i) {
        if (isInBrushes(i)) {
            inside.push_back(i);
        }
    }
    return inside;
}

std::optional<ParallelPlot::Brush> ParallelPlot::brushOfDrag(const Drag& drag) const
{
    if (std::abs(drag.to.y() - drag.from.y()) < QApplication::startDragDistance()) {
        return std::nullopt; // a click takes the brush away
    }
    const int knob = m_order[static_cast<size_t>(drag.place)];
    double low = valueAtY(knob, std::max(drag.from.y(), drag.to.y()));
    double high = valueAtY(knob, std::min(drag.from.y(), drag.to.y()));
    if (knob != gflopsAxis) {
        // A value is in when its mark is; at least the nearest one.
        const double last = static_cast<double>(m_trials->task->space.knobs()[static_cast<size_t>(knob)].size() - 1);
        const double middle = std::clamp(std::round((low + high) / 2), 0.0, last);
        low = std::max(0.0, std::ceil(low - 1e-9));
        high = std::min(last, std::floor(high + 1e-9));
        if (low > high) {
            low = high = middle;
        }
    }
    return Brush{low, high};
}

void ParallelPlot::stepBrush(int step, bool extends)
{
    if (!m_trials || m_trials->trials.empty()) {
        return;
    }
    const int knob = m_order[static_cast<size_t>(m_focus)];
    const double unit = knob == gflopsAxis ? m_mostGflops / 20 : 1;
    const double last = knob == gflopsAxis
                          ? m_mostGflops
                          : static_cast<double>(m_trials->task->space.knobs()[static_cast<size_t>(knob)].size() - 1);
    const auto old = brush(knob);
    Brush next;
    if (!old) { // starts at the top or the bottom
        next = step > 0 ? Brush{0, knob == gflopsAxis ? unit : 0} : Brush{knob == gflopsAxis ? last - unit : last, last};
    } else if (extends) {
        next = step > 0 ? Brush{old->low, std::min(last, old->high + unit)} : Brush{std::max(0.0, old->low - unit), old->high};
    } else {
        const double by = step > 0 ? std::min(unit, last - old->high) : -std::min(unit, old->low);
        next = {old->low + by, old->high + by};
    }
    setBrush(knob, next);
}

void ParallelPlot::describe()
{
    if (!m_trials || !m_trials->task) {
        setAccessibleDescription({});
        return;
    }
    const int knob = m_order[static_cast<size_t>(m_focus)];
    const QString name = knob == gflopsAxis
                           ? tr("GFLOPS")
                           : QString::fromStdString(m_trials->task->space.knobs()[static_cast<size_t>(knob)].name());
    const auto range = brush(knob);
    const auto text = [&](double value) {
        return knob == gflopsAxis ? QLocale().toString(value, 'f', 1) : valueAt(knob, static_cast<int64_t>(value));
    };
    const QString brushText = range ? tr("brushed from %1 to %2").arg(text(range->low), text(range->high)) : tr("not brushed");
    setAccessibleDescription(tr("Axis %1, %2; %3 of %4 trials lie in all brushes")
                                 .arg(name, brushText)
                                 .arg(brushed().size())
                                 .arg(m_trials->trials.size()));
}

QString ParallelPlot::valueAt(int knob, int64_t place) const
{
    const int32_t digit = m_digits[static_cast<size_t>(knob)][static_cast<size_t>(place)];
    return QString::fromStdString(valueText(m_trials->task->space.knobs()[static_cast<size_t>(knob)].at(digit)));
}

// --- geometry ---

QRect ParallelPlot::linesRect() const
{
    const int line = fontMetrics().height();
    const int side = 7 * fontMetrics().averageCharWidth() + 10;
    return QRect(side, 2 * line + 4, std::max(10, width() - 2 * side), std::max(10, height() - 3 * line));
}

int ParallelPlot::axisX(int place) const
{
    const QRect r = linesRect();
    const int gaps = std::max<int>(1, static_cast<int>(m_order.size()) - 1);
    return r.left() + place * r.width() / gaps;
}

int ParallelPlot::placeAt(int x) const
{
    for (int place = 0; place < static_cast<int>(m_order.size()); ++place) {
        if (std::abs(axisX(place) - x) <= grabPixels) {
            return place;
        }
    }
    return -1;
}

int ParallelPlot::rows(int knob) const
{
    return knob == gflopsAxis
             ? gflopsRows
             : static_cast<int>(std::min<int64_t>(mostRows, m_trials->task->space.knobs()[static_cast<size_t>(knob)].size()));
}

int ParallelPlot::rowOf(int knob, size_t trial) const
{
    if (knob == gflopsAxis) {
        return std::clamp(static_cast<int>(m_trials->trials[trial].point.gflops / m_mostGflops * (gflopsRows - 1)), 0,
                          gflopsRows - 1);
    }
    const int64_t size = m_trials->task->space.knobs()[static_cast<size_t>(knob)].size();
    const int64_t place = placeOf(knob, m_trials->digit(trial, static_cast<size_t>(knob)));
    return static_cast<int>(size <= mostRows ? place : place * mostRows / size);
}

double ParallelPlot::rowY(int knob, int row) const
{
    const QRect r = linesRect();
    const double unit = knob == gflopsAxis ? static_cast<double>(row) / (gflopsRows - 1) : (row + 0.5) / rows(knob);
    return r.bottom() - unit * r.height();
}

double ParallelPlot::valueY(int knob, double value) const
{
    const QRect r = linesRect();
    const double unit = knob == gflopsAxis
                          ? value / m_mostGflops
                          : (value + 0.5) / static_cast<double>(m_trials->task->space.knobs()[static_cast<size_t>(knob)].size());
    return r.bottom() - unit * r.height();
}

double ParallelPlot::valueAtY(int knob, double y) const
{
    const QRect r = linesRect();
    const double unit = std::clamp((r.bottom() - y) / r.height(), 0.0, 1.0);
    return knob == gflopsAxis ? unit * m_mostGflops
                              : unit * static_cast<double>(m_trials->task->space.knobs()[static_cast<size_t>(knob)].size()) - 0.5;
}

int ParallelPlot::trialAt(QPointF pixel) const
{
    if (!m_trials || m_order.size() < 2) {
        return -1;
    }
    int place = 0;
    while (place + 2 < static_cast<int>(m_order.size()) && axisX(place + 1) <= pixel.x()) {
        ++place;
    }
    const int left = m_order[static_cast<size_t>(place)];
    const int right = m_order[static_cast<size_t>(place) + 1];
    const double t = (pixel.x() - axisX(place)) / std::max(1, axisX(place + 1) - axisX(place));
    if (t < -0.05 || t > 1.05) {
        return -1;
    }
    int best = -1;
    double nearest = pickPixels;
    for (size_t i = 0; i < m_trials->trials.size(); ++i) {
        const double y = (1 - t) * rowY(left, rowOf(left, i)) + t * rowY(right, rowOf(right, i));
        const double distance = std::abs(y - pixel.y()) + (isStrong(i) ? 0 : pickPixels / 2);
        const bool isFaster =
            best >= 0 && m_trials->trials[i].point.gflops > m_trials->trials[static_cast<size_t>(best)].point.gflops;
        if (distance < nearest - 0.5 || (distance < nearest + 0.5 && distance < pickPixels && isFaster)) {
            nearest = distance;
            best = static_cast<int>(i);
        }
    }
    return best;
}

bool ParallelPlot::isStrong(size_t trial) const
{
    return isBrushed() ? isInBrushes(trial) : m_selected.empty() || m_selected[trial];
}

// --- mouse and keys ---

void ParallelPlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_trials || m_trials->trials.empty()) {
        return;
    }
    const int place = placeAt(event->pos().x());
    if (place >= 0) {
        m_focus = place;
        m_drag = Drag{place, event->pos().y() < linesRect().top() - 2, event->pos(), event->pos()};
        describe();
        repaintAll();
    } else if (const int trial = trialAt(event->position()); trial >= 0) {
        emit chosen(trial);
    }
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_drag) {
        m_drag->to = event->pos();
        update();
        return;
    }
    const int trial = trialAt(event->position());
    if (trial != m_hovered) {
        setHovered(trial);
        emit hovered(trial);
    }
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_drag) {
        return;
    }
    Drag drag = *m_drag;
    m_drag.reset();
    drag.to = event->pos();
    if (!drag.isHeader) {
        setBrush(m_order[static_cast<size_t>(drag.place)], brushOfDrag(drag));
    } else if (std::abs(drag.to.x() - drag.from.x()) >= QApplication::startDragDistance()) {
        const int gap = std::max(1, axisX(1) - axisX(0));
        moveAxis(drag.place, std::clamp((drag.to.x() - axisX(0) + gap / 2) / gap, 0, static_cast<int>(m_order.size()) - 1));
    }
    update();
}

void ParallelPlot::leaveEvent(QEvent*)
{
    if (m_hovered >= 0) {
        setHovered(-1);
        emit hovered(-1);
    }
}

void ParallelPlot::keyPressEvent(QKeyEvent* event)
{
    const int last = static_cast<int>(m_order.size()) - 1;
    const auto focus = [&](int place) {
        m_focus = std::clamp(place, 0, std::max(0, last));
        describe();
        repaintAll();
    };
    const bool control = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
    case Qt::Key_Left: return control ? moveAxis(m_focus, m_focus - 1) : focus(m_focus - 1);
    case Qt::Key_Right: return control ? moveAxis(m_focus, m_focus + 1) : focus(m_focus + 1);
    case Qt::Key_Home: return focus(0);
    case Qt::Key_End: return focus(last);
    case Qt::Key_Up: return stepBrush(1, event->modifiers() & Qt::ShiftModifier);
    case Qt::Key_Down: return stepBrush(-1, event->modifiers() & Qt::ShiftModifier);
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (!m_order.empty()) {
            setBrush(m_order[static_cast<size_t>(m_focus)], std::nullopt);
        }
        return;
    case Qt::Key_Escape:
        m_drag.reset();
        clearBrushes();
        return;
    default: QWidget::keyPressEvent(event);
    }
}

void ParallelPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        repaintAll();
    }
}

void ParallelPlot::resizeEvent(QResizeEvent*)
{
    repaintAll();
}

void ParallelPlot::repaintAll()
{
    m_still = {};
    update();
}

} // namespace knobscope
