// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/optionforms.h"

#include "widgets/base/coretext.h"
#include "widgets/base/flopscount.h"
#include "widgets/base/number.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/project/machinepeaks.h"
#include "widgets/project/workspace.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QLocale>
#include <QPushButton>
#include <QRegularExpression>

#include <algorithm>

namespace knobscope {

namespace {

bool isYesOrNo(const TunerParameter& p)
{
    return p.isInteger && p.low == 0 && p.high == 1 && p.choices.empty();
}

double valueOf(const QWidget* editor)
{
    if (const auto* box = qobject_cast<const QCheckBox*>(editor)) {
        return box->isChecked() ? 1 : 0;
    }
    if (const auto* comboBox = qobject_cast<const QComboBox*>(editor)) {
        return comboBox->currentIndex();
    }
    return static_cast<const QDoubleSpinBox*>(editor)->value();
}

void setValueOf(QWidget* editor, const nlohmann::json& value)
{
    if (auto* comboBox = qobject_cast<QComboBox*>(editor); comboBox && value.is_string()) {
        comboBox->setCurrentText(QString::fromStdString(value.get<std::string>()));
    } else if (auto* check = qobject_cast<QCheckBox*>(editor); check && value.is_number()) {
        check->setChecked(value != 0);
    } else if (auto* box = qobject_cast<QDoubleSpinBox*>(editor); box && value.is_number()) {
        box->setValue(value.get<double>());
    }
}

} // namespace

TunerForm::TunerForm()
    : m_tuners(tuners())
    , m_tuner(makeControl<QComboBox>("tuner"))
    , m_fields(new FieldList)
{
    for (const TunerDescription& tuner : m_tuners) {
        m_tuner->addItem(QString::fromStdString(tuner.name));
        m_tuner->setItemData(m_tuner->count() - 1, fixedCoreText(tuner.sentence), Qt::ToolTipRole);
    }
    auto* choice = new FieldList(FieldList::Place::Alone);
    choice->addField(tr("T&uner"), m_tuner);
    inColumn(this, {choice, m_fields}, QMargins(), 0);
    connect(m_tuner, &QComboBox::currentIndexChanged, this, [this] {
        showParameters();
        emit changed();
    });
    showParameters();
}

QWidget* TunerForm::editorOf(const TunerParameter& p)
{
    const QString id = QStringLiteral("tuner.") + QString::fromStdString(p.name);
    if (!p.choices.empty()) {
        auto* box = makeControl<QComboBox>(id);
        for (const std::string& choice : p.choices) {
            box->addItem(QString::fromStdString(choice)); // as on the command line, not translated
        }
        box->setCurrentIndex(static_cast<int>(p.defaultValue));
        connect(box, &QComboBox::currentIndexChanged, this, &TunerForm::changed);
        return box;
    }
    if (isYesOrNo(p)) {
        auto* check = makeControl<QCheckBox>(id, QString::fromStdString(p.name));
        check->setChecked(p.defaultValue != 0);
        connect(check, &QCheckBox::toggled, this, &TunerForm::changed);
        return check;
    }
    auto* box = makeControl<QDoubleSpinBox>(id);
    box->setDecimals(p.isInteger ? 0 : 4);
    box->setSingleStep(p.isInteger ? 1 : 0.05);
    box->setGroupSeparatorShown(true);
    box->setRange(p.low, p.high);
    box->setValue(p.defaultValue);
    // Limits the width: the largest value of a range of 10^18 would not fit the window.
    box->setFixedWidth(box->fontMetrics().horizontalAdvance(QStringLiteral("000,000,000")) + 30);
    connect(box, &QDoubleSpinBox::valueChanged, this, &TunerForm::changed);
    return box;
}

QString TunerForm::rangeOf(const TunerParameter& p) const
{
    if (!p.choices.empty() || isYesOrNo(p)) {
        return {};
    }
    const auto text = [&](double value) { return p.isInteger ? number(value, 0) : figures(value, 6); };
    const bool isHuge = p.high > 1e15;
    return QLatin1Char(' ')
         + (isHuge ? tr("At least %1; default %2.").arg(text(p.low), text(p.defaultValue))
                   : tr("From %1 to %2; default %3.").arg(text(p.low), text(p.high), text(p.defaultValue)));
}

void TunerForm::showParameters()
{
    m_fields->clear();
    m_values.clear();
    const TunerDescription& tuner = m_tuners[static_cast<size_t>(m_tuner->currentIndex())];
    explain(*m_tuner, fixedCoreText(tuner.sentence));
    for (const TunerParameter& p : tuner.parameters) {
        QWidget* editor = editorOf(p);
        const QString sentence = fixedCoreText(p.sentence) + rangeOf(p);
        isYesOrNo(p) ? m_fields->addField(editor, nullptr, sentence)
                     : m_fields->addField(QString::fromStdString(p.name), editor, sentence);
        m_values.push_back(editor);
    }
    m_fields->setVisible(!tuner.parameters.empty());
}

nlohmann::json TunerForm::parameters() const
{
    nlohmann::json values = nlohmann::json::object();
    const TunerDescription& tuner = m_tuners[static_cast<size_t>(m_tuner->currentIndex())];
    for (size_t i = 0; i < m_values.size(); ++i) {
        const TunerParameter& p = tuner.parameters[i];
        const double value = valueOf(m_values[i]);
        if (value != p.defaultValue) {
            values[p.name] = parameterValue(p, value);
        }
    }
    return values;
}

void TunerForm::set(const std::string& tuner, const nlohmann::json& parameters)
{
    const auto known = std::find_if(m_tuners.begin(), m_tuners.end(), [&](const auto& t) { return t.name == tuner; });
    if (known == m_tuners.end()) {
        return;
    }
    setTuner(QString::fromStdString(tuner));
    showParameters();
    for (size_t i = 0; i < m_values.size() && parameters.is_object(); ++i) {
        setValueOf(m_values[i], parameters.value(known->parameters[i].name, nlohmann::json()));
    }
    emit changed();
}

LimitsForm::LimitsForm(const Workspace& workspace)
    : m_workspace(workspace)
    , m_more(new FieldList)
    , m_verdict(makeSentence({}))
    , m_apply(makeControl<QPushButton>("applyLimits", tr("&Apply to Current Run")))
{
    auto* fields = new FieldList(FieldList::Place::Alone);
    for (const OptionField<RunOptions>& field : runFields()) {
        if (!field.isLimit) {
            continue;
        }
        const bool isMain = field.id == "trials" || field.id == "time";
        QWidget* box = m_limits.add(isMain ? *fields : *m_more, field);
        if (auto* plateau = field.id == "noBetterIn" ? qobject_cast<QSpinBox*>(box) : nullptr) {
            const auto showUnit = [plateau] { plateau->setSuffix(tr(" trial(s)", nullptr, plateau->value())); };
            connect(plateau, &QSpinBox::valueChanged, this, showUnit);
            showUnit();
        }
    }
    for (const char* id : {"target.limit", "target"}) {
        auto* part = m_more->findChild<QWidget*>(QLatin1String(id));
        explain(*part, part->accessibleDescription() + QLatin1Char(' ') + FlopsCount::autotvmTip());
    }
    m_hasPercent = m_more->findChild<QCheckBox*>(QStringLiteral("shareOfPeak.limit"));
    m_percent = m_more->findChild<QWidget*>(QStringLiteral("shareOfPeak"));
    fields->addWide(m_verdict);
    fields->addWide(m_apply);
    m_apply->hide();
    inColumn(this, {fields, m_more}, QMargins());
    connect(m_apply, &QPushButton::clicked, this, &LimitsForm::applyRequested);
    for (const auto signal : {&Workspace::taskChanged, &Workspace::threadsChanged, &Workspace::peaksChanged}) {
        connect(&workspace, signal, this, &LimitsForm::readPeak);
    }
    setLimits({});
    readPeak();
}

void LimitsForm::readPeak()
{
    const auto task = m_workspace.task();
    const int threads = m_workspace.measuring().threads;
    const bool isGpu = task && task->isGpu;
    m_peak = task ? peakGflops(*task, threads) : peakGflops(measuredPeaks(), threads);
    const QString reached = isGpu
                              ? tr("The run ends when a config reaches this share of the GPU's stated peak of %1 GFLOPS.")
                              : tr("The run ends when a config reaches this share of the machine's measured peak of %1 GFLOPS.");
    const QString sentence =
        m_peak > 0 ? reached.arg(number(m_peak, 1)) : tr("The peak of this machine has not been measured yet.");
    for (QWidget* part : {static_cast<QWidget*>(m_hasPercent), m_percent}) {
        explain(*part, sentence);
        part->setVisible(m_peak > 0 || !isGpu); // a GPU's peak is not measured
    }
    m_hasPercent->setEnabled(m_peak > 0 || m_hasPercent->isChecked()); // a limit without effect can be removed
    refresh();
}

void LimitsForm::apply(RunOptions& options) const
{
    m_limits.apply(options);
    options.peakGflops = m_peak;
}

void LimitsForm::setLimits(const RunOptions& options)
{
    m_limits.show(options);
    refresh();
}

void LimitsForm::setRunning(const RunOptions* options)
{
    m_running = options ? std::optional(*options) : std::nullopt;
    refresh();
}

void LimitsForm::refresh()
{
    RunOptions options;
    apply(options);
    if (m_running && m_running->peakGflops > 0) {
        options.peakGflops = m_running->peakGflops; // of the device of the run, not of the current task
    }
    const StopRule rule = stopRuleOf(options);
    m_verdict->setText(rule.count() == 0 ? tr("No limit: the run continues until you press Stop.")
                                         : tr("The run ends at the first of these: %1.").arg(coreText(rule.text())));
    m_verdict->setVisible(rule.count() != 1);
    m_apply->setVisible(m_running.has_value());
    m_apply->setEnabled(m_running && stopRuleOf(*m_running) != rule);
    emit changed();
}

SeedConfigs::SeedConfigs()
    : m_text(makeControl<QLineEdit>("firstConfigs"))
    , m_problem(new QLabel)
{
    m_text->setPlaceholderText(tr("no configs"));
    m_text->setClearButtonEnabled(true);
    m_problem->setWordWrap(true);
    m_problem->hide();
    addField(
        tr("Measure f&irst"), m_text,
        tr("Config numbers to measure first, for example 682, 12. The tuner learns from them. Pinned configs are included."));
    addWide(m_problem);
    connect(m_text, &QLineEdit::textChanged, this, &SeedConfigs::read);
}

void SeedConfigs::setSpace(const ConfigSpace* space)
{
    std::vector<int64_t> kept;
    for (const ConfigEntity& config : m_configs) {
        const auto index = space ? space->indexOf(config) : fail(ErrorCode::NotFound, "no space");
        if (index && space->isValid(*index)) {
            kept.push_back(*index);
        }
    }
    m_space = space ? std::optional(*space) : std::nullopt;
    setIndexes(kept); // read() then stores their values
}

void SeedConfigs::setIndexes(const std::vector<int64_t>& indexes)
{
    QStringList numbers;
    for (const int64_t index : indexes) {
        numbers << QString::number(index);
    }
    m_text->setText(numbers.join(QStringLiteral(", ")));
}

std::vector<int64_t> SeedConfigs::indexes() const
{
    std::vector<int64_t> all;
    for (const ConfigEntity& config : m_configs) {
        all.push_back(config.index.value_or(-1));
    }
    return all;
}

void SeedConfigs::read()
{
    m_configs.clear();
    QString problem;
    static const QRegularExpression blanks(QStringLiteral("[,;\\s]+"));
    for (const QString& word : m_text->text().split(blanks, Qt::SkipEmptyParts)) {
        bool isNumber = false;
        const qint64 index = word.toLongLong(&isNumber);
        if (!isNumber) {
            problem = tr("%1 is not a config number.").arg(word);
        } else if (!m_space) {
            problem = tr("Choose a task first, then its configs.");
        } else if (auto entity = m_space->at(index); entity) {
            m_configs.push_back(std::move(*entity));
        } else {
            problem = coreText(entity.error());
        }
    }
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
}

} // namespace knobscope
