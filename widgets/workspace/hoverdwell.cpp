// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workspace/hoverdwell.h"

namespace knobscope {

namespace {

constexpr int dwellMilliseconds = 250;
constexpr int leaveMilliseconds = 120; // from one point of a chart to the next

} // namespace

HoverDwell::HoverDwell(Workspace& workspace, QWidget& view)
    : QObject(&view)
    , m_workspace(workspace)
    , m_view(view)
{
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, &HoverDwell::settle);
    connect(&workspace.selection(), &Selection::hoverChanged, this, &HoverDwell::follow);
}

void HoverDwell::follow()
{
    m_config = m_view.isVisible() ? hoveredConfig(m_workspace) : std::nullopt;
    m_timer.start(m_config ? dwellMilliseconds : leaveMilliseconds);
    if (m_config) {
        emit arrived(*m_config);
    }
}

void HoverDwell::settle()
{
    if (!m_config) {
        emit left();
    } else if (!m_workspace.session().isRunning()) {
        emit stayed(*m_config);
    }
}

} // namespace knobscope
