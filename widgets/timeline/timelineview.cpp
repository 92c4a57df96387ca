// SPDX-License-Identifier: GPL-3.0-or-later
// How the parts of the timeline work together.
#include "widgets/timeline/timelineview.h"

#include "widgets/timeline/rangepanel.h"
#include "widgets/timeline/spandetails.h"
#include "widgets/translation/coretext.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QThread>
#include <QToolButton>

#include <algorithm>

namespace knobscope {

void TimelineView::connectParts()
{
    connect(m_canvas, &TimelineCanvas::pictureNeeded, this, &TimelineView::askPicture);
    connect(m_canvas, &TimelineCanvas::scaleChanged, this,
            [this] { m_minimap->setSeen(m_canvas->scale().from, m_canvas->scale().to); });
    connect(m_canvas, &TimelineCanvas::scrollChanged, this, &TimelineView::syncScrollBar);
    connect(m_scrollBar, &QScrollBar::valueChanged, m_canvas, &TimelineCanvas::setScroll);
    connect(m_range, &RangePanel::exportWanted, this, [this] { chooseExportFile(true); });
    connect(&workspace(), &Workspace::runsChanged, this, &TimelineView::refreshSoon);
    connect(&workspace(), &Workspace::trialsAdded, this, &TimelineView::refreshSoon);
    connect(&m_source, &TimelineSource::changed, this, &TimelineView::showFilterNote);
    connect(&m_source, &TimelineSource::followingChanged, this, [this](bool isFollowing) {
        m_follow->setChecked(isFollowing);
        if (isFollowing) {
            refreshSoon();
        }
    });
    connect(&m_source, &TimelineSource::sourceChanged, this, [this] {
        m_oneRun->setEnabled(m_source.isOwn());
        m_oneRun->setChecked(!m_source.isAllRuns());
    });
    connect(&m_source, &TimelineSource::wasRead, this, &TimelineView::showEmptyState);
    connect(&m_source, &TimelineSource::failed, m_status, &QLabel::setText);
    connect(&m_questions, &TimelineQuestions::failed, m_status, &QLabel::setText);
    connect(&m_source, &TimelineSource::problemsChanged, this, [this](const QString& sentences) {
        m_problems->setText(sentences);
        m_problems->setVisible(!sentences.isEmpty());
    });
    connect(&m_selection, &TimelineSelection::said, m_status, &QLabel::setText);
    connect(&m_selection, &TimelineSelection::panelChanged, this, &TimelineView::showPanel);
    connect(&m_selection, &TimelineSelection::filtersChanged, this, [this] {
        showFilterNote();
        askPicture();
    });
}

void TimelineView::connectFiles()
{
    connect(m_files, &TraceFiles::importBegan, this, [this] { m_stack->setCurrentWidget(m_content); });
    connect(m_files, &TraceFiles::importEnded, this, [this](qint64 trace) {
        if (trace > 0) {
            showTrace(trace);
        } else {
            showEmptyState(m_canvas->lanes().lanes().empty());
        }
    });
    connect(m_files, &TraceFiles::told, this, [this](const QString& status, const QString& reason) {
        m_status->setText(status);
        m_status->setToolTip(reason);
    });
}

bool TimelineView::isIdle() const
{
    return !m_questions.isBusy() && !m_files->isBusy() && !isWaiting();
}

void TimelineView::refresh()
{
    m_source.read();
}

void TimelineView::refreshNow()
{
    m_isForced = true;
    (void)grab(QRect(0, 0, 1, 1)); // lays out what was never shown
    refreshAtOnce();
    QElapsedTimer waited;
    waited.start();
    // Screenshots and tests alone come here: what the threads answer is taken at once, and what is asked because of it.
    while (!isIdle() && waited.elapsed() < 5000) {
        refreshStale();
        m_questions.finishNow();
        QThread::msleep(m_files->isBusy() ? 1 : 0);
    }
    m_isForced = false;
}

void TimelineView::askPicture()
{
    if (!m_questions.hasProject() || m_canvas->lanes().lanes().empty() || !(isVisible() || m_isForced)) {
        return;
    }
    PictureRequest above = m_canvas->request(true);
    PictureRequest below = m_canvas->request(false);
    above.matching = below.matching = m_selection.matching();
    above.run = below.run = m_source.run();
    m_questions.pictures(std::move(above), std::move(below), [this](Result<std::pair<LanePicture, LanePicture>> pictures) {
        if (pictures) {
            m_canvas->setPictures(std::move(pictures->first), std::move(pictures->second));
        } else {
            m_status->setText(coreText(pictures.error()));
        }
    });
}

void TimelineView::showEmptyState(bool isEmpty)
{
    m_stack->setCurrentWidget(isEmpty && !m_files->isImporting() ? m_empty : m_content);
}

void TimelineView::showFilterNote()
{
    m_filterNote->setVisible(m_source.isOwn() && !workspace().filters().all().empty());
}

void TimelineView::showPanel(QWidget* panel)
{
    arrangePanel();
    if (panel) {
        m_panel->setCurrentIndex(panel == m_details ? 0 : 1);
    }
}

void TimelineView::syncScrollBar()
{
    const QSignalBlocker blocker(m_scrollBar);
    m_scrollBar->setRange(0, m_canvas->maxScroll());
    m_scrollBar->setPageStep(std::max(1, m_canvas->height() - m_canvas->rulerHeight() - m_canvas->lanes().pinnedHeight()));
    m_scrollBar->setSingleStep(m_canvas->lanes().metrics().row);
    m_scrollBar->setValue(m_canvas->scroll());
}

void TimelineView::find(bool forward)
{
    if (m_search->text().isEmpty()) {
        m_canvas->setFocus();
    } else {
        m_selection.find(m_search->text(), forward);
    }
}

void TimelineView::importTrace(const QString& path)
{
    m_files->importFrom(path);
}

void TimelineView::exportTrace(const QString& path, bool onlyRange)
{
    m_files->exportTo(path, m_source.exported(onlyRange));
}

void TimelineView::chooseExportFile(bool onlyRange)
{
    if (m_canvas->lanes().lanes().empty()) {
        workspace().say(MessageLevel::Info, tr("There are no spans to export yet: start a run, or import a trace."));
    } else if (onlyRange && !m_canvas->range()) {
        workspace().say(MessageLevel::Info, tr("Mark a range first: drag on the ruler, or press M."));
    } else {
        m_files->chooseExport(m_source.exported(onlyRange));
    }
}

QJsonObject TimelineView::saveState() const
{
    QJsonArray pinned;
    for (const QString& key : m_canvas->lanes().pinned()) {
        pinned.append(key);
    }
    QJsonObject state{{QStringLiteral("pinned"), pinned},
                      {QStringLiteral("splitter"), QString::fromLatin1(m_splitter->saveState().toBase64())},
                      {QStringLiteral("trace"), m_source.trace()},
                      {QStringLiteral("run"), m_source.chosenRun()},
                      {QStringLiteral("allRuns"), m_source.isAllRuns()},
                      {QStringLiteral("squeezed"), m_source.isSqueezed()},
                      {QStringLiteral("following"), m_source.isFollowing()}};
    if (!m_source.isFollowing()) { // as text: a double cannot hold nanoseconds since 1970
        state[QStringLiteral("from")] = QString::number(m_canvas->scale().from);
        state[QStringLiteral("to")] = QString::number(m_canvas->scale().to);
    }
    return state;
}

void TimelineView::restoreState(const QJsonObject& state)
{
    QSet<QString> pinned;
    for (const QJsonValue& key : state[QStringLiteral("pinned")].toArray()) {
        pinned.insert(key.toString());
    }
    m_canvas->setPinned(pinned);
    m_splitter->restoreState(QByteArray::fromBase64(state[QStringLiteral("splitter")].toString().toLatin1()));
    arrangePanel();
    m_squeeze->setChecked(state[QStringLiteral("squeezed")].toBool(true));
    m_source.showAllRuns(state[QStringLiteral("allRuns")].toBool());
    m_source.chooseRun(state[QStringLiteral("run")].toInteger(m_source.chosenRun()));
    showTrace(state[QStringLiteral("trace")].toInteger());
    const qint64 from = state[QStringLiteral("from")].toString().toLongLong();
    const qint64 to = state[QStringLiteral("to")].toString().toLongLong();
    if (to > from) {
        m_source.setFollowing(false);
        m_source.seeAtFirst(from, to);
    }
}

} // namespace knobscope
