// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStackedWidget>

class QLabel;
class QPushButton;

namespace knobscope {

/// A page, or a sentence in its place while there is nothing on it: what will be seen there, what to do for it, or why not. One
/// that is longer than there is room for scrolls.
class PageOrSentence : public QStackedWidget
{
    Q_OBJECT
public:
    /// Begins with the sentence, where there is one.
    explicit PageOrSentence(QWidget* page, const QString& sentence = {}, QWidget* parent = nullptr);

    /// Shows the page, or else the sentence.
    void showPage(bool isThere) { setCurrentIndex(isThere ? 0 : 1); }
    /// Shows another sentence, in plain text; the page when it is empty.
    void setSentence(const QString& sentence);
    /// What is shown; empty: the page is.
    QString sentence() const;
    /// A button below the sentence.
    QPushButton* addButton(const QString& text);

    /// The words have no say in how high a view is: they are not always there.
    bool hasHeightForWidth() const override { return false; }

private:
    QLabel* m_sentence;
};

} // namespace knobscope
