// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/pruneform.h"

#include "widgets/layout/section.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLocale>
#include <QVBoxLayout>

namespace knobscope {

namespace {

enum Choice { Automatic, Off, On };
constexpr double highestFactor = 100;

} // namespace

PruneForm::PruneForm(QWidget* parent)
    : QWidget(parent)
    , m_choice(new QComboBox)
    , m_factor(new QDoubleSpinBox)
    , m_counted(makeSentence({}))
{
    m_choice->addItems({tr("automatic"), tr("off"), tr("on")});
    m_factor->setRange(1, highestFactor);
    m_factor->setDecimals(1);
    m_factor->setSingleStep(0.5);
    m_factor->setValue(PruneOptions::usualFactor);
    m_factor->setSuffix(tr(" ×"));
    m_counted->hide();
    auto* fields = new FieldList;
    fields->addField(tr("Leave out hopeless"), m_choice,
                     tr("Configs that cannot be fast, by a bound from their loops, registers and caches, are not built. One in "
                        "sixteen of them is measured all the same, to count mistakes. Automatic: on for CPUs."));
    fields->addField(tr("Hopeless from"), m_factor, tr("How many times the best time so far the bound has to be."));
    fields->addWide(m_counted);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(fields);
    const auto refresh = [this] {
        m_factor->setEnabled(m_choice->currentIndex() == On);
        emit changed();
    };
    connect(m_choice, &QComboBox::currentIndexChanged, this, refresh);
    connect(m_factor, &QDoubleSpinBox::valueChanged, this, refresh);
    refresh();
}

std::string PruneForm::text() const
{
    switch (m_choice->currentIndex()) {
    case Off: return "off";
    case On: return m_factor->value() == PruneOptions::usualFactor ? "on" : fmt::format("on={:.10g}", m_factor->value());
    default: return "auto";
    }
}

void PruneForm::setText(const QString& text)
{
    const bool isOn = text == QLatin1String("on") || text.startsWith(QLatin1String("on="));
    m_choice->setCurrentIndex(isOn ? On : text == QLatin1String("off") ? Off : Automatic);
    bool isNumber = false;
    const double factor = text.section(QLatin1Char('='), 1).toDouble(&isNumber);
    m_factor->setValue(isOn && isNumber ? factor : PruneOptions::usualFactor);
}

void PruneForm::showCount(const PruneCount& count)
{
    m_counted->setVisible(count.judged > 0);
    const QLocale locale;
    const auto number = [&](int64_t n) { return locale.toString(static_cast<qlonglong>(n)); };
    m_counted->setText(count.judged == 0
                           ? QString()
                           : tr("The last run left out %1 of %2 proposals; of %3 hopeless ones that were measured "
                                "all the same, %4 were good.")
                                 .arg(number(count.pruned), number(count.judged), number(count.checked), number(count.mistaken)));
}

QString PruneForm::counted() const
{
    return m_counted->text();
}

QString PruneForm::summary() const
{
    switch (m_choice->currentIndex()) {
    case Off: return tr("nothing left out");
    case On: return tr("hopeless from %1 × left out").arg(QLocale().toString(m_factor->value()));
    default: return {};
    }
}

} // namespace knobscope
