// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/experimentdialog.h"

#include "widgets/space/experimenttext.h"
#include "widgets/space/pricetext.h"
#include "widgets/text/number.h"
#include "widgets/translation/coretext.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFormLayout>
#include <QHeaderView>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int partsARun = 1000; // of the progress bar
constexpr int64_t countedConfigs = 100'000; // in no time; a larger space is not visited whole anyway

QTableWidgetItem* cell(const QString& text)
{
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment(Qt::AlignRight | Qt::AlignVCenter);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return item;
}

} // namespace

ExperimentDialog::ExperimentDialog(Workspace& workspace, const VariantStore& variants, std::optional<MeasuredRate> rate,
                                   QWidget* parent)
    : QDialog(parent)
    , m_workspace(workspace)
    , m_task(workspace.task())
    , m_label(workspace.taskLabel())
    , m_rate(std::move(rate))
    , m_queue(workspace)
    , m_a(new QComboBox)
    , m_b(new QComboBox)
    , m_tuner(new QComboBox)
    , m_trials(new QSpinBox)
    , m_seeds(new QSpinBox)
    , m_firstSeed(new QSpinBox)
    , m_estimate(new QLabel)
    , m_progress(new QProgressBar)
    , m_table(new QTableWidget(0, 5))
    , m_verdict(new QLabel)
    , m_start(new QPushButton(tr("&Start")))
    , m_stop(new QPushButton(tr("S&top")))
{
    setWindowTitle(tr("Is It Worth It? — %1").arg(m_label));
    setAttribute(Qt::WA_DeleteOnClose);
    addChoices(variants);
    m_table->setHorizontalHeaderLabels(
        {tr("Seed"), tr("A, GFLOPS"), tr("B, GFLOPS"), tr("A, trials to 95 %"), tr("B, trials to 95 %")});
    m_table->setAccessibleName(tr("Results by seed"));
    m_table->verticalHeader()->hide();
    m_table->horizontalHeader()->setSectionResizeMode(QHeaderView::Stretch);
    m_verdict->setWordWrap(true);
    m_verdict->setAccessibleName(tr("What the experiment shows"));
    m_verdict->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_verdict->setText(tr(
        "Both variants are tuned with the same tuner, budget and seeds, in turn, so that a machine that gets slower meets both. "
        "The runs are kept in the project."));
    m_progress->setAccessibleName(tr("Progress of the experiment"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_start, QDialogButtonBox::ActionRole);
    buttons->addButton(m_stop, QDialogButtonBox::ActionRole);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(makeForm());
    layout->addWidget(m_progress);
    layout->addWidget(m_table, 1);
    layout->addWidget(m_verdict);
    layout->addWidget(buttons);
    resize(620, 560);
    m_start->setDefault(true);
    connect(m_start, &QPushButton::clicked, this, &ExperimentDialog::start);
    connect(m_stop, &QPushButton::clicked, this, [this] { m_queue.stop(); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::close);
    connect(&m_queue, &ExperimentQueue::runFinished, this, &ExperimentDialog::showResult);
    connect(&m_queue, &ExperimentQueue::finished, this, &ExperimentDialog::finish);
    connect(&m_queue, &ExperimentQueue::progressed, this, [this](qint64 trials, qint64 total) {
        const auto share = static_cast<double>(trials) / static_cast<double>(std::max<qint64>(1, total));
        m_progress->setValue(static_cast<int>(m_queue.doneCount()) * partsARun + static_cast<int>(share * partsARun));
    });
    showEstimate();
    showRunning(false);
}

ExperimentDialog::~ExperimentDialog()
{
    m_queue.stop(); // closing the dialog gives the machine back; what is finished is kept
}

void ExperimentDialog::addChoices(const VariantStore& variants)
{
    m_choices.push_back({tr("Template"), {}});
    m_choices.push_back({tr("Edited space"), m_task->edits});
    for (const NamedEdits& variant : variants.all()) {
        if (const auto edits = editsOf(variant)) {
            m_choices.push_back({QString::fromStdString(variant.name), *edits});
        }
    }
    for (Choice& choice : m_choices) {
        if (const auto space = applyEdits(m_task->templateSpace, choice.edits)) {
            choice.configs = space->rangeLength() <= countedConfigs ? space->validCount().high : space->rangeLength();
        }
        m_a->addItem(choice.name);
        m_b->addItem(choice.name);
    }
    m_b->setCurrentIndex(1);
}

QWidget* ExperimentDialog::makeForm()
{
    for (const TunerDescription& tuner : tuners()) {
        m_tuner->addItem(QString::fromStdString(tuner.name));
    }
    m_tuner->setCurrentText(QStringLiteral("ga"));
    m_trials->setRange(1, 10'000'000);
    m_trials->setValue(200);
    m_trials->setGroupSeparatorShown(true);
    m_seeds->setRange(1, 100);
    m_seeds->setValue(seedsOffered);
    m_seeds->setToolTip(
        tr("Fewer than %1 cannot tell a difference from chance, and %1 can only if all agree.").arg(seedsNeeded()));
    m_firstSeed->setRange(0, 1'000'000);
    m_firstSeed->setValue(1);
    m_estimate->setWordWrap(true);
    auto* form = new QWidget;
    auto* layout = new QFormLayout(form);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addRow(tr("&A"), m_a);
    layout->addRow(tr("&B"), m_b);
    layout->addRow(tr("T&uner"), m_tuner);
    layout->addRow(tr("T&rials of a run"), m_trials);
    layout->addRow(tr("S&eeds"), m_seeds);
    layout->addRow(tr("&First seed"), m_firstSeed);
    layout->addRow(QString(), m_estimate);
    for (QSpinBox* box : {m_trials, m_seeds, m_firstSeed}) {
        connect(box, &QSpinBox::valueChanged, this, &ExperimentDialog::showEstimate);
    }
    for (QComboBox* box : {m_a, m_b}) {
        connect(box, &QComboBox::currentIndexChanged, this, &ExperimentDialog::showEstimate);
    }
    return form;
}

const ExperimentDialog::Choice& ExperimentDialog::choice(const QComboBox* box) const
{
    return m_choices[static_cast<size_t>(std::max(0, box->currentIndex()))];
}

/// Runs that visit a whole space find its best whatever the seed.
QString ExperimentDialog::wholeSpaces() const
{
    const Choice& a = choice(m_a);
    const Choice& b = choice(m_b);
    const bool isAWhole = a.configs <= m_trials->value();
    const bool isBWhole = b.configs <= m_trials->value();
    const QLocale locale;
    if (isAWhole && isBWhole) {
        return tr(" Both spaces, of %1 and %2 configs, are visited whole: what differs is noise, unless a run is shorter.")
            .arg(locale.toString(qlonglong(a.configs)), locale.toString(qlonglong(b.configs)));
    }
    const Choice& whole = isAWhole ? a : b;
    return isAWhole || isBWhole ? tr(" %1 has only %2 configs, which its runs visit whole.")
                                      .arg(whole.name, locale.toString(qlonglong(whole.configs)))
                                : QString();
}

void ExperimentDialog::showEstimate()
{
    const qlonglong runs = qlonglong{2} * m_seeds->value();
    const QString text = tr("%n run(s)", nullptr, static_cast<int>(runs)) + QStringLiteral(": ");
    const qlonglong wanted = m_trials->value();
    const qlonglong all =
        m_seeds->value() * (std::min<qlonglong>(wanted, choice(m_a).configs) + std::min<qlonglong>(wanted, choice(m_b).configs));
    const QString trials = tr("%1 trials").arg(QLocale().toString(all));
    if (m_rate) {
        const double seconds = static_cast<double>(all) / m_rate->trialsPerSecond;
        m_estimate->setText(text
                            + tr("%1, about %2 at the %3 trials/s measured here.")
                                  .arg(trials, pricewords::duration(seconds), QLocale().toString(m_rate->trialsPerSecond, 'g', 3))
                            + wholeSpaces());
    } else {
        m_estimate->setText(text + tr("%1; no run measured a rate yet, so the time is not known.").arg(trials) + wholeSpaces());
    }
}

QString ExperimentDialog::estimateText() const
{
    return m_estimate->text();
}

RunOptions ExperimentDialog::options() const
{
    RunOptions options;
    options.tuner = m_tuner->currentText().toStdString();
    options.trials = m_trials->value();
    options.seed = static_cast<uint64_t>(m_firstSeed->value());
    return options;
}

void ExperimentDialog::start()
{
    const Choice& a = choice(m_a);
    const Choice& b = choice(m_b);
    if (a.edits == b.edits) {
        m_verdict->setText(tr("%1 and %2 are the same space; edit a knob or choose another variant first.").arg(a.name, b.name));
        return;
    }
    const auto taskA = makeTask(m_task->name, m_task->args, m_task->target, a.edits);
    const auto taskB = makeTask(m_task->name, m_task->args, m_task->target, b.edits);
    const auto started = taskA && taskB ? m_queue.start({*taskA, *taskB, m_label.toStdString(), options(), m_seeds->value()}, {})
                       : taskA          ? fail(taskB)
                                        : Result<void>(fail(taskA));
    if (!started) {
        m_verdict->setText(coreText(started.error().message));
        return;
    }
    m_table->setRowCount(0);
    m_verdict->setText(tr("Running; the window shows each run as it goes."));
    m_progress->setRange(0, static_cast<int>(m_queue.runCount()) * partsARun);
    m_progress->setValue(0);
    showRunning(true);
}

void ExperimentDialog::showRunning(bool running)
{
    m_start->setEnabled(!running);
    m_stop->setEnabled(running);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_a), static_cast<QWidget*>(m_b), static_cast<QWidget*>(m_tuner), static_cast<QWidget*>(m_trials),
          static_cast<QWidget*>(m_seeds), static_cast<QWidget*>(m_firstSeed)}) {
        widget->setEnabled(!running);
    }
}

void ExperimentDialog::showResult()
{
    const auto result = m_queue.result();
    if (!result) {
        return;
    }
    m_table->setRowCount(static_cast<int>(result->a.size()));
    for (size_t i = 0; i < result->a.size(); ++i) {
        const ExperimentRun& a = result->a[i];
        const ExperimentRun& b = result->b[i];
        const auto reached = [](const ExperimentRun& run) {
            return run.trialsToTarget > 0 ? QLocale().toString(static_cast<qlonglong>(run.trialsToTarget)) : tr("not reached");
        };
        const int row = static_cast<int>(i);
        m_table->setItem(row, 0, cell(QLocale().toString(static_cast<qulonglong>(a.seed))));
        m_table->setItem(row, 1, cell(number(a.bestGflops, 2)));
        m_table->setItem(row, 2, cell(number(b.bestGflops, 2)));
        m_table->setItem(row, 3, cell(reached(a)));
        m_table->setItem(row, 4, cell(reached(b)));
    }
    m_verdict->setText(experimentWords(*result, m_a->currentText(), m_b->currentText()).join(QLatin1Char('\n')));
}

void ExperimentDialog::finish(const QString& problem)
{
    showRunning(false);
    m_progress->setValue(static_cast<int>(m_queue.doneCount()) * partsARun);
    showResult();
    if (!problem.isEmpty()) {
        m_verdict->setText(m_queue.result() ? problem + QLatin1Char('\n') + m_verdict->text() : problem);
    }
}

QString ExperimentDialog::verdictText() const
{
    return m_verdict->text();
}

} // namespace knobscope
