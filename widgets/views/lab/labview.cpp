// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/lab/labview.h"

#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/placeholderstack.h"

#include <QPushButton>
#include <QSplitter>

namespace knobscope {

LabView::LabView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, 0, parent)
    , m_setup(new LabSetup(workspace))
    , m_results(new LabResults([this](const QString& tuner) { return tuners().colourOf(tuner); }))
    , m_history(new LabHistory(workspace))
    , m_run(JobLength::Long, [this](const Error& error) { finish(coreText(error)); })
{
    acceptFiles([this](const QString& path) { addFile(path); });
    m_pages = new PlaceholderStack(
        m_results, tr("Compare tuners without a device, on spaces whose configs are all recorded.\n\nTick spaces and tuners, "
                      "then press Start. You can also drop recordings, and projects with a complete space, here."));
    connect(m_pages->addButton("startReplays", tr("Start the Replays")), &QPushButton::clicked, this, [this] {
        const QString missing = m_setup->startObstacle();
        missing.isEmpty() ? start() : showMessage(missing);
    });
    auto* results = new QWidget;
    inColumn(results, {m_history, {m_pages, 1}}, QMargins());
    auto* splitter = new QSplitter;
    splitter->addWidget(m_setup);
    splitter->addWidget(results);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 5);
    splitter->setSizes({380, 700}); // names of spaces are whole in a window of 1440 pixels
    splitter->setChildrenCollapsible(false);
    inColumn(this, {splitter}, QMargins() + space::kSmall);
    connect(m_setup, &LabSetup::startWanted, this, &LabView::start);
    connect(m_setup, &LabSetup::stopWanted, this, &LabView::stop);
    connect(m_setup, &LabSetup::refused, this, &LabView::showMessage);
    connect(m_history, &LabHistory::chosen, this, &LabView::showResult);
    connect(m_history, &LabHistory::failed, this, &LabView::showMessage);
    connect(m_results, &LabResults::pictureWanted, this, &LabView::savePicture);
    for (const auto signal : {&Workspace::projectChanged, &Workspace::runsChanged}) {
        connect(&workspace, signal, this, &LabView::refreshIfSeen);
    }
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_setup->spaceList()));
    m_setup->bindTo(state());
    m_results->bindTo(state());
}

void LabView::addActions(ActionRegistry& registry)
{
    registry.add(
        "lab.start", tr("Start the &Replays"), {}, [this] { start(); },
        [this] { return isRunning() ? tr("Replays are running.") : m_setup->startObstacle(); });
    registry.add(
        "lab.stop", tr("&Stop the Replays"), {}, [this] { stop(); },
        [this] { return isRunning() ? QString() : tr("No replay is running."); });
    registry.add("lab.addFiles", tr("&Add Recorded Spaces…"), {}, [this] { m_setup->askForFiles(); });
    registry.add(
        "lab.savePicture", tr("Save P&icture of the Lab…"), {}, [this] { savePicture(); },
        [this] { return result() ? QString() : tr("There is no plot yet. Press Start first."); });
}

void LabView::showMessage(const QString& text)
{
    m_setup->setStatus(text);
    workspace().report(MessageLevel::Error, text);
}

void LabView::start()
{
    if (isRunning()) {
        return;
    }
    if (const auto allowed = workspace().checkCanMeasure(); !allowed) {
        showMessage(tr("%1 Replays would distort that measurement.").arg(coreText(allowed.error())));
        return;
    }
    m_run.request([this, spaces = spaces().ticked(), tuners = tuners().ticked(), options = m_setup->options(),
                   path = workspace().projectPath().toStdString()](const std::atomic<bool>& stop) -> LatestWork::Deliver {
        enum Notice { ProgressNotice, ResultNotice };
        LabWatch watch;
        watch.progress = [this](const LabProgress& progress) {
            m_run.notify([this, progress] { m_setup->showProgress(progress); }, ProgressNotice);
        };
        watch.soFar = [this](LabResult result) {
            m_run.notify([this, part = std::make_shared<const LabResult>(std::move(result))] { showResult(part); }, ResultNotice);
        };
        auto result = runLab(spaces, tuners, options, &stop, watch);
        if (!result) {
            return [this, problem = coreText(result.error())] { finish(problem); };
        }
        return [this, whole = std::make_shared<const LabResult>(std::move(*result)), path, options] {
            showResult(whole);
            finish({});
            keep(path, whole, options);
        };
    });
    workspace().registerJob(
        {&m_run, tr("The replay lab is using the CPU, which would distort measurements. Stop it, or wait until it finishes."),
         BackgroundJob::Blocks::Measuring});
    m_setup->setRunning(true);
}

void LabView::keep(const std::string& path, const LabResults::Outcome& result, const LabOptions& options)
{
    if (!result->isWhole || path.empty()) {
        m_history->read();
        return;
    }
    workspace().writes().add(
        QString::fromStdString(path), tr("a result of the replay lab"), this, {},
        [path, result, options] { return storeLab(path, *result, options); },
        [this](const Result<void>& kept) {
            workspace().reportError(kept);
            m_history->read();
        });
}

void LabView::stop()
{
    if (isRunning()) {
        m_run.stop();
        m_setup->showStopping();
    }
}

void LabView::showResult(const LabResults::Outcome& result)
{
    m_pages->showPage(true);
    m_results->setResult(result);
    setAccessibleDescription(verdict());
}

void LabView::finish(const QString& problem)
{
    m_setup->setRunning(false);
    if (!problem.isEmpty()) {
        showMessage(problem);
    } else if (result() && !result()->isWhole) {
        m_setup->setStatus(tr("Stopped. Finished replays are kept."));
    }
}

void LabView::savePicture()
{
    if (!result()) {
        showMessage(tr("There is no plot yet. Press Start first."));
    } else {
        askForPicture(m_results->plot(), tr("lab.svg"));
    }
}

void LabView::refresh()
{
    m_setup->readProject();
    m_history->read();
}

void LabView::refreshNow()
{
    refreshStale();
    m_setup->finishReading();
    m_history->finishReading();
}

void LabView::showEvent(QShowEvent* event)
{
    if (!std::exchange(m_wasShown, true)) {
        m_setup->readShipped();
    }
    LazyView::showEvent(event);
}

} // namespace knobscope
