// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/transferform.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/viewstate.h"

#include <QFileDialog>
#include <QFileInfo>
#include <QJsonObject>
#include <QLineEdit>
#include <QPushButton>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kCountDelayMs = 300;
constexpr const char* kRuleParameter = "transfer";
constexpr const char* kAutotvmRule = "autotvm";

/// Choices of the tuner's parameter for the use of earlier records; empty if it has none.
std::vector<std::string> rulesOf(const std::string& tuner)
{
    for (const TunerDescription& description : tuners()) {
        for (const TunerParameter& parameter : description.parameters) {
            if (description.name == tuner && parameter.name == kRuleParameter) {
                return parameter.choices;
            }
        }
    }
    return {};
}

/// "Found: 212 records of 3 tasks of this template.", and how the run will use them.
QString previewText(const TransferPreview& preview, const QString& tuner)
{
    QStringList lines;
    if (preview.records == 0 && preview.known == 0) {
        lines << TransferForm::tr("There are no earlier results yet.");
    }
    if (preview.records > 0) {
        lines << TransferForm::tr("Found: %1 of %n task(s) of this template.", nullptr, pluralOf(preview.tasks))
                     .arg(TransferForm::tr("%1 record(s)", nullptr, pluralOf(preview.records)).arg(number(preview.records)));
    }
    if (preview.records > 0 && !preview.tunerLearns) {
        lines << TransferForm::tr("The tuner %1 does not use other tasks.").arg(tuner);
    }
    for (const Sentence& sentence : preview.sentences) {
        lines << coreText(sentence);
    }
    return lines.join(QLatin1Char('\n'));
}

/// Hides a label while its text is empty.
void showText(QLabel& label, const QString& text)
{
    label.setText(text);
    label.setVisible(!text.isEmpty());
}

} // namespace

TransferForm::TransferForm(Workspace& workspace)
    : m_workspace(workspace)
    , m_rule(makeControl<QComboBox>("transfer.rule"))
    , m_source(makeControl<QComboBox>("transfer.source"))
    , m_file(makeControl<QLineEdit>("transfer.file"))
    , m_choose(makeControl<QPushButton>("transfer.choose", tr("Choose…")))
    , m_preview(makeSentence({}))
    , m_used(makeSentence({}))
{
    m_rule->addItems({tr("off"), tr("default rule"), tr("AutoTVM's rule")});
    m_rule->setCurrentIndex(Default);
    m_source->addItems({tr("this project"), tr("a file")});
    m_file->setPlaceholderText(tr("AutoTVM log or project"));
    m_file->setAccessibleName(tr("File of earlier results"));
    addField(tr("Rule"), m_rule);
    addField(
        tr("From"), m_source,
        tr("Earlier runs of the open project with other shapes, edits or thread counts, or an AutoTVM log or another project."));
    auto* fileRow = new QWidget;
    inRow(fileRow, {{m_file, 1}, m_choose}, QMargins());
    addWide(fileRow);
    addWide(m_preview);
    addWide(m_used);
    for (QLabel* label : {m_preview, m_used}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        label->hide();
    }
    m_timer.setSingleShot(true);
    m_timer.setInterval(kCountDelayMs);
    connect(&m_timer, &QTimer::timeout, this, &TransferForm::count);
    connect(m_rule, &QComboBox::currentIndexChanged, this, &TransferForm::showRule);
    connect(m_source, &QComboBox::currentIndexChanged, this, &TransferForm::showRule);
    connect(m_file, &QLineEdit::textChanged, this, &TransferForm::showRule);
    connect(m_choose, &QPushButton::clicked, this, &TransferForm::chooseFile);
    connect(&workspace, &Workspace::runsChanged, this, &TransferForm::countSoon);
    connect(&workspace, &Workspace::projectChanged, this, &TransferForm::countSoon);
    for (const auto signal : {&Workspace::taskChanged, &Workspace::editsChanged, &Workspace::threadsChanged}) {
        connect(&workspace, signal, this, &TransferForm::countSoon);
    }
    connectSession();
    showRule();
}

void TransferForm::showRule()
{
    const bool isOn = m_rule->currentIndex() != Off;
    const bool isFile = m_source->currentIndex() == 1;
    m_source->setEnabled(isOn);
    m_file->parentWidget()->setVisible(isFile);
    m_file->setEnabled(isOn);
    m_choose->setEnabled(isOn);
    const QString sentence = isOn ? sentenceOf(ruleOf(m_run)) : tr("No earlier results are used.");
    explain(*m_rule, sentence);
    emit changed();
    countSoon();
}

void TransferForm::apply(RunOptions& options) const
{
    const int rule = m_rule->currentIndex();
    options.transfer = rule == Off                        ? "none"
                     : m_source->currentIndex() == 0      ? "project"
                     : m_file->text().trimmed().isEmpty() ? "none"
                                                          : m_file->text().trimmed().toStdString();
    const std::vector<std::string> rules = rulesOf(options.tuner);
    if (rule == Autotvm && std::find(rules.begin(), rules.end(), kAutotvmRule) != rules.end()) {
        options.parameters[kRuleParameter] = kAutotvmRule;
        if (rules.front() == kAutotvmRule) {
            options.parameters.erase(kRuleParameter); // same as the default
        }
    }
}

/// The rule in effect: AutoTVM's if the form sets it, else that of the tuner's parameter.
std::string TransferForm::ruleOf(const RunOptions& options) const
{
    const std::vector<std::string> rules = rulesOf(options.tuner);
    if (rules.empty()) {
        return m_rule->currentIndex() == Autotvm ? std::string() : "similar";
    }
    return m_rule->currentIndex() == Autotvm ? kAutotvmRule : options.parameters.value(kRuleParameter, rules.front());
}

QString TransferForm::sentenceOf(const std::string& rule) const
{
    const QString tuner = QString::fromStdString(m_run.tuner);
    if (rule == kAutotvmRule) {
        return tr(
            "AutoTVM's rule: all records of the same template, if there are at least 500. Only they train the first model.");
    }
    if (rule == "none") {
        return tr("%1 has transfer set to “none”: it does not use other tasks.").arg(tuner);
    }
    if (rule.empty()) {
        return tr("The tuner %1 does not support AutoTVM's rule and uses the default rule. The tuners xgb and model support it.")
            .arg(tuner);
    }
    return tr("Records of the most similar tasks, fastest first. Configs of this space that were measured before its edits keep "
              "their results.");
}

void TransferForm::setRun(const RunOptions& options)
{
    const bool isOther = m_run.tuner != options.tuner || m_run.parameters != options.parameters;
    m_run = options;
    if (isOther) {
        const QSignalBlocker quiet(this); // the caller shows the summary
        showRule();
    }
}

void TransferForm::setFile(const QString& path)
{
    m_source->setCurrentIndex(path.isEmpty() ? 0 : 1);
    m_file->setText(path);
}

void TransferForm::chooseFile()
{
    const QString path =
        QFileDialog::getOpenFileName(this, tr("Learn from a File"), m_file->text(),
                                     tr("AutoTVM logs and projects (*.log *.json *.txt *.knobscope);;All files (*)"));
    if (!path.isEmpty()) {
        m_file->setText(path);
    }
}

// --- counting ---

void TransferForm::countSoon()
{
    if (isVisible()) { // otherwise showing it counts
        m_timer.start();
    }
}

void TransferForm::count()
{
    m_timer.stop();
    const auto task = m_workspace.task();
    RunOptions options = m_run;
    apply(options);
    if (!task || options.transfer == "none") {
        m_job.cancel();
        showText(*m_preview, {});
        return;
    }
    const LoopTask run{*task, m_workspace.taskLabel().toStdString(), options, {}, 0, {}, {}, {}};
    m_job.ask(
        [run, path = m_workspace.projectPath().toStdString(), threads = m_workspace.measuring().threads] {
            auto project = run.options.transfer == "project" && !path.empty() ? Project::open(path, Project::Mode::ReadOnly)
                                                                              : fail(ErrorCode::NotFound, "");
            return previewTransfer(run, project ? &*project : nullptr, threads);
        },
        [this, tuner = QString::fromStdString(options.tuner)](const Result<TransferPreview>& found) {
            showText(*m_preview, found ? previewText(*found, tuner) : coreText(found.error()));
        });
}

void TransferForm::refreshNow()
{
    count();
    m_job.finishNow();
}

void TransferForm::showEvent(QShowEvent* event)
{
    FieldList::showEvent(event);
    m_timer.start();
}

void TransferForm::connectSession()
{
    const TuningSession* session = &m_workspace.session();
    connect(session, &TuningSession::started, this, [this] {
        showText(*m_used, {});
        m_isStarting = true;
    });
    connect(session, &TuningSession::logged, this, [this](const Sentence& line, bool isProblem, qint64 config) {
        if (m_isStarting && !isProblem && config < 0) {
            const QString before = m_used->text();
            showText(*m_used, before.isEmpty() ? tr("The last run used: %1").arg(coreText(line))
                                               : before + QLatin1Char('\n') + coreText(line));
        }
    });
    // The log lines of a delivery arrive after its progress signal.
    connect(session, &TuningSession::progressed, this, [this] { QTimer::singleShot(0, this, [this] { m_isStarting = false; }); });
}

void TransferForm::bindTo(ViewState& state)
{
    state.bind(QStringLiteral("rule"), m_rule);
    state.bind(
        QStringLiteral("file"), [this] { return m_source->currentIndex() == 1 ? m_file->text() : QString(); },
        [this](const QJsonValue& value) { setFile(value.toString()); });
    state.watch(this, &TransferForm::changed);
}

} // namespace knobscope
