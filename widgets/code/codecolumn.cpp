// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/codecolumn.h"

#include "widgets/text/elidedlabel.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStackedLayout>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

namespace knobscope {

CodeColumn::CodeColumn(const QString& title, CodeLanguage language, QWidget* parent)
    : QWidget(parent)
    , m_title(new QLabel)
    , m_facts(new ElidedLabel)
    , m_pane(new CodePane(language))
    , m_problem(new QLabel)
    , m_stack(new QStackedLayout)
    , m_searchBar(new QWidget)
    , m_search(new QLineEdit)
    , m_found(new QLabel)
{
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_problem->setWordWrap(true);
    m_problem->setTextFormat(Qt::PlainText); // what a compiler says: "<unknown>:0:0: …"
    m_problem->setAlignment(Qt::AlignCenter);
    m_problem->setMargin(style()->pixelMetric(QStyle::PM_LayoutLeftMargin));
    m_problem->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_stack->addWidget(m_pane);
    m_stack->addWidget(m_problem);
    m_search->setPlaceholderText(tr("Search; Enter goes on, Shift+Enter back"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search in the code"));
    m_search->installEventFilter(this);
    m_pane->installEventFilter(this);

    auto* fold = new QToolButton;
    fold->setText(QStringLiteral("⋮"));
    fold->setAutoRaise(true);
    fold->setStyleSheet(QStringLiteral("QToolButton::menu-indicator { image: none; }"));
    fold->setPopupMode(QToolButton::InstantPopup);
    fold->setAccessibleName(tr("Actions of this pane"));
    fold->setToolTip(tr("Fold, search, copy"));
    auto* menu = new QMenu(fold);
    menu->addAction(tr("&Fold All Loops"), this, [this] { m_pane->foldAll(true); });
    menu->addAction(tr("&Unfold All"), this, [this] { m_pane->foldAll(false); });
    menu->addSeparator();
    menu->addAction(tr("&Search"), this, &CodeColumn::openSearch)->setShortcut(QKeySequence::Find);
    menu->addAction(tr("&Copy All"), this, [this] { QApplication::clipboard()->setText(m_pane->toPlainText()); });
    fold->setMenu(menu);

    const int small = style()->pixelMetric(QStyle::PM_LayoutVerticalSpacing);
    auto* head = new QHBoxLayout;
    head->setContentsMargins(small, 0, 0, 0);
    head->addWidget(m_title);
    head->addWidget(m_facts, 1);
    head->addWidget(fold);
    auto* bar = new QHBoxLayout(m_searchBar);
    bar->setContentsMargins(0, 0, 0, 0);
    bar->addWidget(m_search, 1);
    bar->addWidget(m_found);
    m_searchBar->hide();
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(head);
    layout->addLayout(m_stack, 1);
    layout->addWidget(m_searchBar);
    setTitle(title);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        const int count = m_pane->setSearch(text);
        m_found->setText(text.isEmpty() ? QString() : tr("%n found", nullptr, count));
        if (count > 0) {
            search(false);
        }
    });
}

void CodeColumn::setTitle(const QString& title)
{
    m_title->setText(title);
    m_pane->setAccessibleName(title);
}

void CodeColumn::setFacts(const QString& facts, const QString& toolTip)
{
    m_facts->setText(facts);
    m_facts->setToolTip(toolTip);
    m_pane->setAccessibleDescription(facts);
}

QString CodeColumn::facts() const
{
    return m_facts->text();
}

void CodeColumn::setProblem(const QString& sentence)
{
    m_problem->setText(sentence);
    m_stack->setCurrentIndex(sentence.isEmpty() ? 0 : 1);
}

QString CodeColumn::problem() const
{
    return m_problem->text();
}

void CodeColumn::openSearch()
{
    m_searchBar->show();
    m_search->setFocus();
    m_search->selectAll();
}

void CodeColumn::closeSearch()
{
    m_search->clear();
    m_searchBar->hide();
    m_pane->setFocus();
}

void CodeColumn::search(bool backwards)
{
    m_pane->findNext(backwards);
}

bool CodeColumn::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Find)) {
        event->accept(); // the pane that has the focus searches, whatever else the window binds the key to
        return true;
    }
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Find)) {
        openSearch();
        return true;
    }
    if (key->matches(QKeySequence::FindNext) || key->matches(QKeySequence::FindPrevious)) {
        search(key->matches(QKeySequence::FindPrevious));
        return true;
    }
    if (watched == m_search && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
        search(key->modifiers().testFlag(Qt::ShiftModifier));
        return true;
    }
    if (key->key() == Qt::Key_Escape && m_searchBar->isVisible()) {
        closeSearch();
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace knobscope
