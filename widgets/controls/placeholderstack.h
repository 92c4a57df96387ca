// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

class QLabel;
class QPushButton;

namespace knobscope {

/// A page or, while the page is empty, a sentence in its place: what will appear there, how to get it, or why it is empty. A
/// long sentence scrolls.
class PlaceholderStack : public QStackedWidget
{
    Q_OBJECT
public:
    /// Starts with the sentence, if there is one.
    explicit PlaceholderStack(QWidget* page, const QString& sentence = {}, QWidget* parent = nullptr);

    /// Shows the page, or else the sentence.
    void showPage(bool isThere) { setCurrentIndex(isThere ? 0 : 1); }
    /// Shows a sentence as plain text; the page if it is empty.
    void setSentence(const QString& sentence);
    /// The sentence shown; empty if the page is shown.
    QString sentence() const;
    /// Adds a button below the sentence.
    QPushButton* addButton(QAnyStringView id, const QString& text);

    /// The sentence must not determine the height of a view, because it is not always shown.
    bool hasHeightForWidth() const override { return false; }

private:
    QLabel* m_sentence;
};

} // namespace knobscope
