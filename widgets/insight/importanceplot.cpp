// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/insight/importanceplot.h"

#include "widgets/text/number.h"
#include "widgets/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int margin = 10;

QString percentText(double share)
{
    return ImportancePlot::tr("%1 %").arg(number(share * 100, 1));
}

} // namespace

ImportancePlot::ImportancePlot(QWidget* parent)
    : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);
    setAccessibleName(tr("Importance of the knobs"));
}

void ImportancePlot::setImportance(Importance importance)
{
    m_importance = std::move(importance);
    m_problem.clear();
    m_row = std::min(m_row, static_cast<int>(m_importance->knobs.size()) - 1);
    update();
}

void ImportancePlot::setProblem(const QString& sentence)
{
    m_importance.reset();
    m_problem = sentence;
    m_row = -1;
    setAccessibleDescription(sentence);
    update();
}

void ImportancePlot::setHighlighted(const QString& knob)
{
    m_highlighted = knob;
    update();
}

QRect ImportancePlot::barRow(int i) const
{
    const int height =
        std::clamp((this->height() - 5 * fontMetrics().height()) / std::max<int>(1, static_cast<int>(m_importance->knobs.size())),
                   fontMetrics().height() + 2, 2 * fontMetrics().height());
    return QRect(margin, margin + i * height, width() - 2 * margin, height);
}

int ImportancePlot::rowAt(QPoint position) const
{
    for (int i = 0; m_importance && i < static_cast<int>(m_importance->knobs.size()); ++i) {
        if (barRow(i).contains(position)) {
            return i;
        }
    }
    return -1;
}

void ImportancePlot::setRow(int row)
{
    if (row == m_row) {
        return;
    }
    m_row = row;
    update();
    if (row < 0 || !m_importance) {
        emit hovered({});
        return;
    }
    const KnobImportance& knob = m_importance->knobs[static_cast<size_t>(row)];
    const QString name = QString::fromStdString(knob.name);
    setAccessibleDescription(
        tr("%1: %2 of the variance, %3 values succeeded").arg(name, percentText(knob.share)).arg(knob.values));
    emit hovered(name);
}

void ImportancePlot::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QColor text = palette().color(QPalette::Text);
    painter.setPen(text);
    if (!m_importance) {
        painter.drawText(rect().adjusted(24, 0, -24, 0), Qt::AlignCenter | Qt::TextWordWrap, m_problem);
        return;
    }
    const QFontMetrics metrics = fontMetrics();
    const Theme theme = themeFor(palette());
    int names = 0;
    double most = 0.01;
    for (const KnobImportance& knob : m_importance->knobs) {
        names = std::max(names, metrics.horizontalAdvance(QString::fromStdString(knob.name)));
        most = std::max(most, knob.share);
    }
    names = std::min(names + 12, width() / 2);
    const int figures = metrics.horizontalAdvance(percentText(1)) + 10;
    int bottom = margin;
    for (size_t i = 0; i < m_importance->knobs.size(); ++i) {
        const KnobImportance& knob = m_importance->knobs[i];
        const QString name = QString::fromStdString(knob.name);
        const QRect row = barRow(static_cast<int>(i));
        bottom = row.bottom();
        if (static_cast<int>(i) == m_row || name == m_highlighted) {
            QColor light = palette().color(QPalette::Highlight);
            light.setAlpha(70);
            painter.fillRect(row, light);
        }
        painter.drawText(QRect(row.left() + 4, row.top(), names - 10, row.height()), Qt::AlignVCenter | Qt::AlignRight,
                         metrics.elidedText(name, Qt::ElideMiddle, names - 10));
        const int room = std::max(1, row.width() - names - figures);
        const int length = static_cast<int>(room * knob.share / most);
        painter.fillRect(QRect(row.left() + names, row.top() + row.height() / 5, std::max(length, 1), row.height() * 3 / 5),
                         theme.trial);
        painter.drawText(QRect(row.left() + names + length + 6, row.top(), figures, row.height()),
                         Qt::AlignVCenter | Qt::AlignLeft, percentText(knob.share));
    }
    const QString note = tr("Share of the variance of log GFLOPS that each knob predicts by itself on configs held out "
                            "(permutation in an additive "
                            "model). All together explain %1 over %2 configs; what is missing is interplay of knobs and noise. "
                            "Chosen configs are no "
                            "random sample: a knob that a tuner never moved has no share.")
                             .arg(percentText(m_importance->explained))
                             .arg(number(m_importance->configs));
    painter.setPen(text);
    painter.drawText(QRect(margin, bottom + 8, width() - 2 * margin, std::max(0, height() - bottom - 8)), Qt::TextWordWrap, note);
    if (hasFocus()) {
        painter.setPen(palette().color(QPalette::Highlight));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void ImportancePlot::mouseMoveEvent(QMouseEvent* event)
{
    setRow(rowAt(event->pos()));
}

void ImportancePlot::mousePressEvent(QMouseEvent* event)
{
    const int row = rowAt(event->pos());
    setRow(row);
    if (row >= 0) {
        emit chosen(QString::fromStdString(m_importance->knobs[static_cast<size_t>(row)].name));
    }
}

void ImportancePlot::leaveEvent(QEvent*)
{
    setRow(-1);
}

void ImportancePlot::keyPressEvent(QKeyEvent* event)
{
    const int last = m_importance ? static_cast<int>(m_importance->knobs.size()) - 1 : -1;
    if (event->key() == Qt::Key_Down) {
        setRow(std::min(m_row + 1, last));
    } else if (event->key() == Qt::Key_Up) {
        setRow(std::max(m_row - 1, std::min(0, last)));
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && m_row >= 0) {
        emit chosen(QString::fromStdString(m_importance->knobs[static_cast<size_t>(m_row)].name));
    } else {
        QWidget::keyPressEvent(event);
    }
}

} // namespace knobscope
