// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/resumelist.h"

#include "widgets/layout/section.h"
#include "widgets/theme/theme.h"
#include "widgets/translation/coretext.h"

#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QListWidget>
#include <QLocale>
#include <QPainter>
#include <QPushButton>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

bool isResumable(const RunRow& run)
{
    return (run.state == "killed" || run.state == "stopped" || (run.state == "waiting" && !run.isHeld))
        && (run.budget == 0 || run.trials < run.budget);
}

namespace {

QString trialsOf(const RunRow& run)
{
    const QLocale locale;
    return run.budget == 0 ? QCoreApplication::translate("ResumeList", "%1 trials").arg(locale.toString(qlonglong(run.trials)))
                           : QCoreApplication::translate("ResumeList", "%1 of %2 trials")
                                 .arg(locale.toString(qlonglong(run.trials)), locale.toString(qlonglong(run.budget)));
}

} // namespace

QString resumableText(const RunRow& run)
{
    const QString how = run.state == "waiting" ? coreWords(run.state)
                      : run.state == "killed"  ? QCoreApplication::translate("ResumeList", "interrupted")
                                               : QCoreApplication::translate("ResumeList", "stopped");
    return QCoreApplication::translate("ResumeList", "Run %1, %2 with %3: %4, %5")
        .arg(run.id)
        .arg(QString::fromStdString(run.label), QString::fromStdString(run.tuner), trialsOf(run), how);
}

ResumeList::ResumeList(QWidget* parent)
    : QWidget(parent)
    , m_list(new QListWidget)
    , m_resume(new QPushButton(tr("Resume")))
{
    m_list->setAccessibleName(tr("Runs that can go on"));
    m_list->setAlternatingRowColors(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* layout = new QVBoxLayout(this);
    const int indent = style()->pixelMetric(QStyle::PM_IndicatorWidth);
    layout->setContentsMargins(indent, 0, 0, indent / 2);
    layout->addWidget(makeSentence(tr("These runs ended before their limits. Nothing that was measured is measured again.")));
    layout->addWidget(m_list);
    layout->addWidget(m_resume, 0, Qt::AlignLeft);
    const auto resume = [this] {
        if (current() > 0 && m_canResume) {
            emit resumeRequested(current());
        }
    };
    connect(m_list, &QListWidget::itemActivated, this, resume);
    connect(m_resume, &QPushButton::clicked, this, resume);
    connect(m_list, &QListWidget::currentRowChanged, this, [this] { m_resume->setEnabled(m_canResume && current() > 0); });
}

void ResumeList::setRuns(const std::vector<RunRow>& runs, bool canResume)
{
    const qint64 before = current();
    m_canResume = canResume;
    m_list->clear();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        if (isResumable(*run)) {
            auto* item = new QListWidgetItem(resumableText(*run), m_list);
            item->setData(Qt::UserRole, qlonglong(run->id));
            item->setToolTip(resumableText(*run));
            if (run->id == before || m_list->count() == 1) {
                m_list->setCurrentItem(item);
            }
        }
    }
    const int rows = std::clamp(m_list->count(), 1, 5);
    m_list->setFixedHeight(rows * (m_list->fontMetrics().height() + 6) + 2 * m_list->frameWidth());
    m_resume->setEnabled(m_canResume && current() > 0);
}

int ResumeList::count() const
{
    return m_list->count();
}

qint64 ResumeList::current() const
{
    const QListWidgetItem* item = m_list->currentItem();
    return item ? item->data(Qt::UserRole).toLongLong() : 0;
}

ResumeBanner::ResumeBanner(QWidget* parent)
    : QWidget(parent)
    , m_text(new QLabel)
{
    m_text->setWordWrap(true);
    auto* resume = new QPushButton(tr("Resume"));
    auto* dismiss = new QPushButton(tr("Not now"));
    dismiss->setFlat(true);
    auto* buttons = new QHBoxLayout;
    buttons->addWidget(resume);
    buttons->addWidget(dismiss);
    buttons->addStretch();
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(m_text);
    layout->addLayout(buttons);
    connect(resume, &QPushButton::clicked, this, [this] { emit resumeRequested(m_run); });
    connect(dismiss, &QPushButton::clicked, this, &ResumeBanner::withdraw);
    hide();
}

void ResumeBanner::offer(const RunRow& run)
{
    m_run = run.id;
    m_text->setText(tr("Run %1 was interrupted after %2.").arg(run.id).arg(trialsOf(run)));
    setAccessibleName(m_text->text());
    show();
}

void ResumeBanner::withdraw()
{
    m_run = 0;
    hide();
}

void ResumeBanner::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor edge = themeFor(palette()).changed;
    QColor fill = edge;
    fill.setAlphaF(0.14F);
    painter.setPen(edge);
    painter.setBrush(fill);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
}

} // namespace knobscope
