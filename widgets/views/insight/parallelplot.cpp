// SPDX-License-Identifier: GPL-3.0-or-later
// Painting of ParallelPlot. Lines on the same pixels are painted once, so that the time does not depend on the number of trials.
#include "widgets/views/insight/parallelplot.h"

#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/plot/colours.h"
#include "widgets/plot/ramplegend.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>
#include <cmath>

namespace knobscope {

namespace {

constexpr size_t kMaxSmoothLines = 1500; ///< between two axes; more are painted without antialiasing
constexpr int kLevels = 64; ///< shades of the colour ramp
// States of a pair of rows, weakest first; a stronger one is painted over a weaker one.
constexpr int8_t kNothing = 0;
constexpr int8_t kWeak = 1;
constexpr int8_t kFailed = 2;
constexpr int8_t kFirstLevel = 3;

} // namespace

ParallelPlot::ParallelPlot(QWidget* parent)
    : QWidget(parent)
    , m_legend(new RampLegend(this))
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Parallel coordinates of the trials"));
    showLegend();
    layOut();
}

void ParallelPlot::setTrials(std::shared_ptr<const TrialSet> trials)
{
    m_scene.setTrials(std::move(trials));
    showLegend();
    describe();
    layOut();
}

/// Says what the colours of the lines mean.
void ParallelPlot::showLegend()
{
    const double most = m_scene.isEmpty() ? 0 : m_scene.maxGflops();
    m_legend->setMeaning(QStringLiteral("0"),
                         most > 0 ? tr("%1 %2").arg(number(most, 1), m_scene.nameOf(ParallelScene::kGflopsAxis)) : QString(), {});
}

void ParallelPlot::setSelected(std::vector<bool> selected)
{
    if (m_scene.selected != selected) { // repainting all lines takes tens of milliseconds in a large project
        m_scene.selected = std::move(selected);
        repaintAll();
    }
}

void ParallelPlot::setCurrent(int trial)
{
    m_scene.current = trial;
    update();
}

void ParallelPlot::setHovered(int trial)
{
    if (std::exchange(m_scene.hovered, trial) != trial) {
        update();
    }
}

void ParallelPlot::setWantedOrder(const QStringList& names)
{
    m_scene.setWantedOrder(names);
    layOut();
}

void ParallelPlot::moveAxis(int from, int to)
{
    if (m_scene.moveAxis(from, to)) {
        describe();
        layOut();
        emit axesMoved();
    }
}

void ParallelPlot::setBrush(int knob, std::optional<AxisBrush> brush)
{
    if (m_scene.setBrush(knob, brush)) {
        showChanged();
        emit brushesChanged();
    }
}

void ParallelPlot::clearBrushes(bool quietly)
{
    if (m_scene.isBrushed()) {
        m_scene.clearBrushes();
        showChanged();
        if (!quietly) {
            emit brushesChanged();
        }
    }
}

void ParallelPlot::showChanged()
{
    describe();
    repaintAll();
}

void ParallelPlot::describe()
{
    if (m_scene.axisCount() < 2) {
        setAccessibleDescription({});
        return;
    }
    const int knob = m_scene.knobAt(m_scene.focus);
    const auto range = m_scene.brush(knob);
    const auto text = [&](double value) {
        return knob == ParallelScene::kGflopsAxis ? number(value, 1) : m_scene.valueAt(knob, static_cast<int64_t>(value));
    };
    const QString brushText = range ? tr("brushed from %1 to %2").arg(text(range->low), text(range->high)) : tr("not brushed");
    setAccessibleDescription(
        tr("Axis %1, %2; %3 of %4 trial(s) inside all brushes", nullptr, pluralOf(static_cast<qint64>(m_scene.trialCount())))
            .arg(m_scene.nameOf(knob), brushText)
            .arg(m_scene.brushed().size())
            .arg(m_scene.trialCount()));
}

void ParallelPlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_scene.isEmpty()) {
        painter.setPen(palette().color(QPalette::Text));
        painter.drawText(rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, tr("No trial matches the filters."));
        return;
    }
    m_cache.show(painter, size(), [this](QPainter& still) { paintStatic(still); });
    paintDynamic(painter);
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void ParallelPlot::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || m_scene.isEmpty()) {
        return;
    }
    const int place = m_scene.placeAt(event->pos().x());
    if (place >= 0) {
        m_scene.focus = place;
        m_scene.drag = ParallelScene::Drag{place, event->pos().y() < m_scene.lines.top() - 2, event->pos(), event->pos()};
        showChanged();
    } else if (const int trial = m_scene.trialAt(event->position()); trial >= 0) {
        emit chosen(trial);
    }
}

void ParallelPlot::mouseMoveEvent(QMouseEvent* event)
{
    if (m_scene.drag) {
        m_scene.drag->to = event->pos();
        update();
        return;
    }
    const int trial = m_scene.trialAt(event->position());
    if (trial != m_scene.hovered) {
        setHovered(trial);
        emit hovered(trial);
    }
}

void ParallelPlot::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_scene.drag) {
        return;
    }
    ParallelScene::Drag drag = *std::exchange(m_scene.drag, std::nullopt);
    drag.to = event->pos();
    if (!drag.isHeader) {
        setBrush(m_scene.knobAt(drag.place), m_scene.brushOf(drag));
    } else if (std::abs(drag.to.x() - drag.from.x()) >= QApplication::startDragDistance()) {
        const int gap = std::max(1, m_scene.gap());
        moveAxis(drag.place, std::clamp((drag.to.x() - m_scene.axisX(0) + gap / 2) / gap, 0, m_scene.axisCount() - 1));
    }
    update();
}

void ParallelPlot::leaveEvent(QEvent*)
{
    if (m_scene.hovered >= 0) {
        setHovered(-1);
        emit hovered(-1);
    }
}

void ParallelPlot::keyPressEvent(QKeyEvent* event)
{
    const int last = m_scene.axisCount() - 1;
    int& focus = m_scene.focus;
    const auto focusOn = [&](int place) {
        focus = std::clamp(place, 0, std::max(0, last));
        showChanged();
    };
    const auto stepBrush = [&](int step) {
        if (!m_scene.isEmpty()) {
            setBrush(m_scene.knobAt(focus), m_scene.steppedBrush(step, event->modifiers() & Qt::ShiftModifier));
        }
    };
    const bool control = event->modifiers() & Qt::ControlModifier;
    switch (event->key()) {
    case Qt::Key_Left: return control ? moveAxis(focus, focus - 1) : focusOn(focus - 1);
    case Qt::Key_Right: return control ? moveAxis(focus, focus + 1) : focusOn(focus + 1);
    case Qt::Key_Home: return focusOn(0);
    case Qt::Key_End: return focusOn(last);
    case Qt::Key_Up: return stepBrush(1);
    case Qt::Key_Down: return stepBrush(-1);
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (last >= 0) {
            setBrush(m_scene.knobAt(focus), std::nullopt);
        }
        return;
    case Qt::Key_Escape:
        m_scene.drag.reset();
        clearBrushes();
        return;
    default: QWidget::keyPressEvent(event);
    }
}

void ParallelPlot::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) {
        layOut();
    }
}

void ParallelPlot::resizeEvent(QResizeEvent*)
{
    layOut();
}

void ParallelPlot::layOut()
{
    const int line = fontMetrics().height();
    const int side = lettersWide(fontMetrics(), 7) + 10;
    const int below = m_legend->sizeHint().height();
    m_legend->setGeometry(0, height() - below, width(), below);
    m_scene.lines = QRect(side, 2 * line + 4, std::max(10, width() - 2 * side), std::max(10, height() - 3 * line - below));
    if (!m_scene.isEmpty()) { // the first axis has its labels on the left
        int widest = 0;
        for (const Tick& tick : ticksOf(m_scene.knobAt(0))) {
            widest = std::max(widest, fontMetrics().horizontalAdvance(tick.label));
        }
        m_scene.lines.setLeft(std::max(side, std::min(widest + kTickGap + 2, width() / 3)));
    }
    repaintAll();
}

void ParallelPlot::repaintAll()
{
    m_cache.forget();
    update();
}

void ParallelPlot::paintStatic(QPainter& painter) const
{
    std::vector<bool> strong(m_scene.trialCount());
    for (size_t i = 0; i < strong.size(); ++i) {
        strong[i] = m_scene.isStrong(i);
    }
    for (int place = 0; place + 1 < m_scene.axisCount(); ++place) {
        paintGap(painter, place, strong);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintAxes(painter);
}

void ParallelPlot::paintDynamic(QPainter& painter) const
{
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_scene.current >= 0) {
        paintTrial(painter, m_scene.current, palette().color(QPalette::Base), 5);
        paintTrial(painter, m_scene.current, palette().color(QPalette::Text), 2.5);
    }
    if (m_scene.hovered >= 0) {
        paintTrial(painter, m_scene.hovered, themeFor(palette()).best, 2.5);
    }
    for (const int trial : {m_scene.current, m_scene.hovered}) {
        for (int place = 0; trial >= 0 && place < m_scene.axisCount(); ++place) {
            const int knob = m_scene.knobAt(place);
            paintTicks(painter, place,
                       m_scene.rowY(knob, m_scene.rowOf(knob, static_cast<size_t>(trial)))); // the line must not hide the labels
        }
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
    paintBrushes(painter);
}

void ParallelPlot::paintGap(QPainter& painter, int place, const std::vector<bool>& strong) const
{
    const int left = m_scene.knobAt(place);
    const int right = m_scene.knobAt(place + 1);
    const int columns = m_scene.rows(right);
    std::vector<int8_t> shown(static_cast<size_t>(m_scene.rows(left)) * static_cast<size_t>(columns), kNothing);
    for (size_t i = 0; i < strong.size(); ++i) {
        const TrialSet::Trial trial = m_scene.trial(i);
        const int8_t level = !strong[i] ? kWeak
                           : !trial.worked()
                               ? kFailed
                               : static_cast<int8_t>(kFirstLevel + trial.point.gflops / m_scene.maxGflops() * (kLevels - 1));
        int8_t& cell = shown[static_cast<size_t>(m_scene.rowOf(left, i)) * static_cast<size_t>(columns)
                             + static_cast<size_t>(m_scene.rowOf(right, i))];
        cell = std::max(cell, level);
    }
    std::vector<std::vector<QLineF>> lines(kFirstLevel + kLevels);
    const double x1 = m_scene.axisX(place);
    const double x2 = m_scene.axisX(place + 1);
    for (size_t at = 0; at < shown.size(); ++at) {
        if (shown[at] != kNothing) {
            const int a = static_cast<int>(at) / columns;
            const int b = static_cast<int>(at) % columns;
            lines[static_cast<size_t>(shown[at])].emplace_back(x1, m_scene.rowY(left, a), x2, m_scene.rowY(right, b));
        }
    }
    const auto count = shown.size() - static_cast<size_t>(std::count(shown.begin(), shown.end(), kNothing));
    const bool isSmooth = count <= kMaxSmoothLines;
    painter.setRenderHint(QPainter::Antialiasing, isSmooth);
    const Theme theme = themeFor(palette());
    for (size_t level = kWeak; level < lines.size(); ++level) {
        if (lines[level].empty()) {
            continue;
        }
        QColor colour = level == kWeak   ? theme.grid
                      : level == kFailed ? theme.failure
                                         : rampColour(palette(), static_cast<double>(level - kFirstLevel) / (kLevels - 1));
        colour.setAlpha(isSmooth && level != kWeak ? 220 : 255);
        painter.setPen(QPen(colour, isSmooth && level >= kFirstLevel ? 1.3 : 1, level == kFailed ? Qt::DotLine : Qt::SolidLine));
        painter.drawLines(lines[level].data(), static_cast<int>(lines[level].size()));
    }
}

void ParallelPlot::paintAxes(QPainter& painter) const
{
    const QRect& r = m_scene.lines;
    const QColor text = palette().color(QPalette::Text);
    for (int place = 0; place < m_scene.axisCount(); ++place) {
        const int x = m_scene.axisX(place);
        if (m_scene.knobAt(place) == ParallelScene::kGflopsAxis) {
            for (int y = r.top(); y <= r.bottom(); ++y) {
                painter.fillRect(x - 3, y, 7, 1,
                                 rampColour(palette(), static_cast<double>(r.bottom() - y) / std::max(1, r.height())));
            }
        }
        painter.setPen(QPen(text, place == m_scene.focus && hasFocus() ? 2 : 1));
        painter.drawLine(x, r.top(), x, r.bottom());
        paintName(painter, place);
    }
}

void ParallelPlot::paintName(QPainter& painter, int place) const
{
    const QFontMetrics metrics = fontMetrics();
    const int x = m_scene.axisX(place);
    const int end = width() - 2;
    const QString name = m_scene.nameOf(m_scene.knobAt(place));
    // Names wider than a gap alternate between two lines.
    const int room = m_scene.gap() * 2 - 8;
    const int line = metrics.horizontalAdvance(name) > m_scene.gap() - 8 && place % 2 == 1 ? 0 : 1;
    const QFont nameFont = place == m_scene.focus && hasFocus() ? emphasised(font()) : font();
    painter.setFont(nameFont);
    painter.setPen(palette().color(QPalette::Text));
    QRect box(x - room / 2, line * metrics.height(), room, metrics.height());
    box.moveLeft(std::clamp(box.left(), 2, std::max(2, end - room)));
    const int flags = x - room / 2 < 2 ? Qt::AlignLeft : x + room / 2 > end ? Qt::AlignRight : Qt::AlignHCenter;
    painter.drawText(box, flags | Qt::AlignVCenter, QFontMetrics(nameFont).elidedText(name, Qt::ElideMiddle, room));
    painter.setFont(font());
    paintTicks(painter, place, std::nullopt);
}

std::vector<Tick> ParallelPlot::ticksOf(int knob) const
{
    const int most = std::max(2, m_scene.lines.height() / (fontMetrics().height() + 6));
    if (knob == ParallelScene::kGflopsAxis) {
        return PlotAxis({}, PlotAxis::Kind::Linear, 0, m_scene.maxGflops()).ticks(most);
    }
    std::vector<Tick> ticks;
    const int64_t size = m_scene.sizeOf(knob);
    for (int64_t at = 0; at < size; at += std::max<int64_t>(1, (size + most - 1) / most)) {
        ticks.push_back({static_cast<double>(at), m_scene.valueAt(knob, at)});
    }
    return ticks;
}

void ParallelPlot::paintTicks(QPainter& painter, int place, std::optional<double> near) const
{
    const QFontMetrics metrics = fontMetrics();
    const int knob = m_scene.knobAt(place);
    const int x = m_scene.axisX(place);
    painter.setPen(palette().color(QPalette::Text));
    const int side = place == 0
                       ? x - kTickGap
                       : m_scene.gap() - 16; // the first axis has its labels on the left, others end at the next gap's lines
    for (const Tick& tick : ticksOf(knob)) {
        const int y = static_cast<int>(m_scene.valueY(knob, tick.place));
        if (near && std::abs(*near - y) > metrics.height()) {
            continue;
        }
        const QString label = metrics.elidedText(tick.label, Qt::ElideRight,
                                                 std::max(20, place + 1 == m_scene.axisCount() ? width() - x - 8 : side));
        const int width = metrics.horizontalAdvance(label);
        const QRect at(place == 0 ? x - kTickGap - width : x + kTickGap, y - metrics.height() / 2, width + 2, metrics.height());
        QColor behind = palette().color(QPalette::Base);
        behind.setAlpha(190);
        painter.fillRect(at, behind);
        painter.drawText(at, Qt::AlignCenter, label);
        painter.drawLine(x - 2, y, x + 2, y);
    }
}

void ParallelPlot::paintBrushes(QPainter& painter) const
{
    QColor edge = palette().color(QPalette::Highlight);
    QColor fill = edge;
    fill.setAlpha(90);
    for (int place = 0; place < m_scene.axisCount(); ++place) {
        const int knob = m_scene.knobAt(place);
        auto range = m_scene.brush(knob);
        if (m_scene.drag && !m_scene.drag->isHeader && m_scene.drag->place == place) {
            const auto dragged = m_scene.brushOf(*m_scene.drag);
            range = dragged ? dragged : range;
        }
        if (range) {
            const double half = knob == ParallelScene::kGflopsAxis ? 0 : 0.5;
            const int top = static_cast<int>(m_scene.valueY(knob, range->high + half));
            const int bottom = static_cast<int>(m_scene.valueY(knob, range->low - half));
            const QRect box(m_scene.axisX(place) - 7, top, 15, std::max(4, bottom - top));
            painter.fillRect(box, fill);
            painter.setPen(QPen(edge, 2));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(box);
        }
    }
    if (m_scene.drag && m_scene.drag->isHeader) {
        painter.setPen(QPen(edge, 2, Qt::DashLine));
        painter.drawLine(m_scene.drag->to.x(), m_scene.lines.top(), m_scene.drag->to.x(), m_scene.lines.bottom());
    }
}

void ParallelPlot::paintTrial(QPainter& painter, int trial, const QColor& colour, double width) const
{
    QPolygonF line;
    for (int place = 0; place < m_scene.axisCount(); ++place) {
        const int knob = m_scene.knobAt(place);
        line << QPointF(m_scene.axisX(place), m_scene.rowY(knob, m_scene.rowOf(knob, static_cast<size_t>(trial))));
    }
    painter.setPen(QPen(colour, width));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
}

} // namespace knobscope
