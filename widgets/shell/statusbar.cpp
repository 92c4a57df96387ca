// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/statusbar.h"

#include "core/target/machineprofile.h"
#include "widgets/base/elidedlabel.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/views/log/logmodel.h"

#include <QApplication>
#include <QEvent>
#include <QLabel>
#include <QMainWindow>
#include <QStatusBar>
#include <QStyle>

#include <cstdlib>

namespace knobscope {

namespace {

constexpr int kWarningMs = 8000; ///< opening a project may report several warnings

struct StatusLine {
    Q_DECLARE_TR_FUNCTIONS(knobscope::StatusLine)
};

} // namespace

StatusMessages::StatusMessages(QMainWindow& window)
    : QObject(&window)
    , m_line(new QWidget)
    , m_icon(new QLabel)
    , m_text(makeControl<ElidedLabel>("message"))
    , m_warning(this)
{
    const int size = m_line->style()->pixelMetric(QStyle::PM_SmallIconSize);
    m_icon->setPixmap(LogModel::levelIcon(MessageLevel::Error).pixmap(QSize(size, size), m_line->devicePixelRatioF()));
    inRow(m_line, {m_icon, {m_text, 1}}, QMargins(space::kSmall, 0, 0, 0));
    window.statusBar()->addWidget(m_line, 1);
    m_line->hide();
    m_end.setSingleShot(true);
    m_end.setInterval(15000);
    connect(&m_end, &QTimer::timeout, this, &StatusMessages::forget);
    m_warning.setObjectName(QStringLiteral("warning"));
    m_warning.setSingleShot(true);
    QCoreApplication::instance()->installEventFilter(this);
}

void StatusMessages::show(MessageLevel level, const QString& text)
{
    if (level == MessageLevel::Error) {
        addError(text);
    } else if (!m_isNew && (level == MessageLevel::Warning || !m_warning.isActive())) {
        m_errors.clear();
        put(text.simplified(), text, {});
        if (level == MessageLevel::Warning) {
            m_warning.start(kWarningMs);
        }
        m_end.start();
    }
}

/// Replaces QStatusBar's messages, which are cut off without an ellipsis. An empty `tip` shows the full line if elided.
void StatusMessages::put(const QString& line, const QString& whole, const QString& tip)
{
    const bool isError = !m_errors.isEmpty();
    m_text->setText(line);
    m_text->setToolTip(tip);
    m_line->setToolTip(tip);
    m_line->setAccessibleName(whole);
    m_line->setCursor(isError ? Qt::PointingHandCursor : Qt::ArrowCursor);
    m_icon->setVisible(isError);
    m_line->show();
}

void StatusMessages::addError(const QString& text)
{
    if (!m_isNew) {
        m_errors.clear();
    }
    m_isNew = true;
    m_warning.stop();
    m_end.stop();
    if (!m_errors.contains(text)) {
        m_errors << text;
    }
    const QString all = m_errors.join(QLatin1Char('\n'));
    put(m_errors.size() == 1
            ? text
            : tr("%n problem(s): %1", nullptr, static_cast<int>(m_errors.size())).arg(m_errors.join(QStringLiteral("  "))),
        all, tr("%1\nClick to see the log.").arg(all));
}

void StatusMessages::forget()
{
    m_errors.clear();
    m_isNew = false;
    m_end.stop();
    m_line->hide();
}

bool StatusMessages::eventFilter(QObject* watched, QEvent* event)
{
    const bool isPress = event->type() == QEvent::MouseButtonPress || event->type() == QEvent::KeyPress;
    if (m_errors.isEmpty() || !isPress || !watched->isWidgetType()) {
        return false;
    }
    m_isNew = false;
    if (!m_end.isActive()) {
        m_end.start();
    }
    auto* widget = static_cast<QWidget*>(watched);
    if (event->type() == QEvent::MouseButtonPress && (widget == m_line || m_line->isAncestorOf(widget))) {
        forget();
        emit logWanted();
        return true;
    }
    return false;
}

QWidget* makeStatusLine(OpenProject& project)
{
    const MachineProfile& machine = thisMachine();
    const auto label = [](const QString& tip, const QString& text = {}) {
        auto* made = new QLabel(text);
        made->setToolTip(tip);
        return made;
    };
    auto* device = label(StatusLine::tr("Device that kernels are measured on"),
                         StatusLine::tr("%1, %n core(s)", nullptr, machine.cores).arg(QString::fromStdString(machine.cpu)));
    auto* load = label(StatusLine::tr(
        "Average number of running or waiting processes over the last minute; other programs disturb measurements"));
    auto* rate = label(StatusLine::tr("Trials per second in the current run"));
    auto* line = new QWidget;
    line->setObjectName("status");
    line->setAccessibleName(StatusLine::tr("Status"));
    inRow(line, {rate, load, device}, QMargins(0, 0, space::kSmall, 0), space::kLarge);
    rate->hide();
    QObject::connect(&project.session(), &TuningSession::progressed, rate, [rate](const Progress& progress) {
        rate->setText(StatusLine::tr("%1 trials/s").arg(number(progress.trialsPerSecond, 1)));
        rate->show();
    });
    QObject::connect(&project.session(), &TuningSession::finished, rate, &QWidget::hide);
    const auto showLoad = [load] {
        if (double average = 0; getloadavg(&average, 1) == 1) {
            load->setText(StatusLine::tr("Load %1").arg(number(average, 2)));
        }
    };
    auto* everyOtherSecond = new QTimer(line);
    QObject::connect(everyOtherSecond, &QTimer::timeout, load, showLoad);
    everyOtherSecond->start(2000);
    showLoad();
    return line;
}

} // namespace knobscope
