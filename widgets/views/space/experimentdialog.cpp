// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/experimentdialog.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/headline.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QSettings>
#include <QSpinBox>
#include <QTableView>

#include <algorithm>
#include <limits>

namespace knobscope {

namespace {

constexpr int kBudgetMinutes = 5;
constexpr int kStepsPerRun = 1000; // steps of the progress bar per run
constexpr int64_t kMaxCountedConfigs = 100'000; // counting is instant below this; larger spaces are sampled
constexpr QLatin1String kSettingsGroup("experiment"); // stores the last experiment's settings

int64_t configsOf(const ConfigSpace& space)
{
    return space.rangeLength() <= kMaxCountedConfigs ? space.validCount().high : space.rangeLength();
}

} // namespace

ExperimentQueue::ExperimentQueue(Workspace& workspace)
    : m_workspace(workspace)
{
    connect(&workspace.session(), &TuningSession::finished, this, &ExperimentQueue::runEnded);
    connect(&workspace.session(), &TuningSession::progressed, this, [this](const Progress& progress) {
        if (m_ownRun) {
            emit progressed(progress.done, progress.total);
        }
    });
}

Result<void> ExperimentQueue::start(const ExperimentPlan& plan, const MeasureOptions& measuring)
{
    for (const Task* task : {&plan.a, &plan.b}) {
        TRY(makeTuner(plan.options.tuner, task->space, plan.options.seed, plan.options.parameters));
    }
    m_path = TRY(m_workspace.fileToWrite());
    m_runs = experimentRuns(plan);
    m_rows.clear();
    m_result.reset();
    m_measuring = measuring;
    m_running = true;
    m_stopping = false;
    next();
    return {};
}

void ExperimentQueue::next()
{
    if (!m_running || m_workspace.session().isRunning()) {
        return; // another run started first; called again when it ends
    }
    if (m_stopping) {
        return end(tr("The experiment was stopped."));
    }
    if (m_rows.size() == m_runs.size()) {
        return end({});
    }
    const LoopTask& run = m_runs[m_rows.size()];
    MeasureOptions measuring = m_measuring;
    measuring.seed = run.options.seed;
    m_ownRun = true;
    m_workspace.session().start(run, measuring, m_path);
}

void ExperimentQueue::runEnded(const RunFinished& result, const Sentence& problem)
{
    if (!m_running) {
        return;
    }
    const bool wasOwn = std::exchange(m_ownRun, false);
    if (wasOwn && (!problem.empty() || result.reason != "finished")) {
        return end(problem.empty() ? tr("The experiment was stopped.") : coreText(problem));
    }
    if (wasOwn) {
        m_rows.push_back(m_workspace.session().run());
        evaluate();
    }
    // Queued: the session is still emitting this run's end.
    QMetaObject::invokeMethod(this, &ExperimentQueue::next, Qt::QueuedConnection);
}

void ExperimentQueue::stop()
{
    m_stopping = true;
    if (m_ownRun) {
        m_workspace.session().stop();
    }
}

void ExperimentQueue::end(const QString& problem)
{
    m_running = false;
    emit finished(problem);
}

void ExperimentQueue::evaluate()
{
    if (m_rows.size() < 2) {
        emit runFinished();
        return;
    }
    m_workspace.ask(
        this, QStringLiteral("experiment"), [rows = m_rows](Project& project) { return evaluateExperiment(project, rows); },
        [this](const Result<ExperimentResult>& evaluated) {
            m_result = evaluated ? std::optional(*evaluated) : std::nullopt;
            emit runFinished();
        });
}

ExperimentDialog::ExperimentDialog(Workspace& workspace, std::optional<MeasuredRate> rate, QWidget* parent)
    : QDialog(parent)
    , m_workspace(workspace)
    , m_task(workspace.task())
    , m_label(workspace.taskLabel())
    , m_rate(std::move(rate))
    , m_templateConfigs(configsOf(m_task->templateSpace))
    , m_editedConfigs(configsOf(m_task->space))
    , m_queue(workspace)
    , m_tuner(makeControl<QComboBox>("tuner"))
    , m_budget(makeControl<QSpinBox>("budget"))
    , m_trials(makeControl<QSpinBox>("trials"))
    , m_seeds(makeControl<QSpinBox>("seeds"))
    , m_firstSeed(makeControl<QSpinBox>("firstSeed"))
    , m_estimate(new QLabel)
    , m_progress(new QProgressBar)
    , m_answer(new Headline("answer"))
    , m_verdict(new QLabel)
    , m_start(makeControl<QPushButton>("start", tr("&Start")))
    , m_stop(makeControl<QPushButton>("stop", tr("S&top")))
{
    setWindowTitle(tr("Compare With the Template — %1").arg(m_label));
    setAttribute(Qt::WA_DeleteOnClose);
    m_answer->showNone(tr("The answer is shown here after the first two runs."));
    showResult();
    QTableView* table = makeCellView("results", &m_results, tr("Results by seed"));
    table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_verdict->setWordWrap(true);
    m_verdict->setAccessibleName(tr("Result of the experiment"));
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_verdict->setText(tr("The template's space and the edited space are tuned alternately with the same tuner, budget and "
                          "seeds, so a machine that becomes slower affects both. The runs are kept in the project."));
    m_progress->setAccessibleName(tr("Progress of the experiment"));
    auto* buttons = makeCloseBox();
    buttons->addButton(m_start, QDialogButtonBox::ActionRole);
    buttons->addButton(m_stop, QDialogButtonBox::ActionRole);
    inColumn(this, {makeForm(), m_progress, m_answer, m_verdict, {table, 1}, buttons});
    resize(620, 560);
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &ExperimentDialog::start);
    connect(m_stop, &QPushButton::clicked, this, [this] { m_queue.stop(); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(&m_queue, &ExperimentQueue::runFinished, this, &ExperimentDialog::showResult);
    connect(&m_queue, &ExperimentQueue::finished, this, &ExperimentDialog::finish);
    connect(&m_queue, &ExperimentQueue::progressed, this, [this](qint64 trials, qint64 total) {
        const auto share = static_cast<double>(trials) / static_cast<double>(std::max<qint64>(1, total));
        m_progress->setValue(static_cast<int>(m_queue.doneCount()) * kStepsPerRun + static_cast<int>(share * kStepsPerRun));
    });
    showEstimate();
    showRunning(false);
}

ExperimentDialog::~ExperimentDialog()
{
    m_queue.stop(); // closing the dialog stops the run; finished runs are kept
}

QWidget* ExperimentDialog::makeForm()
{
    for (const TunerDescription& tuner : tuners()) {
        m_tuner->addItem(QString::fromStdString(tuner.name));
    }
    QSettings last;
    last.beginGroup(kSettingsGroup);
    m_tuner->setCurrentText(last.value(QStringLiteral("tuner"), QStringLiteral("ga")).toString());
    m_trials->setRange(1, 10'000'000);
    m_trials->setValue(last.value(QStringLiteral("trials"), 200).toInt());
    m_trials->setGroupSeparatorShown(true);
    m_seeds->setRange(1, 100);
    m_seeds->setValue(last.value(QStringLiteral("seeds"), kDefaultSeeds).toInt());
    m_seeds->setToolTip(tr("Fewer than %1 cannot show a significant difference; %1 can only if all agree.").arg(seedsNeeded()));
    m_firstSeed->setRange(0, 1'000'000);
    m_firstSeed->setValue(last.value(QStringLiteral("firstSeed"), 1).toInt());
    m_estimate->setWordWrap(true);
    m_budget->setRange(1, 24 * 60);
    m_budget->setSuffix(tr(" min"));
    m_budget->setValue(last.value(QStringLiteral("minutes"), kBudgetMinutes).toInt());
    m_budget->setToolTip(m_rate ? tr("Time for all runs; sets the trials per run")
                                : tr("How many trials fit is not known before a run has measured some here."));
    auto* form = new QWidget;
    auto* layout = new QFormLayout(form);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addRow(tr("T&uner"), m_tuner);
    layout->addRow(tr("&Budget"), m_budget);
    layout->addRow(tr("S&eeds"), m_seeds);
    layout->addRow(tr("T&rials per run"), m_trials);
    layout->addRow(tr("&First seed"), m_firstSeed);
    layout->addRow(QString(), m_estimate);
    connect(m_trials, &QSpinBox::valueChanged, this, [this] { m_fitsBudget = false; });
    connect(m_budget, &QSpinBox::valueChanged, this, &ExperimentDialog::fitBudget);
    connect(m_seeds, &QSpinBox::valueChanged, this, [this] {
        if (m_fitsBudget) {
            fitBudget();
        }
    });
    m_fitsBudget = last.value(QStringLiteral("fitsBudget"), true).toBool();
    if (m_fitsBudget) {
        fitBudget();
    }
    for (QSpinBox* box : {m_trials, m_seeds, m_firstSeed}) {
        connect(box, &QSpinBox::valueChanged, this, &ExperimentDialog::showEstimate);
    }
    return form;
}

void ExperimentDialog::fitBudget()
{
    if (m_rate && m_rate->trialsPerSecond > 0) {
        const double all = m_budget->value() * 60 * m_rate->trialsPerSecond;
        m_trials->setValue(std::max(1, static_cast<int>(std::min(1e7, all / (2.0 * m_seeds->value())))));
        m_fitsBudget = true;
    }
}

/// Returns a note on runs that visit the whole space: they find its best for any seed.
QString ExperimentDialog::fullVisitNote() const
{
    const bool isTemplateWhole = m_templateConfigs <= m_trials->value();
    const bool isEditedWhole = m_editedConfigs <= m_trials->value();
    if (isTemplateWhole && isEditedWhole) {
        return tr(" Both spaces (%1 and %2 configs) will be measured completely, so any difference is noise unless a run is "
                  "stopped early.")
            .arg(number(m_templateConfigs), number(m_editedConfigs));
    }
    return isTemplateWhole || isEditedWhole ? tr(" %1 has only %2 config(s); its runs measure the complete space.", nullptr,
                                                 pluralOf(isTemplateWhole ? m_templateConfigs : m_editedConfigs))
                                                  .arg(isTemplateWhole ? tr("Template") : tr("Edited space"),
                                                       number(isTemplateWhole ? m_templateConfigs : m_editedConfigs))
                                            : QString();
}

void ExperimentDialog::showEstimate()
{
    const QString text = tr("%n run(s)", nullptr, 2 * m_seeds->value()) + QStringLiteral(": ");
    const int64_t wanted = m_trials->value();
    const int64_t all = m_seeds->value() * (std::min(wanted, m_templateConfigs) + std::min(wanted, m_editedConfigs));
    const QString trials = tr("%1 trial(s)", nullptr, pluralOf(all)).arg(number(all));
    QString cost = tr("%1; the time is unknown because no run has measured a rate here yet.").arg(trials);
    if (m_rate) {
        const double seconds = static_cast<double>(all) / m_rate->trialsPerSecond;
        cost = (m_rate->isGuessed ? tr("%1, about %2 at an estimated %3 trials/s (not measured here yet).")
                                  : tr("%1, about %2 at the %3 trials/s measured here."))
                   .arg(trials, localizedDuration(seconds), figures(m_rate->trialsPerSecond, m_rate->isGuessed ? 2 : 3));
    }
    m_estimate->setText(text + cost + fullVisitNote());
}

void ExperimentDialog::start()
{
    RunOptions options;
    options.tuner = m_tuner->currentText().toStdString();
    options.trials = m_trials->value();
    options.seed = static_cast<uint64_t>(m_firstSeed->value());
    options.isAlone = true; // keeps queued tasks from starting between the runs
    const auto plain = makeTask(m_task->name, m_task->args, m_task->target, {});
    const auto started =
        plain ? m_queue.start({*plain, *m_task, m_label.toStdString(), options, m_seeds->value()}, m_workspace.measuring())
              : fail(plain);
    if (!started) {
        m_verdict->setText(coreText(started.error()));
        return;
    }
    QSettings last;
    last.beginGroup(kSettingsGroup);
    last.setValue(QStringLiteral("tuner"), m_tuner->currentText());
    last.setValue(QStringLiteral("minutes"), m_budget->value());
    last.setValue(QStringLiteral("fitsBudget"), m_fitsBudget);
    last.setValue(QStringLiteral("trials"), m_trials->value());
    last.setValue(QStringLiteral("seeds"), m_seeds->value());
    last.setValue(QStringLiteral("firstSeed"), m_firstSeed->value());
    showResult();
    m_verdict->setText(tr("Running. The window shows the progress of each run."));
    m_progress->setRange(0, static_cast<int>(m_queue.runCount()) * kStepsPerRun);
    m_progress->setValue(0);
    showRunning(true);
}

void ExperimentDialog::showRunning(bool running)
{
    m_start->setEnabled(!running);
    m_stop->setEnabled(running);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_tuner, m_trials, m_seeds, m_firstSeed}) {
        widget->setEnabled(!running);
    }
    m_budget->setEnabled(!running && m_rate);
}

void ExperimentDialog::showResult()
{
    const auto result = m_queue.result();
    const auto reached = [](const ExperimentRun& run) {
        return run.trialsToTarget > 0 ? Cell::figure(static_cast<double>(run.trialsToTarget), 0)
                                      : Cell::figure(tr("not reached"), std::numeric_limits<double>::infinity());
    };
    std::vector<CellTable::Row> rows;
    for (size_t i = 0; result && i < result->a.size(); ++i) {
        const ExperimentRun& a = result->a[i];
        const ExperimentRun& b = result->b[i];
        rows.push_back({Cell::figure(number(a.seed), static_cast<double>(a.seed)), Cell::figure(a.bestGflops, 2),
                        Cell::figure(b.bestGflops, 2), reached(a), reached(b)});
    }
    std::vector<CellTable::Heading> header{{"seed", tr("Seed")},
                                           {"templateBest", tr("Template, GFLOPS")},
                                           {"editedBest", tr("Edited, GFLOPS")},
                                           {"templateTrials", tr("Template, trials")},
                                           {"editedTrials", tr("Edited, trials")}};
    for (CellTable::Heading& heading : header) {
        heading.tip = heading.id.endsWith(QLatin1String("Trials")) ? tr("Trials to 95 % of the best of all runs") : heading.title;
    }
    m_results.setTable(std::move(header), std::move(rows));
    if (result) {
        const ExperimentAnswer answer = answerOf(*result);
        m_answer->show(coreText(answer.word), {}, coreText(answer.why));
        QStringList lines;
        for (const Sentence& sentence :
             experimentSentences(*result, tr("Template").toStdString(), tr("Edited space").toStdString())) {
            lines << coreText(sentence);
        }
        m_verdict->setText(lines.join(QLatin1Char('\n')));
    }
}

void ExperimentDialog::finish(const QString& problem)
{
    showRunning(false);
    m_progress->setValue(static_cast<int>(m_queue.doneCount()) * kStepsPerRun);
    showResult();
    if (!problem.isEmpty()) {
        m_verdict->setText(m_queue.result() ? problem + QLatin1Char('\n') + verdictText() : problem);
    }
}

} // namespace knobscope
