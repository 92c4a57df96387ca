// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/code/diffpage.h"

#include "widgets/base/coretext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/coretable.h"
#include "widgets/controls/flowrow.h"
#include "widgets/views/code/codecolumn.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QSplitter>
#include <QStackedWidget>
#include <QTableView>
#include <QToolButton>

#include <algorithm>

namespace knobscope {

using Mark = CodePane::Mark;
using Kind = ir::DiffRow::Kind;

struct DiffPage::Answer {
    struct Side {
        std::vector<std::string> lines;
        std::vector<int> numbers; ///< 0: filler, the other side has more lines
        std::vector<Mark> marks;

        void add(const std::string& line, int number, Mark mark)
        {
            lines.push_back(line);
            numbers.push_back(number);
            marks.push_back(mark);
        }
    };
    std::array<Side, 2> sides;
    CodeLevel level;
    Sentence problem;
    ir::DiffCount count;

    Answer(const std::array<Code, 2>& codes, CodeLevel level);
};

DiffPage::Answer::Answer(const std::array<Code, 2>& codes, CodeLevel compared)
    : level(compared)
    , problem(codes[codes[0]->level(level).problem.empty() ? 1 : 0]->level(level).problem)
{
    const auto& left = codes[0]->level(level).lines;
    const auto& right = codes[1]->level(level).lines;
    const auto rows = ir::diffLines(left, right);
    count = ir::countChanges(rows);
    auto& [leftSide, rightSide] = sides;
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
}

DiffPage::DiffPage(QWidget* parent)
    : QWidget(parent)
    , m_work([this](const Error& error) { m_summary->setText(coreText(error)); })
    , m_level(makeControl<QComboBox>("diff.level"))
    , m_summary(new QLabel)
{
    for (const CodeLevel level : kCodeLevels) {
        m_level->addItem(nameOf(level, false).title);
    }
    m_level->addItem(tr("Derived figures"));
    m_level->setAccessibleName(tr("Level to compare"));
    auto* previous = makeControl<QToolButton>("diff.previous");
    previous->setText(tr("&Previous Difference"));
    auto* next = makeControl<QToolButton>("diff.next");
    next->setText(tr("&Next Difference"));
    m_columns = {new CodeColumn(QStringLiteral("diff.left"), tr("Other config")),
                 new CodeColumn(QStringLiteral("diff.right"), tr("This config"))};
    auto* splitter = new QSplitter;
    splitter->addWidget(m_columns[0]);
    splitter->addWidget(m_columns[1]);
    splitter->setChildrenCollapsible(false);
    auto* head = new FlowRow; // wraps in a narrow dock
    for (QWidget* part : std::initializer_list<QWidget*>{m_level, previous, next, m_summary}) {
        head->add(part);
    }
    QTableView* figures = makeCellView("diff.figures", &m_figures, tr("Derived figures of both configs"));
    figures->setSortingEnabled(false);
    m_pages = new QStackedWidget;
    m_pages->addWidget(splitter);
    m_pages->addWidget(figures);
    inColumn(this, {head, {m_pages, 1}}, QMargins());
    connect(m_level, &QComboBox::currentIndexChanged, this, &DiffPage::refresh);
    connect(previous, &QToolButton::clicked, this, [this] { jump(true); });
    connect(next, &QToolButton::clicked, this, [this] { jump(false); });
    for (const auto& [from, to] : {std::pair{m_columns[0], m_columns[1]}, std::pair{m_columns[1], m_columns[0]}}) {
        connect(from->pane().verticalScrollBar(), &QScrollBar::valueChanged, to->pane().verticalScrollBar(),
                &QScrollBar::setValue);
    }
}

void DiffPage::compare(Code left, const QString& leftTitle, Code right, const QString& rightTitle, Figures figures)
{
    m_makeFigures = std::move(figures);
    m_codes = {std::move(left), std::move(right)};
    m_titles = {leftTitle, rightTitle};
    for (const CodeLevel level : kCodeLevels) {
        m_level->setItemText(static_cast<int>(level), nameOf(level, m_codes[0]->isGpu).title);
    }
    refresh();
}

CodeLevel DiffPage::level() const
{
    return static_cast<CodeLevel>(std::clamp(m_level->currentIndex(), 0, static_cast<int>(kCodeLevels.back())));
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
    const bool isCode = m_level->currentIndex() < static_cast<int>(kCodeLevels.size());
    m_pages->setCurrentIndex(isCode ? 0 : 1);
    if (!isCode) {
        m_work.request([this, make = m_makeFigures]() -> LatestWork::Deliver {
            auto made = make ? make() : Result<Table>(fail(ErrorCode::Unsupported, "The figures of these configs are unknown"));
            return [this, figures = std::make_shared<const Result<Table>>(std::move(made))] { showFigures(*figures); };
        });
        return;
    }
    m_work.request([this, codes = m_codes, level = level()]() -> LatestWork::Deliver {
        return [this, answer = std::make_shared<const Answer>(codes, level)] { showAnswer(*answer); };
    });
}

void DiffPage::showAnswer(const Answer& answer)
{
    for (size_t i = 0; i < m_columns.size(); ++i) {
        CodeColumn& column = *m_columns[i];
        const auto& side = answer.sides[i];
        column.setTitle(m_titles[i]);
        column.pane().setLanguage(nameOf(answer.level, m_codes[i]->isGpu).language);
        column.pane().setLines(side.lines, side.marks, side.numbers);
        column.setProblem(coreText(answer.problem));
    }
    const auto [removed, added] = answer.count;
    m_summary->setText(!answer.problem.empty() ? QString()
                       : removed + added == 0
                           ? tr("No difference at this level")
                           : tr("%1 and %2").arg(tr("%n line(s) removed", nullptr, removed), tr("%n added", nullptr, added)));
}

void DiffPage::showFigures(const Result<Table>& figures)
{
    if (!figures) {
        m_figures.setTable({}, {});
        m_summary->setText(coreText(figures.error()));
        return;
    }
    std::vector<CellTable::Heading> headings = headingsOf(*figures);
    headings[1].title = m_titles[0];
    headings[2].title = m_titles[1];
    std::vector<CellTable::Row> rows = rowsOf(*figures);
    QColor background = themeFor(palette()).changed;
    background.setAlpha(48);
    int differing = 0;
    for (CellTable::Row& row : rows) {
        const bool differs = !row.back().text.isEmpty();
        differing += differs ? 1 : 0;
        for (Cell& cell : row) {
            cell.background = differs ? background : QColor();
        }
    }
    m_figures.setTable(std::move(headings), std::move(rows));
    m_summary->setText(tr("%n figure(s) differ", nullptr, differing));
}

void DiffPage::jump(bool backwards)
{
    CodePane& pane = this->pane(0);
    CodePane& other = this->pane(1);
    const auto isChange = [&](int line) { return pane.mark(line) != Mark::None || other.mark(line) != Mark::None; };
    const int step = backwards ? -1 : 1;
    const auto isThere = [&](int line) { return line >= 1 && line <= pane.lineCount(); };
    int line = pane.caretLine();
    for (const bool within : {true, false}) { // first out of the change at the caret, then to the next
        while (isThere(line) && isChange(line) == within) {
            line += step;
        }
    }
    if (isThere(line)) {
        pane.setTextCursor(QTextCursor(pane.document()->findBlockByNumber(line - 1)));
        pane.reveal(line);
    }
}

} // namespace knobscope
