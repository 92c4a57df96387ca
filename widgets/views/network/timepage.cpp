// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/timepage.h"

#include "core/study/stepgroup.h"
#include "widgets/base/coretext.h"
#include "widgets/base/shapetext.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/columnfit.h"
#include "widgets/controls/control.h"
#include "widgets/controls/findingcard.h"
#include "widgets/controls/rowchoice.h"
#include "widgets/controls/rowdelegate.h"
#include "widgets/views/network/steprows.h"

#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLabel>
#include <QTableView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

// Columns of stepGroupTable that others show as well:
constexpr int kShapeColumn = 1;
constexpr int kCountColumn = 2;
constexpr int kBoundColumn = 5;
constexpr int kBoundShareColumn = 6;
constexpr int kNameLetters = 24;

/// Paints what hidden columns have where it belongs: the number of steps after the operators, the shape as a second line below
/// them, and what bounds the steps after the share of the bound, above a bar.
class GroupDelegate : public ShareDelegate
{
public:
    using ShareDelegate::ShareDelegate;

    static QString nameOf(const QModelIndex& index)
    {
        const int steps = index.siblingAtColumn(kCountColumn).data(CellTable::kSortRole).toInt();
        const QString name = index.data().toString();
        return steps > 1 ? TimePage::tr("%1 × %2", "operators × their number").arg(name).arg(steps) : name;
    }

    static QString shapeOf(const QModelIndex& index) { return shortShape(index.siblingAtColumn(kShapeColumn).data().toString()); }

    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override
    {
        ShareDelegate::initStyleOption(option, index);
        if (index.column() == kBoundShareColumn && !option->text.isEmpty()) {
            option->text += QLatin1Char(' ') + index.siblingAtColumn(kBoundColumn).data().toString();
        }
    }

    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QSize size = ShareDelegate::sizeHint(option, index);
        if (index.column() == 0) { // names are elided where they are much longer than the shapes
            const int name = QFontMetrics(emphasised(option.font)).horizontalAdvance(nameOf(index).left(kNameLetters));
            size.setWidth(std::max(name, QFontMetrics(textFont(TextSize::Small)).horizontalAdvance(shapeOf(index)))
                          + 2 * space::kTight);
        }
        return size;
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        if (index.column() != 0) {
            ShareDelegate::paint(painter, option, index);
            return;
        }
        QStyleOptionViewItem cell = option;
        initStyleOption(&cell, index);
        cell.text.clear();
        cell.state &= ~(QStyle::State_MouseOver | QStyle::State_HasFocus);
        cell.widget->style()->drawControl(QStyle::CE_ItemViewItem, &cell, painter, cell.widget);
        const QRect room = option.rect.adjusted(space::kTight, space::kTight, -space::kTight, -space::kTight);
        const auto draw = [&](const QFont& font, const QColor& colour, Qt::Alignment place, const QString& text) {
            painter->setFont(font);
            painter->setPen(colour);
            const Qt::Alignment side = QStyle::visualAlignment(option.direction, Qt::AlignLeft);
            painter->drawText(room, static_cast<int>(place | side),
                              painter->fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
        };
        painter->save();
        const Theme theme = themeFor(option.palette);
        draw(emphasised(option.font), theme.text, Qt::AlignTop, nameOf(index));
        draw(textFont(TextSize::Small), theme.muted, Qt::AlignBottom, shapeOf(index));
        painter->restore();
    }
};

} // namespace

TimePage::TimePage(QWidget* parent)
    : QWidget(parent)
    , m_groups(new CellTable(this))
    , m_table(makeCellView("groups", m_groups, tr("Where the time of the network goes")))
    , m_card(new FindingCard("tuneFinding"))
{
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(false);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + QFontMetrics(textFont(TextSize::Small)).height()
                                                     + 3 * space::kTight);
    inColumn(this, {{m_table, 1}, inRow({m_card}, QMargins(space::kSmall, 0, space::kSmall, space::kTight))}, QMargins(),
             space::kSmall);
    followRows(*m_table, this, [this](size_t group) { emit stepChosen(QString::fromStdString(m_steps[group].front())); });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &TimePage::showFinding);
    connect(&m_card->button(), &QToolButton::clicked, this, [this] {
        const NetworkFinding& finding = m_findings[m_finding];
        const QString step = QString::fromStdString(finding.step);
        finding.kind == StepAdvice::Kind::Tune ? emit taskWanted(step) : emit stepChosen(step);
    });
    m_card->button().setText(tr("Show the Layer")); // a button has a name even while it is hidden
    show(nullptr);
    new ColumnFit(*m_table, {QStringLiteral("state"), QStringLiteral("operators")}, QStringLiteral("operators"));
    for (const int hidden : {kShapeColumn, kCountColumn, kBoundColumn}) {
        m_table->setColumnHidden(hidden, true);
    }
    m_table->setItemDelegate(new GroupDelegate(columnOf(*m_groups, u"bound_share"), &Theme::accent, m_table));
}

void TimePage::show(const NetworkProfile* profile)
{
    const NetworkProfile none;
    const NetworkProfile& shown = profile ? *profile : none;
    m_steps.clear();
    for (const StepGroup& group : groupSteps(shown.report, shown.stepSeconds, shown.limits)) {
        std::vector<std::string>& names = m_steps.emplace_back();
        for (const size_t step : group.steps) {
            names.push_back(shown.report.steps[step].name);
        }
    }
    const Table table = stepGroupTable(shown.report, shown.stepSeconds, shown.limits);
    m_groups->setTable(stepHeadings(table), stepRows(table));
    m_findings = networkFindings(shown.report, shown.stepSeconds, shown.limits);
    m_card->setVisible(!m_findings.empty());
    showFinding();
}

void TimePage::select(const std::vector<std::string>& nodes)
{
    selectRows(*m_table, [&](size_t group) { return std::ranges::find_first_of(m_steps[group], nodes) != m_steps[group].end(); });
}

size_t TimePage::groupOf(const QModelIndex& row)
{
    return row.siblingAtColumn(0).data(CellTable::kKeyRole).toULongLong();
}

void TimePage::showFinding()
{
    if (m_findings.empty()) {
        return;
    }
    const QModelIndexList selected = m_table->selectionModel()->selectedRows();
    const auto own = std::ranges::find(m_findings, selected.isEmpty() ? "" : m_steps[groupOf(selected.front())].front(),
                                       &NetworkFinding::step);
    m_finding = own == m_findings.end() ? 0 : static_cast<size_t>(own - m_findings.begin());
    const NetworkFinding& finding = m_findings[m_finding];
    m_card->text().setText(coreText(finding.text) + QLatin1Char(' ') + coreText(finding.change));
    m_card->text().setToolTip(coreText(finding.evidence));
    m_card->button().setText(finding.kind == StepAdvice::Kind::Tune ? tr("Open Its Task") : tr("Show the Layer"));
}

} // namespace knobscope
