// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/importance.h"

#include <QWidget>

#include <optional>

namespace knobscope {

/// A bar a knob, the most important first, with its share in figures; how much all of them explain stands below. Up and Down
/// walk through the knobs, Return chooses one.
class ImportancePlot : public QWidget
{
    Q_OBJECT
public:
    explicit ImportancePlot(QWidget* parent = nullptr);

    void setImportance(Importance importance);
    /// Shown instead of bars.
    void setProblem(const QString& sentence);
    const std::optional<Importance>& importance() const { return m_importance; }
    QString problem() const { return m_problem; }
    /// Lights a knob up, chosen in another view.
    void setHighlighted(const QString& knob);

    QSize sizeHint() const override { return {420, 260}; }
    QSize minimumSizeHint() const override { return {220, 120}; }

signals:
    void hovered(const QString& knob);
    void chosen(const QString& knob);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRect barRow(int i) const;
    int rowAt(QPoint position) const;
    void setRow(int row);
    std::optional<Importance> m_importance;
    QString m_problem;
    QString m_highlighted;
    int m_row = -1;
};

} // namespace knobscope
