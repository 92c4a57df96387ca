// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QToolButton;

namespace knobscope {

/// A finding with its advice and a button that follows it: a card with a stripe at its side.
class FindingCard : public QWidget
{
    Q_OBJECT
public:
    /// `buttonId` is the button's id.
    explicit FindingCard(QAnyStringView buttonId, QWidget* parent = nullptr);
    QLabel& text() { return *m_text; }
    QToolButton& button() { return *m_button; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QLabel* m_text;
    QToolButton* m_button;
};

} // namespace knobscope
