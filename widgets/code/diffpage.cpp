// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/code/diffpage.h"
#include "widgets/translation/coretext.h"

#include <QComboBox>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

using Mark = CodePane::Mark;
using Kind = ir::DiffRow::Kind;

struct DiffPage::Answer {
    std::array<Side, 2> sides;
    std::string problem;
    ir::DiffCount count;
};

namespace {

const std::vector<std::string>& linesOf(const CodeStore::Code& code, CodeLevel level)
{
    return code->level(level).lines;
}

} // namespace

void DiffPage::Side::add(const std::string& line, int number, Mark mark)
{
    lines.push_back(line);
    numbers.push_back(number);
    marks.push_back(mark);
}

DiffPage::DiffPage(QWidget* parent)
    : QWidget(parent)
    , m_work([this](const Error& error) { m_summary->setText(coreText(error)); })
    , m_level(new QComboBox)
    , m_summary(new QLabel)
{
    m_level->addItems({tr("Loop nest"), tr("LLVM IR"), tr("Assembly")});
    m_level->setAccessibleName(tr("Level that is compared"));
    auto* previous = new QToolButton;
    previous->setText(tr("&Previous Difference"));
    auto* next = new QToolButton;
    next->setText(tr("&Next Difference"));
    auto* head = new QHBoxLayout;
    head->addWidget(m_level);
    head->addWidget(previous);
    head->addWidget(next);
    head->addWidget(m_summary, 1);
    for (CodeColumn*& column : m_columns) {
        column = new CodeColumn({}, CodeLanguage::LoopNest);
    }
    auto* splitter = new QSplitter;
    splitter->addWidget(m_columns[0]);
    splitter->addWidget(m_columns[1]);
    splitter->setChildrenCollapsible(false);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addLayout(head);
    layout->addWidget(splitter, 1);
    connect(m_level, &QComboBox::currentIndexChanged, this, &DiffPage::refresh);
    connect(previous, &QToolButton::clicked, this, [this] { jump(true); });
    connect(next, &QToolButton::clicked, this, [this] { jump(false); });
    for (const auto& [from, to] : {std::pair{m_columns[0], m_columns[1]}, std::pair{m_columns[1], m_columns[0]}}) {
        connect(from->pane().verticalScrollBar(), &QScrollBar::valueChanged, to->pane().verticalScrollBar(),
                &QScrollBar::setValue);
    }
}

void DiffPage::compare(CodeStore::Code left, const QString& leftTitle, CodeStore::Code right, const QString& rightTitle)
{
    m_codes = {std::move(left), std::move(right)};
    m_titles = {leftTitle, rightTitle};
    refresh();
}

CodeLevel DiffPage::level() const
{
    return static_cast<CodeLevel>(m_level->currentIndex());
}

void DiffPage::setLevel(CodeLevel level)
{
    m_level->setCurrentIndex(static_cast<int>(level));
}

QString DiffPage::summary() const
{
    return m_summary->text();
}

CodePane& DiffPage::pane(int side)
{
    return m_columns[static_cast<size_t>(side)]->pane();
}

void DiffPage::refresh()
{
    if (!m_codes[0] || !m_codes[1]) {
        return;
    }
    m_summary->setText(tr("Comparing…"));
    m_work.request([this, codes = m_codes, level = level()]() -> LatestWork::Deliver {
        auto answer = std::make_shared<Answer>();
        for (const CodeStore::Code& code : codes) {
            answer->problem = answer->problem.empty() ? code->level(level).problem : answer->problem;
        }
        const auto& left = linesOf(codes[0], level);
        const auto& right = linesOf(codes[1], level);
        const auto rows = ir::diffLines(left, right);
        answer->count = ir::countChanges(rows);
        auto& [leftSide, rightSide] = answer->sides;
        for (size_t i = 0; i < rows.size();) {
            if (rows[i].kind == Kind::Same) {
                const std::string& line = left[static_cast<size_t>(rows[i].left) - 1];
                leftSide.add(line, rows[i].left, Mark::None);
                rightSide.add(line, rows[i].right, Mark::None);
                ++i;
                continue;
            }
            for (; i < rows.size() && rows[i].kind == Kind::Removed; ++i) {
                leftSide.add(left[static_cast<size_t>(rows[i].left) - 1], rows[i].left, Mark::Removed);
            }
            for (; i < rows.size() && rows[i].kind == Kind::Added; ++i) {
                rightSide.add(right[static_cast<size_t>(rows[i].right) - 1], rows[i].right, Mark::Added);
            }
            Side& shorter = leftSide.lines.size() < rightSide.lines.size() ? leftSide : rightSide;
            const size_t length = std::max(leftSide.lines.size(), rightSide.lines.size());
            while (shorter.lines.size() < length) {
                shorter.add({}, 0, Mark::Filler);
            }
        }
        return [this, answer] { showAnswer(*answer); };
    });
}

void DiffPage::showAnswer(const Answer& answer)
{
    for (size_t i = 0; i < m_columns.size(); ++i) {
        CodeColumn& column = *m_columns[i];
        const Side& side = answer.sides[i];
        column.setTitle(m_titles[i]);
        column.pane().setLines(side.lines);
        column.pane().setNumbers(side.numbers);
        column.pane().setMarks(side.marks);
        column.setProblem(coreText(answer.problem));
    }
    const auto [removed, added] = answer.count;
    m_summary->setText(!answer.problem.empty() ? QString()
                       : removed + added == 0
                           ? tr("No difference at this level")
                           : tr("%1 and %2").arg(tr("%n line(s) removed", nullptr, removed), tr("%n added", nullptr, added)));
}

void DiffPage::jump(bool backwards)
{
    CodePane& pane = this->pane(0);
    CodePane& other = this->pane(1);
    const auto isChange = [&](int line) { return pane.mark(line) != Mark::None || other.mark(line) != Mark::None; };
    const int step = backwards ? -1 : 1;
    int line = pane.caretLine();
    while (line >= 1 && line <= pane.lineCount() && isChange(line)) {
        line += step;
    }
    while (line >= 1 && line <= pane.lineCount() && !isChange(line)) {
        line += step;
    }
    if (line >= 1 && line <= pane.lineCount()) {
        pane.setTextCursor(QTextCursor(pane.document()->findBlockByNumber(line - 1)));
        pane.reveal(line);
    }
}

} // namespace knobscope
