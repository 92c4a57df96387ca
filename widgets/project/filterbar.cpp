// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/filterbar.h"

#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/project/runchoice.h"

#include <QKeyEvent>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <ranges>
#include <utility>

namespace knobscope {

namespace {

constexpr int kSideMargin = 9;  ///< from text to border
constexpr int kTopMargin = 3;
constexpr int kCrossSize = 7;

/// Id of a filter's chip and of its switch: at most one filter with an id is set.
QString idOf(const TrialFilter& filter)
{
    switch (filter.kind) {
    case TrialFilter::Kind::Knob: return QStringLiteral("filter.knob.") + QString::fromStdString(filter.knob);
    case TrialFilter::Kind::Failed: return QStringLiteral("filter.failed");
    case TrialFilter::Kind::Succeeded: return QStringLiteral("filter.succeeded");
    case TrialFilter::Kind::Run: return QStringLiteral("filter.run.%1").arg(filter.run);
    case TrialFilter::Kind::Tag: return QStringLiteral("filter.tag.") + QString::fromStdString(filter.knob);
    case TrialFilter::Kind::Time: break;
    }
    return QStringLiteral("filter.time");
}

} // namespace

FilterChip::FilterChip(TrialFilter filter, QWidget* parent)
    : QAbstractButton(parent)
    , m_filter(std::move(filter))
{
    // Escapes ampersands, which would mark access keys.
    const QString label = Filters::text(m_filter);
    setText(QString(label).replace(QLatin1Char('&'), QStringLiteral("&&")));
    setObjectName(idOf(m_filter));
    setAccessibleName(tr("Filter: %1").arg(label));
    setAccessibleDescription(tr("Press Delete to remove the filter."));
    setToolTip(tr("%1. Click the cross or press Delete to remove this filter.").arg(label));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
}

QSize FilterChip::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(Filters::text(m_filter)) + 3 * kSideMargin + kCrossSize,
            fontMetrics().height() + 2 * kTopMargin};
}

QSize FilterChip::minimumSizeHint() const
{
    return {std::min(sizeHint().width(), 6 * kSideMargin), sizeHint().height()};
}

QRect FilterChip::crossRect() const
{
    const int wide = kCrossSize + 2 * kSideMargin;
    return layoutDirection() == Qt::RightToLeft ? QRect(0, 0, wide, height()) : QRect(width() - wide, 0, wide, height());
}

void FilterChip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor fill = palette().color(QPalette::Highlight);
    fill.setAlpha(underMouse() || hasFocus() ? 70 : 40);
    QColor rim = palette().color(QPalette::Highlight);
    rim.setAlpha(hasFocus() ? 255 : 120);
    painter.setPen(QPen(rim, hasFocus() ? 2 : 1));
    painter.setBrush(fill);
    const qreal inset = hasFocus() ? 1 : 0.5;
    const QRectF body = QRectF(rect()).adjusted(inset, inset, -inset, -inset);
    painter.drawRoundedRect(body, body.height() / 2, body.height() / 2);
    painter.setPen(palette().color(QPalette::WindowText));
    const QRect close = crossRect();
    QRect textArea = rect().adjusted(kSideMargin, 0, -kSideMargin, 0);
    layoutDirection() == Qt::RightToLeft ? textArea.setLeft(close.right()) : textArea.setRight(close.left() + kSideMargin / 2);
    painter.drawText(textArea, Qt::AlignVCenter | Qt::AlignLeading,
                     fontMetrics().elidedText(Filters::text(m_filter), Qt::ElideMiddle, textArea.width()));
    const QPointF middle = QRectF(close).center();
    const qreal arm = kCrossSize / 2.0;
    const bool isPointedAt = underMouse() && close.contains(mapFromGlobal(QCursor::pos()));
    painter.setPen(
        QPen(palette().color(isPointedAt ? QPalette::WindowText : QPalette::PlaceholderText), 1.6, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(middle - QPointF(arm, arm), middle + QPointF(arm, arm));
    painter.drawLine(middle - QPointF(arm, -arm), middle + QPointF(arm, -arm));
}

void FilterChip::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
    case Qt::Key_Space:
    case Qt::Key_Return:
    case Qt::Key_Enter: emit removed(); break;
    default: QAbstractButton::keyPressEvent(event);
    }
}

void FilterChip::mouseReleaseEvent(QMouseEvent* event)
{
    setDown(false);
    if (event->button() == Qt::LeftButton && crossRect().contains(event->position().toPoint())) {
        emit removed();
    }
}

void FilterChip::mouseMoveEvent(QMouseEvent* event)
{
    QAbstractButton::mouseMoveEvent(event);
    update();
}

FilterBar::FilterBar(Workspace& workspace, QWidget* parent)
    : WrappingPage(parent)
    , m_workspace(workspace)
    , m_flow(new FlowLayout)
    , m_none(new QLabel(tr("No filters: all trials are shown."), this))
    , m_problem(new QLabel(this))
    , m_add(makeControl<QToolButton>("addFilter", this))
    , m_clear(makeControl<QToolButton>("clearFilters", this))
    , m_menu(makeControl<QMenu>("filterMenu", m_add))
    , m_runs(makeControl<QMenu>("runMenu", tr("&Run"), this))
    , m_input(makeControl<FilterInput>("newFilter", workspace, this))
{
    setAccessibleName(tr("Filters"));
    m_none->setForegroundRole(QPalette::PlaceholderText);
    m_problem->setWordWrap(true);
    m_problem->hide();
    m_add->setText(tr("&Add Filter"));
    m_add->setToolTip(tr("Show only matching trials in all views"));
    m_add->setPopupMode(QToolButton::InstantPopup);
    m_add->setMenu(m_menu);
    m_clear->setText(tr("C&lear All"));
    m_clear->setToolTip(tr("Remove all filters"));
    for (QToolButton* button : {m_add, m_clear}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::StrongFocus);
    }
    m_input->hide();
    m_flow->setSpacing(space::kSmall);
    m_flow->setContentsMargins(0, 0, 0, 0);
    for (QWidget* widget : std::initializer_list<QWidget*>{m_none, m_input, m_add, m_clear}) {
        m_flow->addWidget(widget);
    }
    colourAsProblem(*m_problem, true);
    inColumn(this, {m_flow, m_problem}, QMargins(space::kSmall, 0, space::kSmall, 0), space::kTight);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    connect(m_menu, &QMenu::aboutToShow, this, &FilterBar::fillMenu);
    connect(m_clear, &QToolButton::clicked, this, [this] { m_workspace.filters().clear(); });
    connect(m_input, &FilterInput::added, this, &FilterBar::endInput);
    connect(m_input, &FilterInput::cancelled, this, &FilterBar::endInput);
    connect(m_input, &FilterInput::problemChanged, this, [this](const QString& sentence) {
        m_problem->setText(sentence);
        m_problem->setVisible(!sentence.isEmpty());
    });
    connect(&workspace.filters(), &Filters::changed, this, &FilterBar::showFilters);
    fillMenu();
    showFilters();
}

void FilterBar::showFilters()
{
    // Reuses unchanged chips: adding or removing a chip causes a layout of the whole window.
    const std::vector<FilterChip*> old = std::exchange(m_chips, {});
    auto next = old.begin();
    const auto dropUntil = [&](auto end) {
        for (; next != end; ++next) {
            m_flow->removeWidget(*next);
            (*next)->hide();
            (*next)->deleteLater(); // it may be the one whose click is being handled
        }
    };
    QWidget* before = m_none;
    for (const TrialFilter& filter : m_workspace.filters().all()) {
        const auto kept = std::find_if(next, old.end(), [&](const FilterChip* chip) { return chip->filter() == filter; });
        if (kept != old.end()) {
            dropUntil(kept);
            m_chips.push_back(*next++);
        } else {
            auto* chip = m_chips.emplace_back(new FilterChip(filter, this));
            connect(chip, &FilterChip::removed, this, [this, chip] { remove(chip); });
            m_flow->insertWidget(static_cast<int>(m_chips.size()) - 1, chip);
            chip->show();
        }
        setTabOrder(before, m_chips.back());
        before = m_chips.back();
    }
    dropUntil(old.end());
    if (!m_chips.empty()) {
        setTabOrder(m_chips.back(), m_input);
        setTabOrder(m_input, m_add);
    }
    m_none->setVisible(m_chips.empty() && m_input->isHidden());
    m_clear->setVisible(m_chips.size() > 1);
    updateGeometry();
}

void FilterBar::remove(FilterChip* chip)
{
    const bool hadFocus = chip->hasFocus();
    const auto at = static_cast<size_t>(std::ranges::find(m_chips, chip) - m_chips.begin());
    m_workspace.filters().remove(TrialFilter(chip->filter()));
    if (!hadFocus) {
        return;
    }
    QWidget* next = m_chips.empty() ? static_cast<QWidget*>(m_add) : m_chips[std::min(at, m_chips.size() - 1)];
    next->setFocus(Qt::TabFocusReason);
}

void FilterBar::fillMenu()
{
    m_menu->clear();
    const auto& active = m_workspace.filters().all();
    const auto add = [&](QMenu* menu, const QString& text, const TrialFilter& filter) {
        QAction* action = addEntry(*menu, idOf(filter), text);
        action->setCheckable(true);
        action->setChecked(std::ranges::find(active, filter) != active.end());
        connect(action, &QAction::triggered, this,
                [this, filter](bool isOn) { isOn ? m_workspace.filters().add(filter) : m_workspace.filters().remove(filter); });
    };
    addEntry(*m_menu, "filter.knob", tr("&Knob = Value…"), this, &FilterBar::beginInput);
    m_menu->addSeparator();
    add(m_menu, tr("&Failed Trials Only"), {.kind = TrialFilter::Kind::Failed});
    add(m_menu, tr("&Measured Trials Only"), {.kind = TrialFilter::Kind::Succeeded});
    m_runs->clear();
    m_runs->setEnabled(!m_workspace.runs().empty());
    m_menu->addMenu(m_runs);
    for (const RunRow& run : m_workspace.runs() | std::views::reverse) {
        add(m_runs, runName(run), {.kind = TrialFilter::Kind::Run, .run = run.id});
    }
    m_menu->addSeparator();
    QAction* clear = addEntry(*m_menu, "filter.clear", tr("&Clear All Filters"), this, [this] { m_workspace.filters().clear(); });
    clear->setEnabled(!active.empty());
}

void FilterBar::beginInput()
{
    m_none->hide();
    m_input->begin();
    updateGeometry();
}

void FilterBar::endInput()
{
    const bool hadFocus = m_input->hasFocus();
    m_input->hide();
    m_problem->hide();
    m_none->setVisible(m_chips.empty());
    if (hadFocus) {
        m_add->setFocus(Qt::OtherFocusReason);
    }
    updateGeometry();
}

} // namespace knobscope
