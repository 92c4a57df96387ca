// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/code/codecolumn.h"

#include "widgets/base/coretext.h"
#include "widgets/base/elidedlabel.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/views/code/instructionhelp.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyle>
#include <QToolButton>

#include <algorithm>
#include <ranges>

namespace knobscope {

namespace {

constexpr int kListedPorts = 6; ///< in a tooltip

} // namespace

CodeColumn::CodeColumn(const QString& id, const QString& title, QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel)
    , m_facts(new ElidedLabel)
    , m_pane(makeControl<CodePane>(id))
    , m_code(new PlaceholderStack(m_pane))
    , m_searchBar(new QWidget)
    , m_search(makeControl<QLineEdit>(id + QStringLiteral(".search")))
    , m_found(new QLabel)
{
    m_title->setFont(emphasised(font()));
    m_facts->setForegroundRole(QPalette::PlaceholderText);
    m_facts->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // long facts must not widen the column
    m_search->setPlaceholderText(tr("Search (Enter: next, Shift+Enter: previous)"));
    m_search->setClearButtonEnabled(true);
    m_search->setAccessibleName(tr("Search in the code"));
    m_search->installEventFilter(this);
    m_pane->installEventFilter(this);
    auto* head = inRow({m_title, {m_facts, 1}, makeMenu(id)}, QMargins(space::kSmall, 0, 0, 0));
    inRow(m_searchBar, {{m_search, 1}, m_found}, QMargins());
    m_searchBar->hide();
    inColumn(this, {head, {m_code, 1}, m_searchBar}, QMargins(), space::kTight);
    setTitle(title);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (m_pane->setSearch(text) > 0) {
            m_pane->findNext(false);
        }
    });
    connect(m_pane, &CodePane::searched, this,
            [this](int count) { m_found->setText(m_search->text().isEmpty() ? QString() : tr("%n found", nullptr, count)); });
}

QWidget* CodeColumn::makeMenu(const QString& id)
{
    auto* button = makeControl<QToolButton>(id + QStringLiteral(".actions"));
    button->setText(QStringLiteral("⋮"));
    button->setAutoRaise(true);
    button->setPopupMode(QToolButton::InstantPopup);
    button->setAccessibleName(tr("Actions of this pane"));
    button->setToolTip(tr("Fold, search, copy"));
    auto* menu = makeControl<QMenu>(id + QStringLiteral(".menu"), button);
    addEntry(*menu, "fold", tr("&Fold All Loops"), this, [this] { m_pane->foldAll(true); });
    addEntry(*menu, "unfold", tr("&Unfold All"), this, [this] { m_pane->foldAll(false); });
    menu->addSeparator();
    QAction* search = addEntry(*menu, "search", tr("&Search"), this, &CodeColumn::openSearch);
    search->setShortcut(QKeySequence::Find);
    search->setShortcutContext(Qt::WidgetWithChildrenShortcut); // other views have their own search
    addAction(search);
    addEntry(*menu, "copy", tr("&Copy All"), this, [this] { QApplication::clipboard()->setText(m_pane->toPlainText()); });
    button->setMenu(menu);
    return button;
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

void CodeColumn::setProblem(const QString& sentence)
{
    m_code->setSentence(sentence);
}

QString CodeColumn::problem() const
{
    return m_code->sentence();
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

bool CodeColumn::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride && static_cast<QKeyEvent*>(event)->matches(QKeySequence::Find)) {
        event->accept(); // searches the focused pane, even if the window binds the key to another action
        return true;
    }
    if (event->type() != QEvent::KeyPress) {
        return QWidget::eventFilter(watched, event);
    }
    auto* key = static_cast<QKeyEvent*>(event);
    if (key->matches(QKeySequence::Find)) {
        openSearch();
    } else if (key->matches(QKeySequence::FindNext) || key->matches(QKeySequence::FindPrevious)) {
        m_pane->findNext(key->matches(QKeySequence::FindPrevious));
    } else if (watched == m_search && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter)) {
        m_pane->findNext(key->modifiers().testFlag(Qt::ShiftModifier));
    } else if (key->key() == Qt::Key_Escape && m_searchBar->isVisible()) {
        closeSearch();
    } else {
        return QWidget::eventFilter(watched, event);
    }
    return true;
}

LevelName nameOf(CodeLevel level, bool isGpu)
{
    switch (level) {
    case CodeLevel::Llvm:
        return isGpu ? LevelName{CodeLevels::tr("CUDA C"), CodeLanguage::Cuda}
                     : LevelName{CodeLevels::tr("LLVM IR"), CodeLanguage::Llvm};
    case CodeLevel::Assembly:
        return isGpu ? LevelName{CodeLevels::tr("PTX"), CodeLanguage::Ptx}
                     : LevelName{CodeLevels::tr("Assembly"), CodeLanguage::Assembly};
    case CodeLevel::Loops: break;
    }
    return {CodeLevels::tr("Loop nest"), CodeLanguage::LoopNest};
}

QString idOf(CodeLevel level)
{
    return level == CodeLevel::Loops ? QStringLiteral("loops")
         : level == CodeLevel::Llvm  ? QStringLiteral("generated")
                                     : QStringLiteral("assembly");
}

CodeLevels::CodeLevels(QWidget* parent)
    : QSplitter(parent)
{
    for (const CodeLevel level : kCodeLevels) {
        addWidget(m_columns[static_cast<size_t>(level)] = new CodeColumn(idOf(level)));
    }
    setChildrenCollapsible(false);
    nameLevels(false);
}

void CodeLevels::nameLevels(bool isGpu)
{
    for (const CodeLevel level : kCodeLevels) {
        const auto [title, language] = nameOf(level, isGpu);
        column(level).setTitle(title);
        column(level).pane().setLanguage(language);
    }
}

void CodeLevels::setCode(const KernelCode& code)
{
    nameLevels(code.isGpu);
    for (const CodeLevel level : kCodeLevels) {
        const LevelText& text = code.level(level);
        CodeColumn& column = this->column(level);
        column.pane().setLines(text.lines);
        column.setProblem(coreText(text.problem));
        column.setFacts(text.lines.empty() ? QString() : tr("%n line(s)", nullptr, static_cast<int>(text.lines.size())));
    }
    const AssemblyFacts& facts = code.assembly;
    if (facts.innermostFirst > 0) {
        const QString spills = facts.innermostStack == 0 ? tr("no stack access")
                                                         : tr("%1 (%2 for sums)")
                                                               .arg(tr("%n stack access(es)", nullptr, facts.innermostStack))
                                                               .arg(facts.innermostVectorStack);
        const QString cycles = code.loop.cycles > 0 ? tr("; %1 cycles (llvm-mca)").arg(number(code.loop.cycles, 1)) : QString();
        column(CodeLevel::Assembly)
            .setFacts(
                tr("%n multiply-add(s) and %1 in the innermost loop", nullptr, facts.innermostMultiplyAdds).arg(spills) + cycles,
                loopTip(code)
                    + tr("%1 instructions, %2 of them on vectors. The innermost loop with the most work is in lines %3 to %4. A "
                         "stack access there is a spilled register: a sum or the address of an input.")
                          .arg(facts.instructions)
                          .arg(facts.vectorInstructions)
                          .arg(facts.innermostFirst)
                          .arg(facts.innermostLast));
    }
    showCosts(code);
    revealBusiest(code);
}

/// At the end of each instruction of the innermost loop: when its result is ready, and how long it keeps a unit busy.
void CodeLevels::showCosts(const KernelCode& code)
{
    CodePane& pane = column(CodeLevel::Assembly).pane();
    QStringList notes;
    for (const InstructionCost& cost : code.loop.costs) {
        if (cost.line > 0 && cost.line <= pane.lineCount()) {
            notes.resize(std::max<qsizetype>(notes.size(), cost.line));
            notes[cost.line - 1] = tr("%1 / %2").arg(cost.latency).arg(number(cost.busyCycles, 2));
        }
    }
    pane.setNotes(std::move(notes));
    if (code.isGpu) {
        pane.setHelp({});
    } else {
        pane.setHelp(instructionHelp);
    }
}

QString CodeLevels::loopTip(const KernelCode& code)
{
    const Sentence& sentence = code.loop.cycles > 0 ? estimateSentence(code.loop) : code.loopProblem;
    if (sentence.empty()) {
        return {};
    }
    QString tip = coreText(sentence) + QStringLiteral(".\n");
    if (!code.loop.costs.empty()) {
        tip += tr("At the end of each line: cycles until its result is ready / cycles that it keeps a unit busy.")
             + QLatin1Char('\n');
    }
    for (const PortLoad& port : code.loop.ports | std::views::take(kListedPorts)) {
        tip += tr("%1: busy %2 %").arg(QString::fromStdString(port.name), number(100 * port.cycles / code.loop.cycles, 0))
             + QLatin1Char('\n');
    }
    return tip;
}

void CodeLevels::revealBusiest(const KernelCode& code)
{
    const int assemblyLine = code.assembly.innermostFirst;
    const auto& links = code.level(CodeLevel::Assembly).nestLine;
    int nestLine = 0;
    for (int line = assemblyLine; line > 0 && line <= code.assembly.innermostLast; ++line) {
        nestLine = std::max(nestLine, links[static_cast<size_t>(line) - 1]);
    }
    column(CodeLevel::Assembly).pane().reveal(assemblyLine);
    for (const CodeLevel level : {CodeLevel::Loops, CodeLevel::Llvm}) {
        const auto& lines = code.level(level).nestLine;
        const auto found = nestLine > 0 ? std::find(lines.begin(), lines.end(), nestLine) : lines.end();
        column(level).pane().reveal(found == lines.end() ? 0 : static_cast<int>(found - lines.begin()) + 1);
    }
}

} // namespace knobscope
