// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/tunerform.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QLocale>

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
    auto* choice = new FieldList;
    choice->addField(tr("T&uner"), m_tuner);
    inColumn(this, {choice, m_fields}, QMargins(), 0);
    connect(m_tuner, &QComboBox::currentIndexChanged, this, [this] {
        showParameters();
        emit changed();
    });
    showParameters();
}

QWidget* TunerForm::more()
{
    return m_fields;
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
    const auto text = [&](double value) { return p.isInteger ? number(value, 0) : QLocale().toString(value); };
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

} // namespace knobscope
