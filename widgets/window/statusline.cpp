// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/statusline.h"

#include "core/task/thismachine.h"
#include "widgets/text/number.h"
#include "widgets/workspace/workspace.h"

#include <QHBoxLayout>
#include <QLabel>

#include <cstdlib>

namespace knobscope {

namespace {

constexpr int refreshMilliseconds = 2000;

} // namespace

StatusLine::StatusLine(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_device(new QLabel)
    , m_load(new QLabel)
    , m_rate(new QLabel)
{
    const Machine machine = thisMachine();
    setAccessibleName(tr("Status"));
    m_device->setText(tr("%1, %n core(s)", nullptr, machine.cores).arg(QString::fromStdString(machine.cpu)));
    m_device->setToolTip(tr("The device that kernels are measured on"));
    m_load->setToolTip(tr("Processes that run or wait, on average over the last minute; other programs disturb measurements"));
    m_rate->setToolTip(tr("Trials measured a second in the run that goes on"));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 6, 0);
    row->setSpacing(14);
    for (QLabel* label : {m_rate, m_load, m_device}) {
        row->addWidget(label);
    }
    m_rate->hide();
    connect(&workspace.session(), &TuningSession::progressed, this, [this](const Progress& progress) {
        m_rate->setText(tr("%1 trials/s").arg(number(progress.trialsPerSecond, 1)));
        m_rate->show();
    });
    connect(&workspace.session(), &TuningSession::finished, this, [this] {
        m_rate->clear();
        m_rate->hide();
    });
    m_timer.setInterval(refreshMilliseconds);
    connect(&m_timer, &QTimer::timeout, this, &StatusLine::refreshNow);
    refreshNow();
}

QString StatusLine::deviceText() const
{
    return m_device->text();
}

QString StatusLine::loadText() const
{
    return m_load->text();
}

QString StatusLine::rateText() const
{
    return m_rate->text();
}

void StatusLine::refreshNow()
{
    double load = 0;
    if (getloadavg(&load, 1) == 1) {
        m_load->setText(tr("Load %1").arg(number(load, 2)));
    }
}

void StatusLine::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    refreshNow();
    m_timer.start();
}

void StatusLine::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    m_timer.stop();
}

} // namespace knobscope
