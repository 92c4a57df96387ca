// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <functional>

class QLabel;

namespace knobscope {

/// The field over a list of knobs for typing a candidate, with the error below it. Enter accepts; Escape and losing the focus
/// cancel. GUI thread only.
class CandidateField : public QLineEdit
{
    Q_OBJECT
public:
    /// `check` returns why a text cannot be a candidate; empty if it can.
    CandidateField(QWidget* over, std::function<QString(const QString& text)> check);
    /// Opens at a place of the parent widget, with the text to change, or empty.
    void open(const QRect& place, const QString& example, const QString& text);
    void cancel() { finish(false); }

signals:
    /// A candidate different from the initial text was entered. The field is closed by then.
    void entered(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    bool showProblem();
    void finish(bool takes);

    std::function<QString(const QString& text)> m_check;
    QLabel* m_problem;
    QString m_before; ///< initial text
};

} // namespace knobscope
