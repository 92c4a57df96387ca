// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/configrows.h"

#include "widgets/base/theme.h"
#include "widgets/controls/control.h"
#include "widgets/controls/section.h"

#include <QComboBox>
#include <QEvent>
#include <QGuiApplication>
#include <QListView>
#include <QPainter>
#include <QSlider>
#include <QStyle>
#include <QVBoxLayout>

#include <algorithm>
#include <ranges>

namespace knobscope {

QVariant KnobValueModel::data(const QModelIndex& index, int role) const
{
    const bool isAboutUse = role == Qt::ForegroundRole || role == Qt::ToolTipRole;
    const QString broken = isAboutUse && index.isValid() && m_ruledOut ? m_ruledOut(index.row()) : QString();
    if (!broken.isEmpty()) {
        return role == Qt::ToolTipRole
                 ? QVariant(tr("Violates the constraint %1 in combination with the other values.").arg(broken))
                 : QVariant(QGuiApplication::palette().brush(QPalette::PlaceholderText));
    }
    const bool hasText = role == Qt::DisplayRole || role == Qt::EditRole;
    return index.isValid() && hasText ? QVariant(QString::fromStdString(valueText(m_knob.at(index.row())))) : QVariant();
}

void KnobValueModel::setKnob(Knob knob)
{
    beginResetModel();
    m_knob = std::move(knob);
    m_ruledOut = {};
    endResetModel();
}

KnobPicker::KnobPicker(const Knob& knob, QWidget* parent)
    : FlowRow(parent)
    , m_name(QString::fromStdString(knob.name()))
    , m_knob(knob)
    , m_label(new QLabel(m_name))
    , m_slider(makeControl<QSlider>(QStringLiteral("knob.%1.slider").arg(m_name), Qt::Horizontal))
    , m_values(makeControl<QComboBox>(QStringLiteral("knob.") + m_name))
    , m_model(new KnobValueModel(knob, this))
{
    m_slider->setMinimumWidth(48);
    m_slider->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    m_slider->setAccessibleName(tr("Candidate of %1").arg(m_name));
    m_values->setModel(m_model);
    m_values->setAccessibleName(m_name);
    m_values->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_values->setMinimumContentsLength(7); // fits one row in the dock of a small window if the name is short
    if (auto* list = qobject_cast<QListView*>(m_values->view())) {
        list->setUniformItemSizes(true);
    }
    m_label->setBuddy(m_values);
    describe();
    const int gap = style()->pixelMetric(QStyle::PM_LayoutVerticalSpacing) / 2;
    layout()->setContentsMargins(gap, gap / 2, gap, gap / 2);
    add(m_label);
    addGroup({{m_slider, 1}, {m_values, 1}})->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    for (QWidget* part : {static_cast<QWidget*>(m_slider), static_cast<QWidget*>(m_values)}) {
        part->installEventFilter(this);
        ignoreWheelUnlessFocused(*part); // scrolling the list of knobs must not change them
    }
    connect(m_slider, &QSlider::valueChanged, this, [this](int digit) {
        const QSignalBlocker quiet(m_values);
        m_values->setCurrentIndex(digit);
        m_own = digit;
        setPreview(std::nullopt);
        emit digitEdited(digit);
    });
    connect(m_values, &QComboBox::currentIndexChanged, m_slider, &QSlider::setValue);
}

void KnobPicker::setKnob(const Knob& knob)
{
    if (knob.candidates().data() == m_knob.candidates().data()) {
        return;
    }
    m_knob = knob;
    const QSignalBlocker quietSlider(m_slider);
    const QSignalBlocker quietValues(m_values);
    m_model->setKnob(knob);
    describe();
    setPreview(std::nullopt);
    setDigit(0);
}

void KnobPicker::describe()
{
    const auto size = static_cast<int>(m_knob.size());
    m_slider->setRange(0, size - 1);
    m_slider->setPageStep(std::max(1, size / 10));
    m_slider->setEnabled(size > 1);
    m_label->setToolTip(tr("%1: %2 with %n candidate(s)", nullptr, size).arg(m_name, QString::fromLatin1(m_knob.kind())));
}

void KnobPicker::setDigit(qint64 digit)
{
    m_own = digit;
    if (!m_preview) {
        show(digit);
    }
}

void KnobPicker::setPreview(std::optional<qint64> digit)
{
    if (digit == m_preview) {
        return;
    }
    m_preview = digit;
    show(digit.value_or(m_own));
    QPalette colours;
    if (digit && *digit != m_own) {
        for (const auto role : {QPalette::Text, QPalette::ButtonText, QPalette::WindowText}) {
            colours.setColor(role, themeFor(palette()).changed);
        }
    }
    m_label->setPalette(colours);
    m_values->setPalette(colours);
}

void KnobPicker::show(qint64 digit)
{
    if (m_slider->value() == digit && m_values->currentIndex() == digit) {
        return;
    }
    const QSignalBlocker quietSlider(m_slider);
    const QSignalBlocker quietValues(m_values);
    m_slider->setValue(static_cast<int>(digit));
    m_values->setCurrentIndex(static_cast<int>(digit));
    m_slider->update();
}

void KnobPicker::setLit(bool lit)
{
    if (lit != m_isLit) {
        m_isLit = lit;
        update();
    }
}

bool KnobPicker::event(QEvent* event)
{
    if (event->type() == QEvent::Enter || event->type() == QEvent::Leave) {
        emit pointed(event->type() == QEvent::Enter);
    }
    return FlowRow::event(event);
}

void KnobPicker::paintEvent(QPaintEvent*)
{
    if (m_isLit) {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(codeThemeFor(palette()).knobOwn);
        painter.drawRoundedRect(rect(), 4, 4);
    }
}

bool KnobPicker::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        emit pointed(event->type() == QEvent::FocusIn);
    }
    return FlowRow::eventFilter(watched, event);
}

ConfigRows::ConfigRows(Workspace& workspace, QWidget* parent)
    : QWidget(parent)
    , m_workspace(workspace)
    , m_layout(new QVBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(0);
    connect(&workspace.selection(), &Selection::hoverChanged, this, &ConfigRows::preview);
    connect(&workspace.selection(), &Selection::knobHoverChanged, this, &ConfigRows::highlightKnob);
}

KnobPicker* ConfigRows::row(const QString& knob) const
{
    const auto found = std::ranges::find(m_rows, knob, &KnobPicker::name);
    return found == m_rows.end() ? nullptr : *found;
}

void ConfigRows::makeRows()
{
    const auto task = m_workspace.task();
    m_task = task;
    const size_t count = task ? task->space.knobs().size() : 0;
    while (m_rows.size() > count) {
        delete m_rows.back();
        m_rows.pop_back();
    }
    for (size_t i = 0; i < count; ++i) {
        const Knob& knob = task->space.knobs()[i];
        if (i < m_rows.size() && m_rows[i]->name().toStdString() == knob.name()) {
            m_rows[i]->setKnob(knob);
            continue;
        }
        auto* row = new KnobPicker(knob);
        if (i < m_rows.size()) {
            delete std::exchange(m_rows[i], row);
        } else {
            m_rows.push_back(row);
        }
        m_layout->insertWidget(static_cast<int>(i), row);
        connect(row, &KnobPicker::digitEdited, this, [this, i](qint64 digit) { changeDigit(i, digit); });
        connect(row, &KnobPicker::pointed, this,
                [this, name = row->name()](bool at) { m_workspace.selection().hoverKnob(at ? name : QString()); });
    }
    const int width = m_rows.empty() ? 0 : std::ranges::max(m_rows | std::views::transform(&KnobPicker::nameWidth));
    for (KnobPicker* row : m_rows) {
        row->setNameWidth(width);
    }
}

void ConfigRows::showConfig()
{
    const auto task = m_workspace.task();
    const qint64 config = m_workspace.config();
    const bool hasConfig = task && config >= 0 && config < task->space.rangeLength();
    const auto digits = hasConfig ? task->space.digits(config) : std::vector<int64_t>(m_rows.size(), 0);
    m_isPreviewing = false;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        m_rows[i]->setPreview(std::nullopt);
        m_rows[i]->setEnabled(hasConfig);
        m_rows[i]->setDigit(digits[i]);
        m_rows[i]->setRuledOut({});
        if (hasConfig && !task->space.constraints().empty()) {
            m_rows[i]->setRuledOut([task, digits, i](qint64 digit) {
                auto other = digits;
                other[i] = digit;
                return QString::fromStdString(task->space.violatedConstraint(task->space.indexOfDigits(other)));
            });
        }
    }
}

void ConfigRows::changeDigit(size_t knob, qint64 digit)
{
    const auto task = m_workspace.task();
    const qint64 config = m_workspace.config();
    if (!task || config < 0 || task != m_task) {
        return; // the digit may be that of a space before an edit
    }
    auto digits = task->space.digits(config);
    const int64_t before = digits[knob];
    digits[knob] = digit;
    const int64_t index = task->space.indexOfDigits(digits);
    if (task->space.isValid(index)) {
        m_workspace.setConfig(index);
        return;
    }
    m_rows[knob]->setDigit(before);
    emit refused(tr("%1 = %2 violates the constraint %3 in combination with the other values.")
                     .arg(m_rows[knob]->name(), QString::fromStdString(valueText(task->space.knobs()[knob].at(digit))),
                          QString::fromStdString(task->space.violatedConstraint(index))));
}

void ConfigRows::highlightKnob()
{
    for (KnobPicker* row : m_rows) {
        row->setLit(row->name() == m_workspace.selection().hoveredKnob());
    }
}

void ConfigRows::preview()
{
    if (isVisible()) {
        m_workspace.askHoveredValues(this, [this](const std::optional<ConfigEntity>& entity) { showPreview(entity); });
    } else {
        showPreview(std::nullopt);
    }
}

void ConfigRows::showPreview(const std::optional<ConfigEntity>& entity)
{
    const auto task = m_workspace.task();
    if (!entity && !std::exchange(m_isPreviewing, false)) {
        return;
    }
    m_isPreviewing = entity.has_value();
    for (KnobPicker* row : m_rows) {
        const std::string name = row->name().toStdString();
        const Knob* knob = task ? task->space.find(name) : nullptr;
        const KnobValue* value = entity ? entity->find(name) : nullptr;
        row->setPreview(knob && value ? knob->indexOf(*value) : std::nullopt);
    }
}

} // namespace knobscope
