// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QLabel>

namespace knobscope {

/// What Config says of measuring, in two places: a status or a problem above the buttons, and the result further up among the
/// findings, where it takes no room from them. One of them is shown. Its labels belong to the page that they are put on.
class MeasuringText
{
    Q_DECLARE_TR_FUNCTIONS(MeasuringText)
public:
    MeasuringText();

    QLabel* status() const { return m_status; }
    QWidget* result() const { return m_resultBox; }

    void showStatus(const QString& text, bool isProblem = false);
    void showResult(const QString& text);
    /// What is shown.
    QString text() const { return m_result->text().isEmpty() ? m_status->text() : m_result->text(); }

private:
    QLabel* m_status;
    QLabel* m_result;
    QWidget* m_resultBox; ///< with a heading
};

} // namespace knobscope
