// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/controls/flowrow.h"
#include "widgets/controls/wrappingpage.h"
#include "widgets/project/filterinput.h"

#include <QAbstractButton>

class QLabel;
class QMenu;
class QToolButton;

namespace knobscope {

/// A filter as a chip: its text and a cross. A click on the cross, Delete, Backspace, Space or Enter removes it; Left and Right
/// move the focus, as with any button.
class FilterChip : public QAbstractButton
{
    Q_OBJECT
public:
    explicit FilterChip(TrialFilter filter, QWidget* parent = nullptr);

    const TrialFilter& filter() const { return m_filter; }
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    QRect crossRect() const;

signals:
    void removed();

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    TrialFilter m_filter;
};

/// The shared filters as removable chips, and a menu to add one. All bars show the same filters.
class FilterBar : public WrappingPage
{
    Q_OBJECT
public:
    explicit FilterBar(Workspace& workspace, QWidget* parent = nullptr);

    std::vector<FilterChip*> chips() const { return m_chips; }
    FilterInput& input() { return *m_input; }
    /// Opens the input line for a new filter.
    void beginInput();

private:
    void showFilters();
    void fillMenu();
    void remove(FilterChip* chip);
    void endInput();

    Workspace& m_workspace;
    std::vector<FilterChip*> m_chips;
    FlowLayout* m_flow;
    QLabel* m_none;
    QLabel* m_problem;
    QToolButton* m_add;
    QToolButton* m_clear;
    QMenu* m_menu;
    QMenu* m_runs;
    FilterInput* m_input;
};

} // namespace knobscope
