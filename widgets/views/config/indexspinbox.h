// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractSpinBox>

namespace knobscope {

/// Spin box for the 64-bit numbers of configs, which exceed QSpinBox. Accepts group separators.
class IndexSpinBox : public QAbstractSpinBox
{
    Q_OBJECT
public:
    explicit IndexSpinBox(QWidget* parent = nullptr);

    qint64 value() const { return m_value; }
    void setMaximum(qint64 maximum);
    /// -1 shows an empty field.
    void setValue(qint64 value);
    void stepBy(int steps) override;
    QSize sizeHint() const override;

signals:
    /// The user entered or stepped to another number.
    void valueEdited(qint64 value);

protected:
    StepEnabled stepEnabled() const override;
    QValidator::State validate(QString& input, int& position) const override;
    void fixup(QString& input) const override { input = textOf(m_value); }

private:
    void applyEdit(qint64 value);
    QString textOf(qint64 value) const;

    qint64 m_value = -1;
    qint64 m_maximum = 0;
};

} // namespace knobscope
