// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/measuringtext.h"

#include "widgets/base/flopscount.h"
#include "widgets/base/theme.h"
#include "widgets/base/wrappedlabel.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

namespace knobscope {

MeasuringText::MeasuringText()
    : m_status(makeControl<WrappedLabel>("result"))
    , m_result(makeControl<WrappedLabel>("timing"))
    , m_resultBox(new QWidget)
{
    inColumn(m_resultBox, {makeHeading(tr("Measured")), m_result}, QMargins());
    for (QLabel* label : {m_status, m_result}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_status->hide();
    m_resultBox->hide();
    m_status->setAccessibleName(tr("Status of measuring"));
    m_result->setAccessibleName(tr("Result of measuring"));
    explain(*m_result, tr("%1. Paired timing: this config and a reference run alternately; the ratio is what counts. The "
                          "reference is the best config so far in a run, and the untuned config for Measure Now. Clock ratio: "
                          "the speed of the machine during the timing, as a share of the fastest seen.")
                           .arg(FlopsCount::autotvmTip()));
}

void MeasuringText::showStatus(const QString& text, bool isProblem)
{
    m_status->setText(text);
    m_status->setVisible(!text.isEmpty());
    colourAsProblem(*m_status, isProblem);
    m_result->clear();
    m_resultBox->hide();
}

void MeasuringText::showResult(const QString& text)
{
    showStatus({});
    m_result->setText(text);
    m_resultBox->show();
}

} // namespace knobscope
