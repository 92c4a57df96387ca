// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/lab/tunervariantdialog.h"

#include "widgets/control/tunerform.h"

#include <QDialogButtonBox>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

namespace knobscope {

TunerVariantDialog::TunerVariantDialog(const QString& tuner, QWidget* parent)
    : QDialog(parent)
    , m_form(new TunerForm)
{
    setWindowTitle(tr("Add a Tuner with Other Parameters"));
    m_form->hideSeed();
    m_form->setTuner(tuner);
    auto* scroll = new QScrollArea;
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    auto* content = new QWidget;
    auto* contentLayout = new QVBoxLayout(content);
    contentLayout->setContentsMargins({});
    contentLayout->addWidget(m_form);
    contentLayout->addStretch();
    scroll->setWidget(content);
    scroll->setMinimumWidth(m_form->minimumSizeHint().width() + scroll->verticalScrollBar()->sizeHint().width());
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    buttons->addButton(tr("&Add"), QDialogButtonBox::AcceptRole);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(scroll);
    layout->addWidget(buttons);
    resize(420, 460);
}

QString TunerVariantDialog::text() const
{
    QString text = QString::fromStdString(m_form->tuner());
    const nlohmann::json parameters = m_form->parameters();
    for (const auto& [name, value] : parameters.items()) {
        const std::string shown = value.is_string() ? value.get<std::string>() : value.dump();
        text += QStringLiteral(":%1=%2").arg(QString::fromStdString(name), QString::fromStdString(shown));
    }
    return text;
}

} // namespace knobscope
