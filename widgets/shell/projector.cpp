// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/projector.h"

#include "widgets/base/themestyle.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/shell/layouts.h"
#include "widgets/shell/mainwindow.h"

#include <QAction>
#include <QSettings>

namespace knobscope {

namespace {

constexpr double kLargeType = 1.4;
const QString kIsOn = QStringLiteral("projector/on");
const QString kBefore = QStringLiteral("projector/before"); ///< the docks, to be restored

} // namespace

Projector::Projector(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    QAction* action = window.actionRegistry().add({QStringLiteral("view.projector"), tr("Pro&jector"), {}, {}, nullptr, true},
                                                  [this] { setOn(!m_isOn); });
    action->setToolTip(tr("Large type and three panes, for a class; the same action goes back"));
    connect(this, &Projector::changed, action, [this, action] { action->setChecked(m_isOn); });
    action->setChecked(false);
}

void Projector::setOn(bool isOn)
{
    if (m_isOn == isOn) {
        return;
    }
    m_isOn = isOn;
    QSettings settings;
    Layouts& layouts = m_window.layouts();
    setTextScale(isOn ? kLargeType : 1);
    if (isOn) {
        settings.setValue(kIsOn, true);
        settings.setValue(kBefore, layouts.state());
        layouts.apply(Layout::Learn);
        layouts.joinRightAndBottom();
    } else {
        (void)layouts.restore(settings.value(kBefore).toByteArray());
        settings.remove(QStringLiteral("projector"));
    }
    m_window.refreshViews();
    emit changed();
}

void Projector::restore()
{
    if (QSettings().value(kIsOn).toBool() && !m_isOn) {
        m_isOn = true;
        setTextScale(kLargeType);
        emit changed();
    }
}

} // namespace knobscope
