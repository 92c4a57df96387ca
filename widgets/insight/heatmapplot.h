// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/slice.h"

#include <QStringList>
#include <QWidget>

#include <cstdint>

namespace knobscope {

/// Two knobs against each other, a cell a pair of values, coloured by GFLOPS. Pairs without a trial stay blank, pairs that only
/// failed are crossed. Arrow keys move between cells, Return chooses the cell's best trial.
class HeatMapPlot : public QWidget
{
    Q_OBJECT
public:
    enum class Show : uint8_t { Best, Median, Count };
    struct Content {
        HeatMap map;
        Show show = Show::Best;
        QString xName;
        QString yName;
        QStringList xValues;
        QStringList yValues;
    };

    explicit HeatMapPlot(QWidget* parent = nullptr);
    void setContent(Content content);
    const Content& content() const { return m_content; }
    QRectF cellRect(size_t x, size_t y) const;
    /// What is said of the cell under the pointer or the keyboard.
    QString reading() const;

    QSize sizeHint() const override { return {420, 300}; }
    QSize minimumSizeHint() const override { return {200, 120}; }

signals:
    void hovered(bool hasTrial, size_t trial);
    void chosen(size_t trial);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    QRect gridRect() const;
    void setCell(int x, int y);
    void choose();
    double valueOf(const ValueSummary& cell) const;
    void paintCells(QPainter& painter) const;
    void paintLabels(QPainter& painter) const;
    Content m_content;
    double m_most = 0;
    int m_x = -1;
    int m_y = -1;
};

} // namespace knobscope
