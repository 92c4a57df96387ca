// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/task/figures.h"

#include <QWidget>

class QGridLayout;
class QLabel;

namespace knobscope {

/// Derived figures, one name and value per row, with an explanation as tooltip and What's This. GUI thread only.
class FigureList : public QWidget
{
    Q_OBJECT
public:
    explicit FigureList(QWidget* parent = nullptr);
    void setFigures(const std::vector<Figure>& figures);
    /// Shows a sentence instead of figures.
    void setProblem(const QString& sentence);

private:
    struct Row {
        QLabel* name;
        QLabel* value;
    };
    void ensureRows(size_t count);

    QGridLayout* m_grid;
    QLabel* m_problem;
    std::vector<Row> m_rows;
};

} // namespace knobscope
