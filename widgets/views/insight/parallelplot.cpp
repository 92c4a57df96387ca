// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/insight/parallelplot.h"

#include "widgets/base/number.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>

#include <algorithm>

namespace knobscope {

ParallelPlot::ParallelPlot(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Parallel coordinates of the trials"));
    layOut();
}

void ParallelPlot::setTrials(std::shared_ptr<const TrialSet> trials)
{
    m_scene.setTrials(std::move(trials));
    describe();
    layOut();
}

void ParallelPlot::setSelected(std::vector<bool> selected)
{
    m_scene.selected = std::move(selected);
    repaintAll();
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
    const int side = 7 * fontMetrics().averageCharWidth() + 10;
    m_scene.lines = QRect(side, 2 * line + 4, std::max(10, width() - 2 * side), std::max(10, height() - 3 * line));
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

} // namespace knobscope
