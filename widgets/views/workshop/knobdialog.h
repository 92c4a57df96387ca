// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QTextCursor>

#include <optional>

class QLabel;
class QLineEdit;
class QPushButton;

namespace knobscope {

/// Asks for the name and the candidates of a knob that takes a number's place.
class KnobDialog : public QDialog
{
    Q_OBJECT
public:
    /// `taken` are names that the text has already.
    KnobDialog(qint64 number, const QStringList& taken, QWidget* parent = nullptr);

    QString name() const;
    /// "8, 2, 4, 16": the number itself first, so that config 0 is the schedule as it was.
    QString candidates() const;
    /// Why it cannot be accepted; empty if it can.
    QString problem() const;

private:
    void check();

    qint64 m_number;
    QStringList m_taken;
    QLineEdit* m_name;
    QLineEdit* m_candidates;
    QLabel* m_problem;
    QPushButton* m_accept = nullptr;
};

/// A number in a text.
struct NumberInText {
    qsizetype position = 0;
    qsizetype length = 0;
    qint64 value = 0;
};
/// The number that is selected or at the caret; nullopt: none.
std::optional<NumberInText> numberAt(const QTextCursor& caret);

/// The text with a head line for the knob before the first primitive, and its name in place of the characters from `position`
/// on, `length` of them.
QString withKnob(const QString& text, qsizetype position, qsizetype length, const QString& name, const QString& candidates);

} // namespace knobscope
