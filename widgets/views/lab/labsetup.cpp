// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lab/labsetup.h"

#include "core/study/projectspaces.h"
#include "widgets/base/coretext.h"
#include "widgets/base/naturalorder.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/celltable.h"
#include "widgets/controls/columnfit.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"
#include "widgets/controls/viewstate.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QListView>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTabWidget>
#include <QThread>

#include <algorithm>

namespace knobscope {

using Origin = LabSpacesModel::Origin;

namespace {

constexpr int kSwatchPixels = 10;
constexpr int kAboutLines = 6; // of a tuner, in a narrow dock
constexpr int kMinStatusWidth = 180; // pixels; a wrapped text asks for far more than a narrow dock has

/// The recorded spaces that ship with the program, sorted by name: in a folder relative to the program or in the system's data
/// folders; empty if they are not installed.
QStringList shippedSpaces()
{
    QDir folder(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/knobscope/recorded"));
    if (!folder.exists()) {
        const QString found = QStandardPaths::locate(QStandardPaths::GenericDataLocation, QStringLiteral("knobscope/recorded"),
                                                     QStandardPaths::LocateDirectory);
        if (found.isEmpty()) {
            return {};
        }
        folder.setPath(found);
    }
    QStringList paths;
    for (const QString& name : folder.entryList({QStringLiteral("*.knobscope")}, QDir::Files)) {
        paths << QDir::cleanPath(folder.filePath(name));
    }
    std::ranges::sort(paths, [](const QString& a, const QString& b) { return compareNaturally(a, b) < 0; });
    return paths;
}

QPushButton* button(const char* id, const QString& text, const QString& tip)
{
    auto* made = makeControl<QPushButton>(id, text);
    made->setToolTip(tip);
    return made;
}

QSpinBox* numberField(const char* id, int high, int value, const QString& tip)
{
    auto* box = makeControl<QSpinBox>(id);
    box->setRange(1, high);
    box->setValue(value);
    box->setGroupSeparatorShown(true);
    box->setToolTip(tip);
    box->setAccessibleDescription(tip);
    return box;
}

} // namespace

LabSetup::LabSetup(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_filesJob([this](const Error& error) {
        m_pendingFiles.clear();
        emit refused(coreText(error));
    })
    , m_choice(makeControl<QTabWidget>("choice"))
    , m_spaceList(makeControl<QTableView>("spaces"))
    , m_progress(makeControl<QProgressBar>("progress"))
    , m_status(new QLabel)
{
    m_choice->setDocumentMode(true);
    m_choice->setAccessibleName(tr("Spaces and tuners to compare"));
    m_choice->addTab(makeSpacesPage(), tr("Spa&ces"));
    m_choice->addTab(makeTunersPage(), tr("T&uners"));
    m_seeds = numberField("seeds", 1000, 20, tr("Number of replays of each tuner on each space, with seeds starting at 1"));
    m_budget = numberField("trials", 100'000, 200,
                           tr("Length of a replay; a result that is not reached by then counts as never reached"));
    m_start = button("start", tr("&Start"), tr("Replays every ticked tuner on every ticked space"));
    m_stop = button("stop", tr("St&op"), tr("Stops the replays; seeds that all tuners have finished are kept"));
    m_stop->setEnabled(false);
    m_progress->setAccessibleName(tr("Replays done"));
    m_progress->hide();
    m_status->setWordWrap(true);
    m_status->setMinimumWidth(kMinStatusWidth);
    auto* numbers =
        inRow({makeLabel(tr("See&ds:"), m_seeds), m_seeds, makeLabel(tr("Tr&ials:"), m_budget), m_budget, BoxItem::rest()});
    inColumn(this, {{m_choice, 1}, numbers, inRow({m_start, m_stop, BoxItem::rest()}), m_progress, m_status}, QMargins());
    connect(m_start, &QPushButton::clicked, this, &LabSetup::startWanted);
    connect(m_stop, &QPushButton::clicked, this, &LabSetup::stopWanted);
    connect(&m_spaces, &LabSpacesModel::tickedChanged, this, &LabSetup::showChoice);
    connect(&m_tuners, &LabTunersModel::tickedChanged, this, &LabSetup::showChoice);
    m_spaces.setTickedNames({QStringLiteral("shipped:resnet-18:2"), QStringLiteral("shipped:resnet-18:8"),
                             QStringLiteral("shipped:mobilenet-v1:16")});
}

QWidget* LabSetup::makeSpacesPage()
{
    m_spaceList->setModel(&m_spaces);
    m_spaceList->setAccessibleName(tr("Recorded spaces"));
    m_spaceList->setAccessibleDescription(tr("Press Space to tick an entry"));
    showRows(*m_spaceList);
    m_spaceList->setSelectionMode(QAbstractItemView::SingleSelection);
    m_spaceList->setEditTriggers(QAbstractItemView::NoEditTriggers);
    new ColumnFit(*m_spaceList, {QStringLiteral("file"), QStringLiteral("machine"), QStringLiteral("shape"),
                                 QStringLiteral("near"), QStringLiteral("space")});
    auto* add = button("addFiles", tr("&Add Files…"), tr("Add projects whose runs measured a space, or results of other tuners"));
    m_remove = button("removeFile", tr("Re&move File"), tr("Remove the file of the selected space from the list"));
    m_remove->setEnabled(false);
    connect(add, &QPushButton::clicked, this, &LabSetup::askForFiles);
    connect(m_remove, &QPushButton::clicked, this, &LabSetup::removeChosenFile);
    connect(m_spaceList->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& at) { m_remove->setEnabled(at.isValid() && m_spaces.originAt(at.row()) == Origin::File); });
    auto* page = new QWidget;
    inColumn(page, {m_spaceList, inRow({add, m_remove, BoxItem::rest()})}, QMargins());
    return page;
}

QWidget* LabSetup::makeTunersPage()
{
    auto* list = makeControl<QListView>("tuners");
    list->setModel(&m_tuners);
    list->setAccessibleName(tr("Tuners that can be replayed"));
    list->setAccessibleDescription(tr("Press Space to tick an entry"));
    list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    list->setAlternatingRowColors(true);
    list->setIconSize({kSwatchPixels, kSwatchPixels});
    list->setUniformItemSizes(true);
    auto* about = makeSentence({});
    about->setTextFormat(Qt::PlainText);
    about->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    about->setMinimumHeight(kAboutLines * about->fontMetrics().lineSpacing()); // what is below stays where it is
    connect(list->selectionModel(), &QItemSelectionModel::currentChanged, about, [about](const QModelIndex& tuner) {
        about->setText(QStringLiteral("%1: %2").arg(tuner.data().toString(), tuner.data(Qt::ToolTipRole).toString()));
    });
    list->setCurrentIndex(m_tuners.index(0, 0));
    auto* page = new QWidget;
    inColumn(page, {{list, 1}, about}, QMargins());
    return page;
}

LabOptions LabSetup::options() const
{
    return {.seeds = m_seeds->value(),
            .jobs = std::max(1, QThread::idealThreadCount() - 1), // leave one core for the GUI
            .replaying = {.budget = m_budget->value()}};
}

// --- available spaces ---

void LabSetup::readProject()
{
    const QString path = m_workspace.projectPath();
    if (path.isEmpty()) {
        m_spaces.setSpaces(Origin::Project, {}, {});
        return;
    }
    m_projectJob.ask(
        [path = path.toStdString()] {
            auto project = Project::open(path, Project::Mode::ReadOnly);
            return project ? spacesOfProject(*project) : fail(project);
        },
        [this, path](const Result<std::vector<RecordedSpace>>& read) {
            if (path != m_workspace.projectPath()) {
                return;
            }
            if (!read) {
                m_workspace.report(MessageLevel::Warning, read.error());
            }
            m_spaces.setSpaces(Origin::Project, path, read.value_or(std::vector<RecordedSpace>()));
        });
}

void LabSetup::readShipped()
{
    for (const QString& path : shippedSpaces()) {
        m_pendingFiles.append({Origin::Shipped, path, false, false});
    }
    readFiles();
}

void LabSetup::addFile(const QString& path)
{
    if (path != m_workspace.projectPath()) {
        m_pendingFiles.append({Origin::File, path, true, false});
        readFiles();
    }
}

void LabSetup::readFiles()
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
                } else if (file.isRestored) {
                    m_workspace.report(MessageLevel::Warning, read.error());
                } else {
                    emit refused(coreText(read.error()));
                }
            }
        };
    });
}

void LabSetup::finishReading()
{
    m_projectJob.finishNow();
    m_filesJob.finishNow();
}

void LabSetup::askForFiles()
{
    const QStringList paths = QFileDialog::getOpenFileNames(
        this, tr("Add Recorded Spaces"), {}, tr("Projects, other tuners' results (*.knobscope *.json *.json.gz);;All files (*)"));
    for (const QString& path : paths) {
        addFile(path);
    }
}

void LabSetup::removeChosenFile()
{
    const QModelIndex at = m_spaceList->currentIndex();
    if (at.isValid() && m_spaces.originAt(at.row()) == Origin::File) {
        m_spaces.setSpaces(Origin::File, m_spaces.fileAt(at.row()), {});
        m_remove->setEnabled(false);
    }
}

// --- progress ---

QString LabSetup::startObstacle() const
{
    return m_spaces.rowCount() == 0
             ? tr("There are no recorded spaces yet. Add files, or create one with knobscope-cli lab record.")
         : m_spaces.tickedCount() == 0    ? tr("Tick at least one space.")
         : m_tuners.tickedTexts().empty() ? tr("Tick at least one tuner.")
                                          : QString();
}

void LabSetup::showChoice()
{
    m_choice->setTabText(0, tr("Spa&ces (%1)").arg(m_spaces.tickedCount()));
    m_choice->setTabText(1, tr("T&uners (%1)").arg(m_tuners.tickedTexts().size()));
    const QString missing = startObstacle();
    m_start->setEnabled(!m_isRunning && missing.isEmpty());
    if (!m_isRunning) {
        m_status->setText(missing);
    }
}

void LabSetup::setRunning(bool isRunning)
{
    m_isRunning = isRunning;
    m_progress->setRange(0, 0);
    m_progress->setVisible(isRunning);
    m_stop->setEnabled(isRunning);
    showChoice();
    if (isRunning) {
        m_status->setText(tr("Replaying…"));
    }
}

void LabSetup::showStopping()
{
    m_stop->setEnabled(false);
    m_status->setText(tr("Stopping. Finished replays are kept."));
}

void LabSetup::showProgress(const LabProgress& progress)
{
    m_progress->setRange(0, static_cast<int>(progress.total));
    m_progress->setValue(static_cast<int>(progress.done));
    if (m_stop->isEnabled()) {
        m_status->setText(tr("%1 of %2 replays, about %3 left")
                              .arg(progress.done)
                              .arg(progress.total)
                              .arg(localizedDuration(progress.secondsLeft)));
    }
}

// --- state ---

void LabSetup::bindTo(ViewState& state)
{
    state.bind(QStringLiteral("choice"), m_choice);
    state.bind(QStringLiteral("seeds"), m_seeds);
    state.bind(QStringLiteral("budget"), m_budget);
    state.bindTexts(
        QStringLiteral("tuners"), [this] { return m_tuners.tickedTexts(); },
        [this](const QStringList& texts) { m_tuners.setTickedTexts(texts); });
    state.bindTexts(
        QStringLiteral("spaces"), [this] { return m_spaces.tickedNames(); },
        [this](const QStringList& names) { m_spaces.setTickedNames(names); });
    state.bindTexts(
        QStringLiteral("files"), [this] { return m_spaces.files(); }, [this](const QStringList& files) { restoreFiles(files); });
    state.watch(&m_tuners, &LabTunersModel::tickedChanged);
    state.watch(&m_spaces, &LabSpacesModel::tickedChanged);
    state.watch(&m_spaces, &QAbstractItemModel::rowsInserted);
    state.watch(&m_spaces, &QAbstractItemModel::rowsRemoved);
}

void LabSetup::restoreFiles(const QStringList& files)
{
    for (const QString& file : files) {
        if (QFileInfo::exists(file) && file != m_workspace.projectPath()) {
            m_pendingFiles.append({Origin::File, file, false, true});
        }
    }
    if (!m_pendingFiles.isEmpty()) {
        readFiles();
    }
}

} // namespace knobscope
