// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/control/deviceform.h"

#include "widgets/layout/section.h"
#include "widgets/workspace/targetchoice.h"

#include <QComboBox>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QThread>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

DeviceForm::DeviceForm(QWidget* parent)
    : QWidget(parent)
    , m_device(new QComboBox)
    , m_threads(new QSpinBox)
{
    QString here;
    QStringList reasons;
    for (const TargetChoice& choice : targetChoices()) {
        m_device->addItem(choice.title);
        if (choice.reason.isEmpty()) {
            here = choice.text;
            continue;
        }
        // The entries cannot be chosen, so that their reasons are written below, too.
        const int row = m_device->count() - 1;
        static_cast<QStandardItemModel*>(m_device->model())->item(row)->setEnabled(false);
        m_device->setItemData(row, choice.reason, Qt::ToolTipRole);
        if (!reasons.contains(choice.reason)) {
            reasons << choice.reason;
        }
    }
    m_device->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_device->setMinimumContentsLength(12);
    m_threads->setRange(1, std::max(1, QThread::idealThreadCount()));
    auto* fields = new FieldList;
    fields->addField(tr("Device"), m_device,
                     tr("Kernels are built for this machine (%1) and run on it. Others cannot be chosen: %2")
                         .arg(here, reasons.join(QLatin1Char(' '))));
    fields->addField(tr("Threads"), m_threads, tr("Of a kernel, each on a core of its own. The remaining cores build."));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->addWidget(fields);
    connect(m_threads, &QSpinBox::valueChanged, this, &DeviceForm::changed);
}

int DeviceForm::threads() const
{
    return m_threads->value();
}

QString DeviceForm::summary() const
{
    return tr("%1, %n thread(s)", nullptr, m_threads->value()).arg(m_device->currentText());
}

} // namespace knobscope
