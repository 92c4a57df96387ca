// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/labview.h"

#include "core/lab/projectspaces.h"
#include "widgets/actions/actionregistry.h"
#include "widgets/lab/labcells.h"
#include "widgets/lab/labplot.h"
#include "widgets/lab/shippedspaces.h"
#include "widgets/plot/colours.h"
#include "widgets/text/duration.h"
#include "widgets/translation/coretext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDragEnterEvent>
#include <QLabel>
#include <QMimeData>
#include <QProgressBar>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedLayout>
#include <QTabWidget>
#include <QTableView>
#include <QThread>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

using Origin = LabSpacesModel::Origin;

LabView::LabView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
{
    setAcceptDrops(true);
    auto* results = new QWidget;
    m_pages = new QStackedLayout(results);
    m_splitter = new QSplitter;
    m_splitter->addWidget(makeSetup());
    m_splitter->addWidget(results);
    m_pages->addWidget(makeEmptyPage());
    m_pages->addWidget(makeResults());
    m_splitter->setStretchFactor(0, 2);
    m_splitter->setStretchFactor(1, 5);
    m_splitter->setSizes({320, 700});
    m_splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(6, 6, 6, 6);
    layout->addWidget(m_splitter);
    connectRun();
    connectTables();
    for (const auto signal : {&Workspace::projectChanged, &Workspace::runsChanged}) {
        connect(&workspace, signal, this, [this] {
            m_isProjectStale = true;
            if (isVisible()) {
                readProject();
            }
        });
    }
    connect(&m_spaces, &LabSpacesModel::takenChanged, this, &LabView::showChoice);
    connect(&m_tuners, &LabTunersModel::takenChanged, this, &LabView::showChoice);
    m_spaces.setTakenNames({QStringLiteral("shipped:resnet-18:2"), QStringLiteral("shipped:resnet-18:8"),
                            QStringLiteral("shipped:mobilenet-v1:16")});
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_spaceList));
}

LabView::~LabView()
{
    workspace().setOtherWork({});
}

void LabView::connectRun()
{
    connect(&m_run, &LabRun::progressed, this, &LabView::takeProgress);
    connect(&m_run, &LabRun::resultChanged, this, [this](const LabRun::Outcome& result) {
        m_result = result;
        showResult();
    });
    connect(&m_run, &LabRun::finished, this, &LabView::finish);
}

void LabView::connectTables()
{
    for (QTableView* table : {m_spaceTable, m_overallTable}) {
        connect(table->selectionModel(), &QItemSelectionModel::selectionChanged, this, [this, table] {
            const QModelIndexList rows = table->selectionModel()->selectedRows();
            if (!m_isFilling) {
                highlight(rows.isEmpty() ? QString() : rows.front().data().toString());
            }
        });
    }
    connect(m_bySpaceTable, &QTableView::activated, this, [this](const QModelIndex& at) {
        if (const int space = m_space->findText(at.siblingAtColumn(0).data().toString()); space >= 0) {
            m_space->setCurrentIndex(space);
            m_tabs->setCurrentIndex(0);
        }
    });
}

void LabView::addActions(ActionRegistry& registry)
{
    const auto add = [&](const char* id, const QString& text, void (LabView::*trigger)()) {
        registry.add({QString::fromLatin1(id), text, {}, {}, nullptr, false}, [this, trigger] { (this->*trigger)(); });
    };
    add("lab.start", tr("Start the &Replays"), &LabView::start);
    add("lab.stop", tr("&Stop the Replays"), &LabView::stop);
    add("lab.addFiles", tr("&Add Recorded Spaces…"), &LabView::askForFiles);
    add("lab.savePicture", tr("Save P&icture of the Lab…"), &LabView::savePicture);
}

QString LabView::verdict() const
{
    return m_verdict->text();
}

QString LabView::status() const
{
    return m_status->text();
}

void LabView::say(const QString& text)
{
    m_status->setText(text);
    workspace().say(MessageLevel::Error, text);
}

// --- what there is to replay on ---

void LabView::readProject()
{
    if (!m_isProjectStale) {
        return;
    }
    m_isProjectStale = false;
    const QString path = workspace().projectPath();
    if (path.isEmpty()) {
        m_spaces.setSpaces(Origin::Project, {}, {});
        return;
    }
    m_projectJob.request([this, path]() -> LatestWork::Deliver {
        auto project = Project::open(path.toStdString(), Project::Mode::ReadOnly);
        auto read = std::make_shared<Result<std::vector<RecordedSpace>>>(project ? spacesOfProject(*project) : fail(project));
        return [this, path, read] {
            if (path != workspace().projectPath()) {
                return;
            }
            if (!*read) {
                workspace().say(MessageLevel::Warning, coreText(read->error()));
            }
            m_spaces.setSpaces(Origin::Project, path, *read ? std::move(**read) : std::vector<RecordedSpace>());
            m_spaceList->resizeColumnsToContents();
        };
    });
}

void LabView::addFile(const QString& path)
{
    if (path != workspace().projectPath()) {
        m_pendingFiles.append({Origin::File, path, true});
        readFiles();
    }
}

void LabView::readFiles()
{
    m_filesJob.request([this, files = m_pendingFiles]() -> LatestWork::Deliver {
        using Read = std::pair<PendingFile, Result<std::vector<RecordedSpace>>>;
        auto all = std::make_shared<std::vector<Read>>();
        for (const PendingFile& file : files) {
            all->emplace_back(file, readSpaces(file.path.toStdString()));
        }
        return [this, all] {
            for (auto& [file, read] : *all) {
                m_pendingFiles.removeAll(file);
                if (read) {
                    m_spaces.setSpaces(file.origin, file.path, std::move(*read), file.isTicked);
                } else {
                    say(coreText(read.error()));
                }
            }
            m_spaceList->resizeColumnsToContents();
        };
    });
}

void LabView::removeChosenFile()
{
    const QModelIndex at = m_spaceList->currentIndex();
    if (at.isValid() && m_spaces.originAt(at.row()) == Origin::File) {
        m_spaces.removeFile(m_spaces.fileAt(at.row()));
        m_removeSpace->setEnabled(false);
    }
}

void LabView::showChoice()
{
    const int spaces = m_spaces.takenCount();
    const auto tuners = static_cast<int>(m_tuners.takenTexts().size());
    m_choice->setTabText(0, tr("Spa&ces (%1)").arg(spaces));
    m_choice->setTabText(1, tr("T&uners (%1)").arg(tuners));
    m_start->setEnabled(!isRunning() && spaces > 0 && tuners > 0);
    if (isRunning()) {
        return;
    }
    m_status->setText(m_spaces.rowCount() == 0
                          ? tr("No recorded space is there yet: add files; knobscope-cli lab record makes them.")
                      : spaces == 0 ? tr("Tick at least one space.")
                      : tuners == 0 ? tr("Tick at least one tuner.")
                                    : QString());
}

// --- replaying ---

void LabView::start()
{
    if (isRunning()) {
        return;
    }
    if (const auto allowed = workspace().mayMeasure(); !allowed) {
        say(tr("%1 Replays would disturb it.").arg(coreText(allowed.error())));
        return;
    }
    LabOptions options;
    options.seeds = m_seeds->value();
    options.replaying.budget = m_budget->value();
    options.jobs = std::max(1, QThread::idealThreadCount() - 1); // one core is the window's
    workspace().setOtherWork(
        tr("The replay lab keeps the processor busy, which would disturb measuring; stop it or wait for its end."));
    m_run.start(m_spaces.taken(), m_tuners.taken(), options);
    m_progress->setRange(0, 0);
    m_progress->show();
    m_status->setText(tr("Replaying…"));
    m_start->setEnabled(false);
    m_stop->setEnabled(true);
}

void LabView::stop()
{
    if (isRunning()) {
        m_run.stop();
        m_stop->setEnabled(false);
        m_status->setText(tr("Stopping; what is done is kept."));
    }
}

void LabView::takeProgress(const LabProgress& progress)
{
    m_progress->setRange(0, static_cast<int>(progress.total));
    m_progress->setValue(static_cast<int>(progress.done));
    if (m_stop->isEnabled()) {
        m_status->setText(tr("%1 of %2 replays, about %3 left")
                              .arg(progress.done)
                              .arg(progress.total)
                              .arg(durationWords(progress.secondsLeft)));
    }
}

void LabView::finish(const QString& problem)
{
    workspace().setOtherWork({});
    m_progress->hide();
    m_stop->setEnabled(false);
    showChoice();
    if (!problem.isEmpty()) {
        say(problem);
    } else if (m_result && !m_result->isWhole) {
        m_status->setText(tr("Stopped; what is done is kept."));
    }
}

void LabView::waitForResult()
{
    m_run.finishNow();
}

// --- showing ---

const SpaceStanding* LabView::space() const
{
    const int at = m_space->currentIndex();
    return m_result && at >= 0 && at < static_cast<int>(m_result->spaces.size()) ? &m_result->spaces[static_cast<size_t>(at)]
                                                                                 : nullptr;
}

QColor LabView::colourOf(const QString& tuner) const
{
    return seriesColour(palette(), m_tuners.colourOf(tuner));
}

void LabView::showResult()
{
    if (!m_result) {
        m_pages->setCurrentIndex(0);
        return;
    }
    m_pages->setCurrentIndex(1);
    m_verdict->setText(LabCells::verdict(*m_result));
    setAccessibleDescription(m_verdict->text());
    const QString old = m_space->currentText();
    {
        const QSignalBlocker blocker(m_space);
        m_space->clear();
        for (const SpaceStanding& standing : m_result->spaces) {
            m_space->addItem(QString::fromStdString(standing.label));
        }
        m_space->setCurrentIndex(std::max(0, m_space->findText(old)));
    }
    const QScopedValueRollback filling(m_isFilling, true);
    LabCells::fillOverall(m_overallCells, *m_result, [this](const QString& tuner) { return colourOf(tuner); });
    LabCells::fillBySpace(m_bySpaceCells, *m_result, static_cast<size_t>(m_share->currentIndex()));
    showSpace();
}

void LabView::showSpace()
{
    const SpaceStanding* standing = space();
    if (!standing) {
        return;
    }
    const auto isKnown = [&](const TunerStanding& tuner) { return QString::fromStdString(tuner.tuner) == m_highlighted; };
    if (std::none_of(standing->tuners.begin(), standing->tuners.end(), isKnown)) {
        m_highlighted.clear();
    }
    const QScopedValueRollback filling(m_isFilling, true);
    LabCells::fillSpace(m_spaceCells, *standing, [this](const QString& tuner) { return colourOf(tuner); });
    const QString best = standing->bestGflops > 0
                           ? QStringLiteral("%1 GFLOPS").arg(QLocale().toString(standing->bestGflops, 'f', 1))
                           : QStringLiteral("%1 ms").arg(QLocale().toString(standing->bestSeconds * 1e3, 'g', 4));
    m_space->setToolTip(tr("%1; %2 configs, best %3 on %4")
                            .arg(QString::fromStdString(standing->shape))
                            .arg(standing->points)
                            .arg(best, QString::fromStdString(standing->machine)));
    highlight(m_highlighted);
}

void LabView::highlight(const QString& tuner)
{
    m_highlighted = tuner;
    const QScopedValueRollback filling(m_isFilling, true);
    for (QTableView* table : {m_spaceTable, m_overallTable}) {
        const QModelIndexList found = tuner.isEmpty() ? QModelIndexList()
                                                      : table->model()->match(table->model()->index(0, 0), Qt::DisplayRole, tuner,
                                                                              1, Qt::MatchExactly | Qt::MatchCaseSensitive);
        if (found.isEmpty()) {
            table->clearSelection();
        } else if (!table->selectionModel()->isRowSelected(found.front().row())) {
            table->selectRow(found.front().row());
        }
    }
    if (const SpaceStanding* standing = space()) {
        LabPlot::fill(*m_plot, *standing,
                      {palette(), m_logX->isChecked(), tuner, [this](const QString& name) { return m_tuners.colourOf(name); }});
    }
}

void LabView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    if (!std::exchange(m_wasShown, true)) {
        for (const QString& path : shippedSpaces()) {
            m_pendingFiles.append({Origin::Shipped, path, false});
        }
        readFiles();
    }
    readProject();
}

void LabView::changeEvent(QEvent* event)
{
    View::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_bySpaceTable) {
        showResult();
    }
}

void LabView::dragEnterEvent(QDragEnterEvent* event)
{
    if (event->mimeData()->hasUrls()) {
        event->acceptProposedAction();
    }
}

void LabView::dropEvent(QDropEvent* event)
{
    for (const QUrl& url : event->mimeData()->urls()) {
        if (url.isLocalFile()) {
            addFile(url.toLocalFile());
        }
    }
    event->acceptProposedAction();
}

} // namespace knobscope
