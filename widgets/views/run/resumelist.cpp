// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/resumelist.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QStyle>

#include <algorithm>

namespace knobscope {

bool isResumable(const RunRow& run)
{
    return (run.state == "killed" || run.state == "stopped" || (run.state == "waiting" && !run.isOwned))
        && (run.budget == 0 || run.trials < run.budget);
}

namespace {

QString trialsOf(const RunRow& run)
{
    return run.budget == 0
             ? ResumeList::tr("%1 trial(s)", nullptr, pluralOf(run.trials)).arg(number(run.trials))
             : ResumeList::tr("%1 of %2 trial(s)", nullptr, pluralOf(run.budget)).arg(number(run.trials), number(run.budget));
}

/// "Run 3, resnet-18:2 with ga" and "57 of 128 trials, interrupted" on two lines: one would be wider than the dock.
QString resumableText(const RunRow& run)
{
    const QString how = run.state == "waiting" ? fixedCoreText(run.state)
                      : run.state == "killed"  ? ResumeList::tr("interrupted")
                                               : ResumeList::tr("stopped");
    return ResumeList::tr("Run %1, %2 with %3\n%4, %5")
        .arg(run.id)
        .arg(QString::fromStdString(run.label), QString::fromStdString(run.tuner), trialsOf(run), how);
}

} // namespace

ResumeList::ResumeList()
    : m_list(makeControl<QListWidget>("unfinishedRuns"))
    , m_resume(makeControl<QPushButton>("resumeRun", tr("Resume")))
{
    m_list->setAccessibleName(tr("Runs that can be resumed"));
    m_list->setAlternatingRowColors(true);
    m_list->setTextElideMode(Qt::ElideRight);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    const int indent = style()->pixelMetric(QStyle::PM_IndicatorWidth);
    inColumn(this,
             {makeSentence(tr("These runs stopped early. Existing measurements are kept.")), m_list,
              inRow({m_resume, BoxItem::rest()})},
             QMargins(indent, 0, 0, indent / 2));
    connect(m_list, &QListWidget::itemActivated, m_resume, &QPushButton::click);
    connect(m_resume, &QPushButton::clicked, this, [this] { emit resumeRequested(current()); });
}

void ResumeList::setRuns(const std::vector<RunRow>& runs, bool canResume)
{
    const qint64 chosen = m_list->currentRow() > 0 ? current() : 0; // 0: the newest, which may be a run not listed before
    m_list->clear();
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        if (isResumable(*run)) {
            auto* item = new QListWidgetItem(resumableText(*run), m_list);
            item->setData(Qt::UserRole, qlonglong(run->id));
            item->setToolTip(resumableText(*run));
            if (run->id == chosen || m_list->count() == 1) {
                m_list->setCurrentItem(item);
            }
        }
    }
    const int rows = std::clamp(m_list->count(), 1, 3);
    m_list->setFixedHeight(rows * (2 * m_list->fontMetrics().height() + 6) + 2 * m_list->frameWidth());
    m_resume->setEnabled(canResume && current() > 0); // a list with entries has a current one
}

qint64 ResumeList::current() const
{
    const QListWidgetItem* item = m_list->currentItem();
    return item ? item->data(Qt::UserRole).toLongLong() : 0;
}

ResumeBanner::ResumeBanner()
    : m_text(new QLabel)
{
    m_text->setWordWrap(true);
    auto* resume = makeControl<QPushButton>("banner.resume", tr("Resume"));
    auto* dismiss = makeControl<QPushButton>("banner.dismiss", tr("Not Now"));
    dismiss->setFlat(true);
    inColumn(this, {m_text, inRow({resume, dismiss, BoxItem::rest()})});
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
    emit viewWanted(QStringLiteral("run")); // which not every mode shows
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
