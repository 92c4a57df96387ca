// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/filters/filterchip.h"
#include "widgets/filters/filterinput.h"
#include "widgets/layout/flowlayout.h"
#include "widgets/layout/wrappingpage.h"

class QLabel;
class QMenu;
class QToolButton;

namespace knobscope {

/// The shared filters as chips that one can see and remove, and a menu to add one. Any number of bars show the same filters.
class FilterBar : public WrappingPage
{
    Q_OBJECT
public:
    explicit FilterBar(Workspace& workspace, QWidget* parent = nullptr);

    std::vector<FilterChip*> chips() const { return m_chips; }
    FilterInput& input() { return *m_input; }
    /// Opens the line for a new filter.
    void beginInput();

private:
    void showFilters();
    FilterChip* makeChip(const TrialFilter& filter);
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
    FilterInput* m_input;
};

} // namespace knobscope
