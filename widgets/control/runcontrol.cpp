// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/runcontrol.h"

#include "core/loop/progresstext.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QThread>

namespace knobscope {

RunControl::RunControl(QWidget* parent)
    : QWidget(parent)
    , m_tuner(new QComboBox)
    , m_tunerSentence(new QLabel)
    , m_trials(new QSpinBox)
    , m_threads(new QSpinBox)
    , m_seed(new QSpinBox)
    , m_minutes(new QDoubleSpinBox)
    , m_start(new QPushButton(tr("&Start")))
    , m_pause(new QPushButton(tr("&Pause")))
    , m_stop(new QPushButton(tr("S&top")))
    , m_progress(new QProgressBar)
    , m_status(new QLabel)
{
    for (const TunerDescription& tuner : tuners()) {
        m_tuner->addItem(QString::fromStdString(tuner.name), QString::fromStdString(tuner.sentence));
    }
    m_tunerSentence->setWordWrap(true);
    m_trials->setRange(1, 10'000'000);
    m_trials->setValue(128);
    m_trials->setGroupSeparatorShown(true);
    m_threads->setRange(1, std::max(1, QThread::idealThreadCount()));
    m_seed->setRange(0, 1'000'000);
    m_minutes->setRange(0, 100'000);
    m_minutes->setSpecialValueText(tr("no limit"));
    m_minutes->setSuffix(tr(" min"));
    m_progress->setAccessibleName(tr("Progress of the run"));
    m_progress->setTextVisible(true);
    m_status->setWordWrap(true);

    auto* form = new QFormLayout;
    form->addRow(tr("T&uner"), m_tuner);
    form->addRow(QString(), m_tunerSentence);
    form->addRow(tr("T&rials"), m_trials);
    form->addRow(tr("Time &limit"), m_minutes);
    form->addRow(tr("T&hreads of a kernel"), m_threads);
    form->addRow(tr("S&eed"), m_seed);
    auto* buttons = new QHBoxLayout;
    for (QPushButton* button : {m_start, m_pause, m_stop}) {
        buttons->addWidget(button);
    }
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    layout->addLayout(buttons);
    layout->addWidget(m_progress);
    layout->addWidget(m_status);
    layout->addStretch();

    const auto explain = [this] { m_tunerSentence->setText(m_tuner->currentData().toString()); };
    connect(m_tuner, &QComboBox::currentIndexChanged, this, explain);
    explain();
    connect(m_start, &QPushButton::clicked, this, &RunControl::startRequested);
    connect(m_stop, &QPushButton::clicked, this, &RunControl::stopRequested);
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (m_state == State::Paused) {
            emit resumeRequested();
        } else {
            emit pauseRequested();
        }
    });
    setState(State::NoTask);
}

RunOptions RunControl::options() const
{
    RunOptions options;
    options.tuner = m_tuner->currentText().toStdString();
    options.trials = m_trials->value();
    options.seconds = m_minutes->value() * 60;
    options.seed = static_cast<uint64_t>(m_seed->value());
    return options;
}

int RunControl::threads() const
{
    return m_threads->value();
}

void RunControl::setState(State state)
{
    m_state = state;
    const bool busy = state == State::Running || state == State::Paused || state == State::Stopping;
    m_start->setEnabled(state == State::Ready);
    m_pause->setEnabled(state == State::Running || state == State::Paused);
    m_pause->setText(state == State::Paused ? tr("&Resume") : tr("&Pause"));
    m_stop->setEnabled(state == State::Running || state == State::Paused);
    for (QWidget* widget : {static_cast<QWidget*>(m_tuner), static_cast<QWidget*>(m_trials), static_cast<QWidget*>(m_threads),
                            static_cast<QWidget*>(m_seed), static_cast<QWidget*>(m_minutes)}) {
        widget->setEnabled(!busy);
    }
    if (state == State::NoTask) {
        showStatus(tr("Choose a task that this machine can run."));
    } else if (state == State::Ready) {
        showStatus(tr("Ready."));
    }
}

void RunControl::showProgress(const Progress& p)
{
    m_progress->setRange(0, static_cast<int>(std::max<int64_t>(1, p.total)));
    m_progress->setValue(static_cast<int>(p.done));
    const QLocale locale;
    QString text = tr("%1 of %2 trials, best %3 GFLOPS, %4 trials/s")
                       .arg(locale.toString(static_cast<qlonglong>(p.done)), locale.toString(static_cast<qlonglong>(p.total)),
                            locale.toString(p.bestGflops, 'f', 1), locale.toString(p.trialsPerSecond, 'f', 1));
    if (p.secondsLeft >= 0) {
        text += tr(", %1 left").arg(QString::fromStdString(durationText(p.secondsLeft)));
    }
    if (p.errors > 0) {
        text += tr(", %n failed", nullptr, static_cast<int>(p.errors));
    }
    showStatus(text);
}

void RunControl::showStatus(const QString& status)
{
    m_status->setText(status);
}

} // namespace knobscope
