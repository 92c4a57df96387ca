// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/pruneform.h"

#include "core/tuning/runsentence.h"
#include "widgets/base/coretext.h"
#include "widgets/controls/control.h"

#include <QCheckBox>
#include <QDoubleSpinBox>

namespace knobscope {

PruneForm::PruneForm()
    : m_isOn(makeControl<QCheckBox>("prune", tr("S&kip slow configs")))
    , m_factor(makeControl<QDoubleSpinBox>("pruneFactor"))
    , m_counted(makeSentence({}))
{
    constexpr double highestFactor = 100;
    m_isOn->setChecked(true);
    m_factor->setRange(1, highestFactor);
    m_factor->setDecimals(1);
    m_factor->setSingleStep(0.5);
    m_factor->setValue(PruneOptions::kDefaultFactor);
    m_factor->setSuffix(tr(" × the best"));
    m_counted->hide();
    const QString sentence =
        tr("Configs are not built if a bound from their loops, registers and caches is at least this many times the best time so "
           "far. The first sixteen of them and one in sixteen later are measured anyway, to find mistakes. GPU tasks skip none "
           "unless another factor is set.");
    addField(m_isOn, nullptr, sentence);
    addField(tr("How slow"), m_factor, sentence); // next to the box it would be wider than the dock
    addWide(m_counted);
    connect(m_isOn, &QCheckBox::toggled, m_factor, &QWidget::setEnabled);
    connect(m_isOn, &QCheckBox::toggled, this, &PruneForm::changed);
    connect(m_factor, &QDoubleSpinBox::valueChanged, this, &PruneForm::changed);
}

std::string PruneForm::text() const
{
    return !m_isOn->isChecked()                              ? "off"
         : m_factor->value() == PruneOptions::kDefaultFactor ? "auto"
                                                             : fmt::format("on={:.10g}", m_factor->value());
}

void PruneForm::setText(const QString& text)
{
    m_isOn->setChecked(text != QLatin1String("off"));
    bool isNumber = false;
    const double factor = text.section(QLatin1Char('='), 1).toDouble(&isNumber);
    m_factor->setValue(isNumber ? factor : PruneOptions::kDefaultFactor);
}

void PruneForm::showCount(const PruneCount& count)
{
    m_counted->setVisible(count.judged > 0);
    m_counted->setText(tr("Last run: %1").arg(coreText(pruningSentence(count))));
}

} // namespace knobscope
