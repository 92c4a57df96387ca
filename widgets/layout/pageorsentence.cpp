// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/pageorsentence.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace knobscope {

namespace {

constexpr int sentenceMargin = 24; // pixels

} // namespace

PageOrSentence::PageOrSentence(QWidget* page, const QString& sentence, QWidget* parent)
    : QStackedWidget(parent)
    , m_sentence(new QLabel)
{
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setWordWrap(true);
    m_sentence->setTextFormat(Qt::PlainText); // compilers and files write what they like
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto* words = new QWidget;
    auto* column = new QVBoxLayout(words);
    column->setContentsMargins(sentenceMargin, sentenceMargin, sentenceMargin, sentenceMargin);
    column->addStretch();
    column->addWidget(m_sentence);
    column->addStretch();
    addWidget(page);
    addWidget(words);
    setSentence(sentence);
}

void PageOrSentence::showPage(bool isThere)
{
    setCurrentIndex(isThere ? 0 : 1);
}

void PageOrSentence::setSentence(const QString& sentence)
{
    m_sentence->setText(sentence);
    showPage(sentence.isEmpty());
}

QString PageOrSentence::sentence() const
{
    return currentIndex() == 1 ? m_sentence->text() : QString();
}

QPushButton* PageOrSentence::addButton(const QString& text)
{
    auto* button = new QPushButton(text);
    auto* column = static_cast<QVBoxLayout*>(m_sentence->parentWidget()->layout());
    column->insertWidget(column->count() - 1, button, 0, Qt::AlignHCenter);
    return button;
}

} // namespace knobscope
