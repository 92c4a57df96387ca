// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/trials/trialsview.h"

#include "core/tuning/trialexport.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/project/filterbar.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QProgressBar>
#include <QPushButton>
#include <QToolButton>

namespace knobscope {

TrialsView::TrialsView(Workspace& workspace, QWidget* parent)
    : View(workspace, parent)
    , m_model(workspace)
    , m_bar(new FilterBar(workspace, this))
    , m_table(makeControl<TrialTable>("trials", workspace, m_model, this))
    , m_rows(new PlaceholderStack(m_table))
    , m_showAll(m_rows->addButton("showAll", tr("&Show All Trials")))
{
    inColumn(this, {m_bar, {m_rows, 1}, makeFoot()}, QMargins(), 0);
    connect(&m_model, &TrialModel::settled, this, &TrialsView::showState);
    connect(&workspace.selection(), &Selection::changed, this, &TrialsView::showState);
    connect(m_table, &TrialTable::messageChanged, this, &TrialsView::showMessage);
    connect(m_table, &TrialTable::cellMenuRequested, this, [this](const QModelIndex& index, const QPoint& at) {
        QMenu* menu = cellMenu(index);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->popup(at);
    });
    connect(m_showAll, &QPushButton::clicked, &workspace.filters(), &Filters::clear);
    connect(&workspace, &Workspace::projectChanged, this, [this] { m_reader.setPath(this->workspace().projectPath()); });
    connect(&m_reader, &ProjectReader::failed, this, &TrialsView::showMessage);
    m_reader.setPath(workspace.projectPath());
    m_messageTimer.setSingleShot(true);
    m_messageTimer.setInterval(10'000);
    connect(&m_messageTimer, &QTimer::timeout, this, [this] { m_message->clear(); });
    m_table->bindTo(state());
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_table));
    showState();
}

QWidget* TrialsView::makeFoot()
{
    auto* foot = new QWidget;
    m_count = new QLabel(foot);
    m_message = new QLabel(foot);
    m_message->setForegroundRole(QPalette::PlaceholderText);
    m_message->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // keeps a long message from widening the window
    m_progress = new QProgressBar;
    m_progress->setMaximumWidth(160);
    m_progress->setAccessibleName(tr("Export progress"));
    auto* cancel = makeControl<QToolButton>("cancelExport");
    cancel->setText(tr("&Cancel"));
    m_exporting = new QWidget(foot);
    inRow(m_exporting, {m_progress, cancel}, QMargins());
    m_exporting->hide();
    m_export = makeControl<QToolButton>("export", foot);
    m_export->setText(tr("E&xport"));
    m_export->setToolTip(tr("Writes the displayed trials to a file in their current order"));
    m_export->setPopupMode(QToolButton::InstantPopup);
    m_export->setFocusPolicy(Qt::StrongFocus);
    m_export->setAutoRaise(true);
    auto* menu = makeControl<QMenu>("exportMenu", m_export);
    addEntry(*menu, "csv", tr("As &CSV…"), this, [this] { askWhere(ExportFormat::Csv); });
    addEntry(*menu, "log", tr("As AutoTVM &Log…"), this, [this] { askWhere(ExportFormat::AutotvmLog); });
    m_export->setMenu(menu);
    inRow(foot, {m_count, {m_message, 1}, m_exporting, m_export},
          QMargins(space::kSmall, space::kTight, space::kSmall, space::kTight))
        ->insertSpacing(1, space::kMedium);
    connect(cancel, &QToolButton::clicked, this, [this] {
        m_exporter.cancel();
        m_exporting->hide();
        showMessage(tr("The export was cancelled; the file is not changed."));
    });
    connect(&m_exporter, &ProjectReader::failed, this, &TrialsView::endExport);
    return foot;
}

void TrialsView::addActions(ActionRegistry& registry)
{
    m_registry = &registry;
    const auto noRuns = [this] { return workspace().missingRuns(); };
    registry.add("trials.exportCsv", tr("Export Trials as &CSV…"), {}, [this] { askWhere(ExportFormat::Csv); }, noRuns);
    registry.add(
        "trials.exportLog", tr("Export Trials as AutoTVM &Log…"), {}, [this] { askWhere(ExportFormat::AutotvmLog); }, noRuns);
    registry.add("trials.addFilter", tr("Add &Filter…"), QKeySequence(Qt::CTRL | Qt::Key_K), [this, &registry] {
        if (QAction* go = registry.action(QStringLiteral("go.trials"))) {
            go->trigger();
        }
        m_bar->beginInput();
    });
    registry.add("trials.clearFilters", tr("Clea&r Filters"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_K),
                 [this] { workspace().filters().clear(); });
    registry.add("trials.resetColumns", tr("Reset Trial C&olumns"), {}, [this] { m_table->resetColumns(); });
}

void TrialsView::refreshNow()
{
    m_model.reloadNow();
    m_table->followSelection();
    showState();
    m_table->readShownNow();
}

void TrialsView::showEvent(QShowEvent* event)
{
    View::showEvent(event);
    m_model.setActive(true);
}

void TrialsView::hideEvent(QHideEvent* event)
{
    m_model.setActive(false);
    View::hideEvent(event);
}

QString TrialsView::status() const
{
    const qint64 shown = m_model.rowCount();
    const qint64 all = m_model.trialsInScope();
    const auto chosen = static_cast<qint64>(workspace().selection().trials().size());
    QString text = shown == all ? tr("%Ln trial(s)", nullptr, m_model.rowCount())
                                : tr("%L1 of %L2 trial(s)", nullptr, pluralOf(all)).arg(shown).arg(all);
    if (chosen > 1) {
        text = tr("%1, %L2 selected").arg(text).arg(chosen);
    }
    return text;
}

void TrialsView::showMessage(const QString& sentence)
{
    m_message->setText(sentence);
    m_message->setToolTip(sentence);
    m_messageTimer.start();
}

void TrialsView::showState()
{
    const bool isFiltered = !workspace().filters().isEmpty();
    const bool hasTrials = m_model.rowCount() > 0;
    m_showAll->setVisible(isFiltered);
    m_rows->setSentence(hasTrials ? QString()
                        : isFiltered
                            ? tr("No trial matches all of the filters above.")
                            : tr("This table lists each config that is built and measured: how fast it is, how long it took, why "
                                 "it failed, and the value of each knob.\n\nChoose a task and start a run, or open a project."));
    m_export->setEnabled(hasTrials);
    m_count->setText(hasTrials || isFiltered ? status() : QString());
}

void TrialsView::askWhere(ExportFormat format)
{
    if (workspace().runs().empty()) {
        workspace().report(MessageLevel::Info, tr("There are no trials to export."));
        return;
    }
    const bool isCsv = format == ExportFormat::Csv;
    const QString base = QFileInfo(workspace().projectPath()).completeBaseName();
    const QString path =
        QFileDialog::getSaveFileName(this, isCsv ? tr("Export Trials as CSV") : tr("Export Trials as AutoTVM Log"),
                                     base + (isCsv ? QStringLiteral(".csv") : QStringLiteral(".log")),
                                     isCsv ? tr("Comma-separated values (*.csv)") : tr("AutoTVM logs (*.log *.json)"));
    if (!path.isEmpty()) {
        exportTo(format, path);
    }
}

void TrialsView::exportTo(ExportFormat format, const QString& path)
{
    m_progress->setValue(0);
    m_exporting->show();
    showMessage(tr("Writing %1…").arg(QFileInfo(path).fileName()));
    m_exporter.setPath(workspace().projectPath());
    m_exporter.ask(
        // Queries the order itself: a hidden table has no rows.
        [this, write = format == ExportFormat::Csv ? exportCsv : exportLog, runs = m_model.runs(),
         filters = workspace().filters().all(), sort = m_model.sorting(),
         file = path.toStdString()](Project& project, const std::atomic<bool>& isCancelled) -> Result<int64_t> {
            const auto trials = TRY(orderTrials(project, runs, filters, sort, &isCancelled));
            return write(project, trials, runs, file, [&](int64_t written) {
                m_exporter.notify(
                    [this, share = written * 100 / trials.size()] { m_progress->setValue(static_cast<int>(share)); });
                return !isCancelled;
            });
        },
        [this, name = QFileInfo(path).fileName()](const Result<int64_t>& count) {
            if (count) {
                showMessage(tr("%Ln trial(s) written to %1.", nullptr, static_cast<int>(*count)).arg(name));
            }
            endExport(count ? QString() : coreText(count.error()));
        });
}

void TrialsView::endExport(const QString& problem)
{
    m_exporting->hide();
    if (!problem.isEmpty()) {
        showMessage(problem);
        workspace().report(MessageLevel::Error, problem);
    }
    emit exported();
}

QMenu* TrialsView::cellMenu(const QModelIndex& index)
{
    auto* menu = makeControl<QMenu>("cellMenu", this);
    const auto filter = m_model.filterFor(index);
    if (filter) {
        const QString text = Filters::text(*filter);
        addEntry(*menu, "showOnly", tr("Show &Only: %1").arg(text), this, [this, filter] { workspace().filters().add(*filter); });
        using enum TrialFilter::Kind;
        TrialFilter opposite = *filter;
        opposite.kind = filter->kind == Failed ? Succeeded : filter->kind == Succeeded ? Failed : filter->kind;
        opposite.isExcluded = filter->kind == Knob;
        if (filter->kind != Run) {
            addEntry(*menu, "leaveOut", tr("Exc&lude: %1").arg(text), this,
                     [this, opposite] { workspace().filters().add(opposite); });
        }
        addEntry(*menu, "selectAllWith", tr("&Select All With: %1").arg(text), this, [this, filter] { selectAllWith(*filter); });
        menu->addSeparator();
    }
    QAction* copy = addEntry(*menu, "copy", tr("&Copy"), m_table, &TrialTable::copy);
    copy->setShortcut(QKeySequence::Copy);
    copy->setEnabled(m_table->selectionModel()->hasSelection());
    if (QAction* notes = m_registry ? m_registry->action(QStringLiteral("edit.notes")) : nullptr) {
        addEntry(*menu, "notes", tr("&Notes…"), notes, &QAction::trigger);
    }
    menu->addSeparator();
    addEntry(*menu, "exportCsv", tr("Export as CS&V…"), this, [this] { askWhere(ExportFormat::Csv); });
    addEntry(*menu, "exportLog", tr("Export as AutoTVM Lo&g…"), this, [this] { askWhere(ExportFormat::AutotvmLog); });
    return menu;
}

void TrialsView::selectAllWith(const TrialFilter& filter)
{
    std::vector<TrialFilter> filters = workspace().filters().all();
    filters.push_back(filter);
    m_reader.ask(
        [runs = m_model.runs(), filters](Project& project, const std::atomic<bool>& isCancelled) {
            return orderTrials(project, runs, filters, {}, &isCancelled);
        },
        [this](const Result<TrialOrder>& found) {
            if (!found) {
                return;
            }
            std::vector<TrialRef> trials;
            for (const TrialKey& key : found->keys(0, TrialTable::kMaxChosen)) {
                trials.push_back({key.run, key.number});
            }
            if (found->size() > TrialTable::kMaxChosen) {
                showMessage(tr("The first %L1 of %L2 trials are selected.").arg(TrialTable::kMaxChosen).arg(found->size()));
            }
            const TrialRef current = m_model.trial(m_table->currentIndex().row());
            workspace().selection().select(std::move(trials), current);
        });
}

} // namespace knobscope
