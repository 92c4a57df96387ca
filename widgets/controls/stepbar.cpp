// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/stepbar.h"

#include "widgets/base/theme.h"
#include "widgets/controls/control.h"

#include <QKeyEvent>
#include <QLabel>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kMaxTickedSteps = 60;

} // namespace

StepBar::StepBar(const Tips& tips, int milliseconds, QWidget* parent)
    : FlowRow(parent)
    , m_slider(makeControl<QSlider>("step", Qt::Horizontal))
    , m_text(new QLabel)
{
    connect(addButton("first", "media-skip-backward", tr("First step"), tips.first), &QToolButton::clicked, this,
            [this] { setStep(0); });
    connect(addButton("back", "media-seek-backward", tr("Step back"), tips.back), &QToolButton::clicked, this,
            [this] { setStep(step() - 1); });
    m_playButton = addButton("play", "media-playback-start", tr("Play"), tips.play);
    connect(m_playButton, &QToolButton::clicked, this, [this] { play(!isPlaying()); });
    connect(addButton("forward", "media-seek-forward", tr("Step forward"), tips.forward), &QToolButton::clicked, this,
            [this] { setStep(step() + 1); });
    connect(addButton("last", "media-skip-forward", tr("Last step"), tips.last), &QToolButton::clicked, this,
            [this] { setStep(count() - 1); });
    m_slider->setAccessibleName(tips.slider);
    m_slider->setPageStep(5);
    m_slider->setMinimumWidth(lettersWide(fontMetrics(), 8));
    m_slider->setMaximum(0);
    add(m_slider);
    add(m_text);
    connect(m_slider, &QSlider::valueChanged, this, &StepBar::setStep);
    m_play.setInterval(milliseconds);
    connect(&m_play, &QTimer::timeout, this, [this] {
        if (!m_isHeld) {
            setStep(step() + 1);
            play(step() + 1 < count());
        }
    });
}

QToolButton* StepBar::addButton(const char* id, const char* icon, const QString& name, const QString& tip)
{
    auto* button = makeControl<QToolButton>(id);
    button->setIcon(iconNamed(QString::fromLatin1(icon)));
    button->setAccessibleName(name);
    button->setToolTip(tip);
    add(button);
    return button;
}

void StepBar::setCount(int count)
{
    m_count = count;
    const int step = std::min(m_step, count - 1);
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, std::max(0, count - 1));
    }
    m_slider->setTickPosition(count <= kMaxTickedSteps ? QSlider::TicksBelow : QSlider::NoTicks); // more are a solid line
    if (count == 0) {
        m_step = -1;
        play(false);
    } else if (step != m_step || step < 0) {
        setStep(std::max(0, step));
    }
}

void StepBar::setStep(int step)
{
    const int bounded = std::clamp(step, 0, std::max(0, m_count - 1));
    if (m_count == 0 || bounded == m_step) {
        return;
    }
    m_step = bounded;
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setValue(bounded);
    }
    emit stepChanged(bounded);
}

void StepBar::play(bool isOn)
{
    if (isOn && m_count > 1) {
        if (m_step + 1 >= m_count) {
            setStep(0);
        }
        m_play.start();
    } else {
        m_play.stop();
    }
    m_playButton->setIcon(
        iconNamed(isPlaying() ? QStringLiteral("media-playback-pause") : QStringLiteral("media-playback-start")));
    m_playButton->setAccessibleName(isPlaying() ? tr("Pause") : tr("Play"));
}

void StepBar::setText(const QString& text)
{
    m_text->setText(text);
}

bool StepBar::handleKey(const QKeyEvent& key)
{
    switch (key.key()) {
    case Qt::Key_Left: setStep(step() - 1); return true;
    case Qt::Key_Right: setStep(step() + 1); return true;
    case Qt::Key_Home: setStep(0); return true;
    case Qt::Key_End: setStep(count() - 1); return true;
    case Qt::Key_Space: play(!isPlaying()); return true;
    default: return false;
    }
}

} // namespace knobscope
