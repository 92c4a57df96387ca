// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/tunerform.h"

#include "widgets/layout/section.h"
#include "widgets/translation/coretext.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLocale>
#include <QSpinBox>
#include <QVBoxLayout>

namespace knobscope {

namespace {

QString number(double value, bool isInteger)
{
    return isInteger ? QLocale().toString(value, 'f', 0) : QLocale().toString(value);
}

} // namespace

TunerForm::TunerForm(QWidget* parent)
    : QWidget(parent)
    , m_tuners(tuners())
    , m_tuner(new QComboBox)
    , m_fields(new FieldList)
    , m_seed(new QSpinBox)
{
    for (const TunerDescription& tuner : m_tuners) {
        m_tuner->addItem(QString::fromStdString(tuner.name));
    }
    m_seed->setRange(0, 1'000'000);
    auto* choice = new FieldList;
    m_sentence = choice->addField(tr("T&uner"), m_tuner, QString());
    auto* last = new FieldList;
    last->addField(tr("See&d"), m_seed, tr("Equal seeds give equal proposals as long as the measured times are equal."));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(0);
    for (QWidget* part : {static_cast<QWidget*>(choice), static_cast<QWidget*>(m_fields), static_cast<QWidget*>(last)}) {
        layout->addWidget(part);
    }
    connect(m_tuner, &QComboBox::currentIndexChanged, this, [this] {
        showParameters();
        emit changed();
    });
    connect(m_seed, &QSpinBox::valueChanged, this, &TunerForm::changed);
    showParameters();
}

QWidget* TunerForm::editorOf(const TunerParameter& p)
{
    if (!p.choices.empty()) {
        auto* box = new QComboBox;
        box->setObjectName(QString::fromStdString(p.name));
        for (const std::string& choice : p.choices) {
            box->addItem(QString::fromStdString(choice)); // a word of the command line, the same in every language
        }
        box->setCurrentIndex(static_cast<int>(p.defaultValue));
        connect(box, &QComboBox::currentIndexChanged, this, &TunerForm::changed);
        return box;
    }
    auto* box = new QDoubleSpinBox;
    box->setObjectName(QString::fromStdString(p.name));
    box->setDecimals(p.isInteger ? 0 : 4);
    box->setSingleStep(p.isInteger ? 1 : 0.05);
    box->setGroupSeparatorShown(true);
    box->setRange(p.low, p.high);
    box->setValue(p.defaultValue);
    // The widest value of a range of 10^18 would push everything else out of the window.
    box->setMinimumWidth(box->fontMetrics().horizontalAdvance(QStringLiteral("000,000,000")) + 30);
    box->setMaximumWidth(box->minimumWidth());
    connect(box, &QDoubleSpinBox::valueChanged, this, &TunerForm::changed);
    return box;
}

QString TunerForm::rangeOf(const TunerParameter& p) const
{
    if (!p.choices.empty()) {
        return {};
    }
    const bool isHuge = p.high > 1e15;
    return QLatin1Char(' ')
         + (isHuge ? tr("From %1 on; usually %2.").arg(number(p.low, p.isInteger), number(p.defaultValue, p.isInteger))
                   : tr("From %1 to %2; usually %3.")
                         .arg(number(p.low, p.isInteger), number(p.high, p.isInteger), number(p.defaultValue, p.isInteger)));
}

void TunerForm::showParameters()
{
    m_fields->clear();
    m_values.clear();
    const TunerDescription& tuner = m_tuners[static_cast<size_t>(m_tuner->currentIndex())];
    m_sentence->setText(coreText(tuner.sentence));
    m_sentence->show();
    m_tuner->setAccessibleDescription(m_sentence->text());
    for (const TunerParameter& p : tuner.parameters) {
        QWidget* editor = editorOf(p);
        m_fields->addField(QString::fromStdString(p.name), editor, coreText(p.sentence) + rangeOf(p));
        m_values.push_back(editor);
    }
    m_fields->setVisible(!tuner.parameters.empty());
}

std::string TunerForm::tuner() const
{
    return m_tuner->currentText().toStdString();
}

void TunerForm::setTuner(const QString& name)
{
    m_tuner->setCurrentText(name);
}

nlohmann::json TunerForm::parameters() const
{
    nlohmann::json values = nlohmann::json::object();
    const TunerDescription& tuner = m_tuners[static_cast<size_t>(m_tuner->currentIndex())];
    for (size_t i = 0; i < m_values.size(); ++i) {
        const TunerParameter& p = tuner.parameters[i];
        const auto* words = qobject_cast<const QComboBox*>(m_values[i]);
        const double value = words ? words->currentIndex() : qobject_cast<const QDoubleSpinBox*>(m_values[i])->value();
        if (value != p.defaultValue) {
            values[p.name] = parameterValue(p, value);
        }
    }
    return values;
}

uint64_t TunerForm::seed() const
{
    return static_cast<uint64_t>(m_seed->value());
}

void TunerForm::hideSeed()
{
    m_seed->parentWidget()->hide();
}

QString TunerForm::summary() const
{
    QString text = m_tuner->currentText();
    const nlohmann::json changed = parameters();
    for (const auto& [name, value] : changed.items()) {
        const QString shown =
            value.is_string() ? QString::fromStdString(value.get<std::string>()) : QLocale().toString(value.get<double>());
        text += tr(", %1 %2").arg(QString::fromStdString(name), shown);
    }
    return m_seed->value() == 0 ? text : tr("%1, seed %2").arg(text).arg(m_seed->value());
}

} // namespace knobscope
