// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/run/measureform.h"

#include <QComboBox>
#include <QThread>

namespace knobscope {

MeasureForm::MeasureForm()
    : m_timing(makeControl<QComboBox>("timing"))
{
    m_timing->addItem(tr("in pairs"));
    m_timing->addItem(tr("plain, as in AutoTVM"));
    m_timing->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_timing->setMinimumContentsLength(12);
    for (const OptionField<MeasureOptions>& field : measureFields()) {
        if (field.id == "timing") { // two words instead of a check box
            addField(coreText(field.label), m_timing, coreText(field.sentence));
            continue;
        }
        const bool isThreads = field.id == "threads";
        QWidget* editor = m_editors.add(*this, field, isThreads ? std::max(1, QThread::idealThreadCount()) : field.high);
        if (field.isPlainOnly) {
            m_plain << editor;
        }
    }
    m_confirm.add(*this, confirmField());
    connect(m_timing, &QComboBox::currentIndexChanged, this, &MeasureForm::refresh);
    set({}, RunOptions().confirmTop);
    refresh();
}

void MeasureForm::refresh()
{
    for (QWidget* editor : m_plain) {
        editor->setEnabled(m_timing->currentIndex() == 1);
    }
    emit changed();
}

void MeasureForm::apply(MeasureOptions& options) const
{
    options.paired = m_timing->currentIndex() == 0;
    m_editors.apply(options);
}

int MeasureForm::confirmTop() const
{
    RunOptions options;
    m_confirm.apply(options);
    return options.confirmTop;
}

void MeasureForm::set(const MeasureOptions& options, int confirmTop)
{
    m_timing->setCurrentIndex(options.paired ? 0 : 1);
    m_editors.show(options);
    RunOptions run;
    run.confirmTop = confirmTop;
    m_confirm.show(run);
}

} // namespace knobscope
