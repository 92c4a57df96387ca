// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/indexspinbox.h"

#include <QLineEdit>
#include <QLocale>
#include <QStyle>

#include <algorithm>

namespace knobscope {

namespace {

/// Parses a number, with or without group separators; -1 if the text is none.
qint64 numberOf(QString text)
{
    text.remove(QLocale().groupSeparator());
    text.remove(QLatin1Char(','));
    bool isNumber = false;
    const qint64 value = text.trimmed().toLongLong(&isNumber);
    return isNumber ? value : -1;
}

} // namespace

IndexSpinBox::IndexSpinBox(QWidget* parent)
    : QAbstractSpinBox(parent)
{
    setAlignment(Qt::AlignRight);
    setCorrectionMode(QAbstractSpinBox::CorrectToPreviousValue);
    setKeyboardTracking(false);
    connect(this, &QAbstractSpinBox::editingFinished, this, [this] {
        const qint64 entered = numberOf(lineEdit()->text());
        entered >= 0 && entered <= m_maximum ? applyEdit(entered) : setValue(m_value);
    });
}

QString IndexSpinBox::textOf(qint64 value) const
{
    return value < 0 ? QString() : QLocale().toString(value);
}

void IndexSpinBox::setMaximum(qint64 maximum)
{
    m_maximum = std::max<qint64>(0, maximum);
    updateGeometry();
}

void IndexSpinBox::setValue(qint64 value)
{
    m_value = value;
    lineEdit()->setText(textOf(value));
}

void IndexSpinBox::applyEdit(qint64 value)
{
    const bool isNew = value != m_value;
    setValue(value);
    if (isNew) {
        emit valueEdited(value);
    }
}

void IndexSpinBox::stepBy(int steps)
{
    const qint64 from = std::max<qint64>(0, m_value);
    applyEdit(steps < 0 ? std::max<qint64>(0, from + steps) : from > m_maximum - steps ? m_maximum : from + steps);
    selectAll();
}

QSize IndexSpinBox::sizeHint() const
{
    QSize size = QAbstractSpinBox::sizeHint();
    const int digits = std::max(6, static_cast<int>(textOf(m_maximum).size()) + 1);
    size.setWidth(fontMetrics().horizontalAdvance(QLatin1Char('8')) * digits + 3 * size.height() / 2);
    return size;
}

QAbstractSpinBox::StepEnabled IndexSpinBox::stepEnabled() const
{
    StepEnabled enabled;
    enabled.setFlag(StepUpEnabled, m_value < m_maximum);
    enabled.setFlag(StepDownEnabled, m_value > 0);
    return enabled;
}

QValidator::State IndexSpinBox::validate(QString& input, int&) const
{
    if (input.trimmed().isEmpty()) {
        return QValidator::Intermediate;
    }
    const qint64 value = numberOf(input);
    return value < 0 || value > m_maximum ? QValidator::Invalid : QValidator::Acceptable;
}

} // namespace knobscope
