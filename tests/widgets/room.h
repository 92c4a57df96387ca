// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/navigation.h"

#include <QDockWidget>
#include <QTemporaryDir>
#include <QTest>

namespace knobscope {

/// The window on a copy of the sample (edits are kept in the project), as a person has it in front of them.
class Room
{
public:
    explicit Room(const QSize& size)
        : m_size(size)
    {
        window.resize(size);
        window.show();
        m_isOpen = QTest::qWaitForWindowExposed(&window);
        window.layouts().apply(Layout::Explore);
        const QString sample = QStringLiteral(KNOBSCOPE_SOURCE_DIR "/resources/samples/resnet-18-sample.knobscope");
        const QString copy = m_folder.filePath(QStringLiteral("resnet-18-sample.knobscope"));
        m_isOpen = m_isOpen && QFile::copy(sample, copy) && window.openProject(copy);
        for (const auto& [id, view] : window.views()) {
            if (view->isVisible()) { // the others are read when they are shown: half of the processor time of opening them all
                view->refreshNow();
            }
        }
        QCoreApplication::processEvents();
        m_task = window.workspace().taskLabel();
        m_layout = window.layouts().state();
    }
    /// As it was opened, for the next test. Edits of the space stay.
    void reset()
    {
        window.activateWindow();
        window.workspace().filters().clear();
        window.chooseTask(m_task);
        window.workspace().selection().clear();
        window.resize(m_size);
        m_isOpen = m_isOpen && QTest::qWaitForWindowActive(&window) && window.layouts().restore(m_layout);
        QCoreApplication::processEvents();
    }
    bool isOpen() const { return m_isOpen; }
    QSize size() const { return m_size; }
    QDockWidget* dock(const char* id) const { return window.findChild<QDockWidget*>(QLatin1String(id)); }
    /// Not behind another tab, and not closed.
    bool isSeen(const char* id) const { return isInSight(*dock(id)); }
    void act(const char* id) { window.actionRegistry().action(QLatin1String(id))->trigger(); }

private:
    QTemporaryDir m_folder; // goes after the window

public:
    MainWindow window;

private:
    QSize m_size;
    QString m_task;
    QByteArray m_layout;
    bool m_isOpen = false;
};

} // namespace knobscope
