// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/autosave.h"

#include "widgets/workspace/workspace.h"

#include <QCoreApplication>
#include <QEvent>

namespace knobscope {

namespace {

constexpr int delayMilliseconds = 1000;

} // namespace

Autosave::Autosave(Workspace& workspace, QWidget& window, std::function<WindowState()> state)
    : QObject(&window)
    , m_window(window)
    , m_state(std::move(state))
    , m_writer([this, &workspace](const Error& error) {
        m_written = {}; // it is not on the disk
        workspace.say(error);
    })
{
    m_timer.setSingleShot(true);
    m_timer.setInterval(delayMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &Autosave::save);
    // A run begins: the file that it writes to is written down at once.
    connect(&workspace, &Workspace::runsChanged, this, &Autosave::save);
    for (const auto signal :
         {&Workspace::projectChanged, &Workspace::taskChanged, &Workspace::editsChanged, &Workspace::configChanged}) {
        connect(&workspace, signal, this, &Autosave::later);
    }
    connect(&workspace.selection(), &Selection::changed, this, &Autosave::later);
    connect(&workspace.filters(), &Filters::changed, this, &Autosave::later);
    QCoreApplication::instance()->installEventFilter(this); // zoom, columns and splitters tell nobody when they change
}

bool Autosave::eventFilter(QObject* watched, QEvent* event)
{
    switch (event->type()) {
    case QEvent::MouseButtonRelease:
    case QEvent::KeyRelease:
    case QEvent::Wheel:
    case QEvent::Drop: later(); break;
    case QEvent::Resize:
    case QEvent::Move:
        if (watched == &m_window) {
            later();
        }
        break;
    default: break;
    }
    return false;
}

void Autosave::later()
{
    // Not put off by what follows: a slider that is dragged for a minute is kept meanwhile.
    if (m_window.isVisible() && !m_timer.isActive()) {
        m_timer.start();
    }
}

void Autosave::save()
{
    if (!m_window.isVisible()) {
        return;
    }
    WindowState state = m_state();
    if (state == m_written) {
        return;
    }
    m_written = state;
    m_writer.request(LatestWork::Work([state = std::move(state)]() -> LatestWork::Deliver {
        saveWindow(state);
        return [] {};
    }));
}

void Autosave::saveNow()
{
    m_timer.stop();
    m_writer.finishNow(); // so that an older state is not written after this one
    m_written = m_state();
    saveWindow(m_written);
}

} // namespace knobscope
