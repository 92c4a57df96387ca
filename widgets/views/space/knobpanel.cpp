// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/knobpanel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/elidedlabel.h"
#include "widgets/base/theme.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"
#include "widgets/views/space/expressionfield.h"

#include <QComboBox>
#include <QEvent>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>

namespace knobscope {

KnobPanel::KnobPanel(SpaceDocument& document)
    : m_document(document)
    , m_knob(makeHeading({}))
    , m_policy(makeControl<QComboBox>("policy"))
    , m_max(makeControl<QSpinBox>("maxFactor"))
    , m_filter(makeControl<QLineEdit>("filter"))
    , m_hint(new ElidedLabel)
{
    m_policy->setToolTip(tr("Allowed factors: divisors of the extent, powers of two, or both (verbose)."));
    m_max->setRange(0, 9'999'999); // wider than any extent, and as narrow as the form can be
    m_max->setSpecialValueText(tr("no limit"));
    m_max->setGroupSeparatorShown(true);
    m_max->setToolTip(tr("Largest allowed inner factor (max_factor)."));
    forwardUndo(*m_filter);
    m_filter->setPlaceholderText(tr("for example size[-1] <= 64"));
    m_filter->setToolTip(tr("Splits to keep: size[-1]<=64, size[1]>=2, size[1] in [2,4], tail==[1,1], prod[1:] in [64,128]. Join "
                            "several with “and”."));
    m_filter->setClearButtonEnabled(true);
    m_max->installEventFilter(this);
    m_filter->installEventFilter(this);

    add(m_knob);
    const auto addField = [this](const QString& name, QWidget* editor) {
        m_splitFields.push_back(addGroup({makeLabel(name, editor), editor}));
    };
    addField(tr("&Policy"), m_policy);
    addField(tr("Up t&o"), m_max);
    addField(tr("Fil&ter"), m_filter);
    m_hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    add(m_hint);

    connect(m_policy, &QComboBox::activated, this, [this] {
        m_document.define(m_name, SpaceEdit::Kind::Policy, m_policy->currentText().toStdString(), {});
        showKnob(m_name); // resets the field if the policy was refused
    });
    connect(m_max, &QSpinBox::valueChanged, this, [this](int value) {
        const nlohmann::json most = value > 0 ? nlohmann::json(value) : nlohmann::json();
        m_document.define(m_name, SpaceEdit::Kind::MaxFactor, most, gesture("max"));
    });
    connect(m_filter, &QLineEdit::textChanged, this, &KnobPanel::applyFilter);
    showKnob({});
}

void KnobPanel::showKnob(const QString& name)
{
    const QSignalBlocker blockMax(m_max);
    const QSignalBlocker blockFilter(m_filter);
    const Knob* original = m_document.templateKnob(name);
    const auto defined = m_document.definedKnob(name);
    const Knob* now = defined ? &*defined : original;
    const auto* split = now ? std::get_if<SplitKnob>(&now->definition()) : nullptr;
    const bool isOther = name != m_name;
    m_name = name;
    m_knob->setText(name);
    for (QWidget* field : m_splitFields) {
        field->setVisible(split != nullptr);
    }
    if (!split) {
        showProblem({});
        m_hint->setText(original ? tr("Press Space to keep or remove a candidate, + to add one, or = to keep only this one.")
                                 : QString());
        m_hint->show();
        return;
    }
    const auto* asItWas = std::get_if<SplitKnob>(&original->definition());
    QStringList policies{QStringLiteral("factors"), QStringLiteral("power2"), QStringLiteral("verbose")};
    if (asItWas && asItWas->policy == SplitKnob::Policy::Candidate) {
        policies << QStringLiteral("candidate");
    }
    if (policies.size() != m_policy->count()) { // each edit comes here, and most change neither of these two
        m_policy->clear();
        m_policy->addItems(policies);
    }
    m_policy->setCurrentText(QString::fromStdString(now->policy()));
    if (const auto most = static_cast<int>(std::min<int64_t>(split->maxFactor.value_or(0), m_max->maximum()));
        most != m_max->value()) {
        m_max->setValue(most);
    }
    if (isOther || !m_filter->hasFocus()) {
        m_filter->setText(split->filter ? QString::fromStdString(filterText(*split->filter)) : QString());
        showProblem({});
    }
}

/// Shows why the text is not a valid filter, next to the field; hidden if empty.
void KnobPanel::showProblem(const QString& reason)
{
    colourAsProblem(*m_filter, !reason.isEmpty(), QPalette::Text);
    m_filter->setAccessibleDescription(reason);
    colourAsProblem(*m_hint, !reason.isEmpty());
    m_hint->setText(reason);
    m_hint->setVisible(!reason.isEmpty());
}

QString KnobPanel::gesture(const char* field) const
{
    return QStringLiteral("%1 %2 %3").arg(QLatin1String(field), m_name).arg(m_visits);
}

/// Applies a valid filter at once; the list shows the remaining candidates.
void KnobPanel::applyFilter(const QString& text)
{
    const QString trimmed = text.trimmed();
    const auto edit = trimmed.isEmpty() ? SpaceEdit{SpaceEdit::Kind::Filter, {}, {}}
                                        : parseEdit((m_name + QStringLiteral(".filter=") + trimmed).toStdString());
    showProblem(edit ? QString() : coreText(edit.error()));
    if (edit) {
        m_document.define(m_name, SpaceEdit::Kind::Filter, edit->value, gesture("filter"));
    }
}

bool KnobPanel::eventFilter(QObject* object, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        ++m_visits; // later changes are undone separately
    }
    return FlowRow::eventFilter(object, event);
}

} // namespace knobscope
