// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/placeholderstack.h"

#include "widgets/base/wrappedlabel.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/scrolledpage.h"
#include "widgets/controls/wrappingpage.h"

#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace knobscope {

namespace {

constexpr int kSentenceMargin = 24; // pixels
constexpr int kReadableWidth = 640;
constexpr int kAlmostAll = 1000; // stretch: the rests get what the sentence cannot use

} // namespace

PlaceholderStack::PlaceholderStack(QWidget* page, const QString& sentence, QWidget* parent)
    : QStackedWidget(parent)
    , m_sentence(new WrappedLabel)
{
    m_sentence->setAlignment(Qt::AlignCenter);
    m_sentence->setTextFormat(Qt::PlainText); // text of compilers and files may look like markup
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_sentence->setMaximumWidth(kReadableWidth); // longer lines are hard to follow
    auto* sentencePage = new WrappingPage;
    auto* line = inRow({BoxItem::rest(), {m_sentence, kAlmostAll}, BoxItem::rest()});
    inColumn(sentencePage, {BoxItem::rest(), line, BoxItem::rest()}, QMargins() + kSentenceMargin);
    auto* scrolled = new ScrolledPage(sentencePage, QSize(ScrolledPage::kMaxMinimumSize.width(), 2 * kSentenceMargin));
    scrolled->setMinimumHeight(2 * kSentenceMargin);
    scrolled->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored);
    addWidget(page);
    addWidget(scrolled);
    setSentence(sentence);
}

void PlaceholderStack::setSentence(const QString& sentence)
{
    m_sentence->setText(sentence);
    showPage(sentence.isEmpty());
}

QString PlaceholderStack::sentence() const
{
    return currentIndex() == 1 ? m_sentence->text() : QString();
}

QPushButton* PlaceholderStack::addButton(QAnyStringView id, const QString& text)
{
    auto* button = makeControl<QPushButton>(id, text);
    auto* column = static_cast<QVBoxLayout*>(m_sentence->parentWidget()->layout());
    column->insertWidget(column->count() - 1, button, 0, Qt::AlignHCenter);
    return button;
}

} // namespace knobscope
