// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/knobpanel.h"

#include "widgets/space/expressionfield.h"
#include "widgets/text/elidedlabel.h"
#include "widgets/theme/theme.h"
#include "widgets/translation/coretext.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>

namespace knobscope {

KnobPanel::KnobPanel(QWidget* parent)
    : FlowRow(parent)
    , m_knob(new QLabel)
    , m_policyLabel(new QLabel(tr("&Policy")))
    , m_policy(new QComboBox)
    , m_maxLabel(new QLabel(tr("&Largest factor")))
    , m_max(new QSpinBox)
    , m_filterLabel(new QLabel(tr("Fil&ter")))
    , m_filter(new QLineEdit)
    , m_hint(new ElidedLabel)
    , m_reset(new QPushButton(tr("&Back to the template")))
{
    m_max->setObjectName(QStringLiteral("maxFactor"));
    m_max->setRange(0, 1'000'000'000);
    m_max->setSpecialValueText(tr("no limit"));
    m_max->setGroupSeparatorShown(true);
    m_max->setToolTip(tr("No inner part of the split may be larger (max_factor)."));
    passUndoOn(*m_filter);
    m_filter->setObjectName(QStringLiteral("filter"));
    m_filter->setPlaceholderText(tr("for example size[-1] <= 64"));
    m_filter->setToolTip(
        tr("Which splits are kept: size[-1]<=64, size[1]>=2, size[1] in [2,4], tail==[1,1], prod[1:] in [64,128]; "
           "several are joined by “and”."));
    m_filter->setClearButtonEnabled(true);
    m_policy->setToolTip(tr("Which factors a part may have: divisors of the extent, powers of two, or both (verbose)."));
    m_policyLabel->setBuddy(m_policy);
    m_maxLabel->setBuddy(m_max);
    m_filterLabel->setBuddy(m_filter);
    QFont bold = font();
    bold.setBold(true);
    m_knob->setFont(bold);
    m_max->installEventFilter(this);
    m_filter->installEventFilter(this);

    add(m_knob);
    m_splitFields = {addGroup({m_policyLabel, m_policy}), addGroup({m_maxLabel, m_max}), addGroup({m_filterLabel, m_filter})};
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    add(m_hint);
    add(m_reset);

    connect(m_policy, &QComboBox::activated, this, [this] { emit policyChosen(m_policy->currentText()); });
    connect(m_max, &QSpinBox::valueChanged, this, [this](int value) { emit maxFactorChosen(value, m_gesture); });
    connect(m_filter, &QLineEdit::textChanged, this, &KnobPanel::checkFilter);
    connect(m_reset, &QPushButton::clicked, this, &KnobPanel::resetRequested);
    setKnob(nullptr, nullptr, nullptr);
}

void KnobPanel::setKnob(const Knob* templateKnob, const Knob* definedKnob, const EditSet::OfKnob* edits)
{
    const QSignalBlocker blockMax(m_max);
    const QSignalBlocker blockFilter(m_filter);
    const QString name = templateKnob ? QString::fromStdString(templateKnob->name()) : QString();
    const bool isOther = name != m_name;
    m_name = name;
    m_knob->setText(name);
    m_reset->setEnabled(edits != nullptr);
    const auto* split = definedKnob ? std::get_if<SplitKnob>(&definedKnob->definition()) : nullptr;
    for (QWidget* field : m_splitFields) {
        field->setVisible(split != nullptr);
    }
    m_hint->setVisible(!split);
    m_hint->setText(templateKnob ? tr("Space keeps or removes a candidate, + adds one, = keeps only it.") : QString());
    if (!split) {
        return;
    }
    const auto* original = std::get_if<SplitKnob>(&templateKnob->definition());
    m_policy->clear();
    m_policy->addItems({QStringLiteral("factors"), QStringLiteral("power2"), QStringLiteral("verbose")});
    if (original && original->policy == SplitKnob::Policy::Candidate) {
        m_policy->addItem(QStringLiteral("candidate"));
    }
    m_policy->setCurrentText(QString::fromStdString(definedKnob->policy()));
    m_max->setValue(static_cast<int>(std::min<int64_t>(split->maxFactor.value_or(0), m_max->maximum())));
    if (isOther || !m_filter->hasFocus()) {
        m_filter->setText(split->filter ? QString::fromStdString(filterText(*split->filter)) : QString());
        m_filter->setPalette(QPalette());
    }
}

/// A text that is a filter takes effect at once; the list shows what is left.
void KnobPanel::checkFilter(const QString& text)
{
    const QString trimmed = text.trimmed();
    const auto edit = parseEdit((m_name + QStringLiteral(".filter=") + trimmed).toStdString());
    QPalette colours;
    if (!trimmed.isEmpty() && !edit) {
        colours.setColor(QPalette::Text, themeFor(palette()).failure);
    }
    m_filter->setPalette(colours);
    m_filter->setAccessibleDescription(trimmed.isEmpty() || edit ? QString() : coreText(edit.error()));
    if (trimmed.isEmpty() || edit) {
        emit filterTyped(trimmed, m_gesture);
    }
}

bool KnobPanel::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        ++m_gesture; // what follows is undone on its own
    }
    return FlowRow::eventFilter(object, event);
}

} // namespace knobscope
