// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLineEdit>

#include <functional>

class QLabel;

namespace knobscope {

/// The field over a list of knobs in which a candidate is typed, with the reason below it why what is typed cannot be one. Enter
/// takes it; Escape, and going elsewhere, give it up. GUI thread only.
class CandidateField : public QLineEdit
{
    Q_OBJECT
public:
    /// `check` says why a text cannot be a candidate; empty when it can.
    CandidateField(QWidget* over, std::function<QString(const QString& text)> check);
    /// At a place of the widget below it, with the text of what is to be changed, or none.
    void open(const QRect& place, const QString& example, const QString& text);
    void giveUp() { finish(false); }

signals:
    /// A candidate, other than the one it opened with. The field is closed by then.
    void taken(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;

private:
    bool showProblem();
    void finish(bool takes);

    std::function<QString(const QString& text)> m_check;
    QLabel* m_problem;
    QString m_before; ///< what it opened with
};

} // namespace knobscope
