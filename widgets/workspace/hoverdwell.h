// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/workspace/hoveredconfig.h"

#include <QTimer>
#include <QWidget>

namespace knobscope {

/// For views whose preview of the trial under the pointer takes work: says which config the pointer came to, when it has stayed
/// there long enough for the work to be worth it, and when it has left for good. A pointer that crosses a chart causes no work
/// and no flicker; and while a run measures nothing is worked out, since that would disturb it. Says nothing while the view is
/// hidden. GUI thread only.
class HoverDwell : public QObject
{
    Q_OBJECT
public:
    HoverDwell(Workspace& workspace, QWidget& view);

signals:
    /// At once: what is ready can be shown.
    void arrived(const knobscope::HoveredConfig& config);
    /// It is still there.
    void stayed(const knobscope::HoveredConfig& config);
    void left();

private:
    void follow();
    void settle();

    Workspace& m_workspace;
    QWidget& m_view;
    QTimer m_timer;
    std::optional<HoveredConfig> m_config;
};

} // namespace knobscope
