// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/knoblist.h"

#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/control.h"
#include "widgets/views/space/candidatefield.h"
#include "widgets/views/space/knoblayout.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPaintEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <functional>
#include <utility>

namespace knobscope {

namespace {

constexpr int kLetterTimeoutMs = 1000; // milliseconds after which letters start a new search

/// Returns "25 x 40" for [-1, 40] of 1000; nothing if the value is not a split.
QString loopsText(const KnobValue& value, int64_t extent)
{
    const auto* split = std::get_if<SplitEntity>(&value);
    if (!split || extent < 1) {
        return {};
    }
    int64_t inside = 1;
    QStringList sizes;
    for (size_t i = 1; i < split->sizes.size(); ++i) {
        inside *= std::max<int64_t>(1, split->sizes[i]);
        sizes << QString::number(split->sizes[i]);
    }
    sizes.prepend(QString::number((extent + inside - 1) / inside));
    return sizes.join(QStringLiteral(" x "));
}

} // namespace

KnobList::KnobList(SpaceDocument& document)
    : m_document(document)
    , m_field(
          new CandidateField(viewport(), [this](const QString& text) { return m_document.checkCandidate(currentKnob(), text); }))
{
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    setAccessibleName(tr("Knobs"));
    connect(m_field, &CandidateField::entered, this, &KnobList::applyTyped);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        m_field->cancel();
        viewport()->update();
    });
}

QSize KnobList::sizeHint() const
{
    return {600, minimumSizeHint().height()};
}

QSize KnobList::minimumSizeHint() const
{
    const int least = fontMetrics().height() * 6;
    return {240, std::max(least, m_layout.height() + 2 * frameWidth())}; // the page around it scrolls
}

void KnobList::setRows(std::vector<KnobRow> rows)
{
    const QString before = currentKnob();
    if (const std::string now = m_document.workload(); now != m_workload) {
        m_field->cancel(); // the field belongs to the previous task
        m_workload = now;
    }
    const std::vector<KnobRow> rowsBefore = std::exchange(m_rows, std::move(rows));
    const KnobLayout layoutBefore = m_layout;
    relayout();
    if (!m_layout.find(m_current)) {
        // A chip was removed or the space was replaced: stays in the row if it exists.
        m_current = m_layout.first(row(m_current.row) ? m_current.row : 0);
        viewport()->update();
    }
    viewport()->update(m_layout.changesFrom(layoutBefore, rowsBefore, m_rows).translated(0, -verticalScrollBar()->value()));
    describeCurrent();
    if (currentKnob() != before) {
        emit currentKnobChanged();
    }
}

void KnobList::relayout()
{
    m_layout.update(m_rows, viewport()->width(), fontMetrics(), QFontMetrics(emphasised(font())));
    if (std::exchange(m_contentHeight, m_layout.height()) != m_layout.height()) {
        updateGeometry();
    }
    verticalScrollBar()->setRange(0, std::max(0, m_layout.height() - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);
}

const KnobRow* KnobList::row(int number) const
{
    return number >= 0 && number < static_cast<int>(m_rows.size()) ? &m_rows[static_cast<size_t>(number)] : nullptr;
}

QString KnobList::currentKnob() const
{
    const KnobRow* current = row(m_current.row);
    return current ? current->name : QString();
}

void KnobList::setCurrentKnob(const QString& name)
{
    const auto found = std::ranges::find(m_rows, name, &KnobRow::name);
    if (found != m_rows.end() && name != currentKnob()) {
        setCurrentCell(m_layout.first(static_cast<int>(found - m_rows.begin())));
    }
}

void KnobList::setPointedKnob(const QString& name)
{
    if (name != m_pointed) {
        m_pointed = name;
        viewport()->update();
    }
}

void KnobList::setPreview(std::optional<ConfigEntity> values)
{
    m_preview = std::move(values);
    viewport()->update();
}

KnobCell KnobList::previewedCell(int number) const
{
    const KnobRow* knob = row(number);
    const KnobValue* value = knob && m_preview ? m_preview->find(knob->name.toStdString()) : nullptr;
    if (!value) {
        return {};
    }
    const auto found = std::ranges::find_if(knob->chips, [&](const KnobChip& chip) { return isEquivalent(chip.value, *value); });
    const bool isListed = found != knob->chips.end();
    const KnobCell chip{number, KnobCell::Chip, static_cast<int>(found - knob->chips.begin())};
    const KnobCell more{number, KnobCell::More, 0};
    const bool mayBeBehind = isListed || knob->total > static_cast<qint64>(knob->chips.size());
    return isListed && m_layout.find(chip) ? chip : mayBeBehind && m_layout.find(more) ? more : KnobCell();
}

void KnobList::setCurrentCell(KnobCell cell)
{
    if (!m_layout.find(cell) || cell == m_current) {
        return;
    }
    const bool otherKnob = cell.row != m_current.row;
    m_current = cell;
    reveal(m_layout.rows()[static_cast<size_t>(cell.row)].rect);
    viewport()->update();
    describeCurrent();
    if (otherKnob) {
        emit currentKnobChanged();
    }
}

void KnobList::reveal(const QRect& place)
{
    QScrollBar* bar = verticalScrollBar();
    bar->setValue(std::min(std::max(bar->value(), place.bottom() + 1 - viewport()->height()), place.top()));
    const QRect seen = place.translated(0, -bar->value());
    for (QWidget* around = parentWidget(); around; around = around->parentWidget()) {
        if (auto* area = qobject_cast<QScrollArea*>(around); area && area->widget()->isAncestorOf(this)) {
            const QPoint at = viewport()->mapTo(area->widget(), seen.topLeft());
            area->ensureVisible(at.x(), at.y() + seen.height(), 0, 0);
            area->ensureVisible(at.x(), at.y(), 0, 0);
        }
    }
}

/// Sets the screen reader's text of the current cell.
void KnobList::describeCurrent()
{
    const KnobRow* current = row(m_current.row);
    const KnobChip* chip = chipAt(m_current);
    const QString cell = !chip                                    ? tr("buttons of the knob")
                       : chip->state == Candidate::State::Removed ? tr("%1, removed").arg(chip->text)
                       : chip->state == Candidate::State::Added   ? tr("%1, added").arg(chip->text)
                                                                  : tr("%1, kept").arg(chip->text);
    setAccessibleDescription(current ? tr("%1, %2, %3 candidate(s): %4", nullptr, pluralOf(current->size))
                                           .arg(current->name, current->about(), KnobLayout::countText(*current), cell)
                                     : QString());
}

const KnobChip* KnobList::chipAt(KnobCell cell) const
{
    return cell.kind == KnobCell::Chip && m_layout.find(cell) ? &row(cell.row)->chips[static_cast<size_t>(cell.chip)] : nullptr;
}

QRect KnobList::cellRect(KnobCell cell) const
{
    const KnobLayout::Cell* place = m_layout.find(cell);
    return place ? place->rect.translated(0, -verticalScrollBar()->value()) : QRect();
}

KnobCell KnobList::cellUnder(const QPoint& position) const
{
    return m_layout.at(position + QPoint(0, verticalScrollBar()->value()));
}

const KnobRow* KnobList::rowUnder(const QPoint& position) const
{
    return row(m_layout.rowAt(position.y() + verticalScrollBar()->value()));
}

void KnobList::paintEvent(QPaintEvent* event)
{
    QPainter painter(viewport());
    const int top = verticalScrollBar()->value();
    painter.translate(0, -top);
    painter.setFont(font());
    painter.setRenderHint(QPainter::Antialiasing);
    for (size_t i = 0; i < m_rows.size() && i < m_layout.rows().size(); ++i) {
        const KnobLayout::Row& place = m_layout.rows()[i];
        if (event->rect().translated(0, top).intersects(place.rect)) {
            const bool isCurrent = static_cast<int>(i) == m_current.row;
            paintKnobRow(painter, palette(), place, m_rows[i], m_current, m_hovered, previewedCell(static_cast<int>(i)),
                         isCurrent || m_rows[i].name == m_pointed, hasFocus());
        }
    }
}

void KnobList::resizeEvent(QResizeEvent*)
{
    m_field->cancel();
    relayout();
    if (!m_layout.find(m_current)) {
        m_current = m_layout.first(m_current.row);
    }
}

void KnobList::setKept(KnobCell cell, bool keep, bool beginsDrag)
{
    m_drags += beginsDrag ? 1 : 0;
    const KnobChip* chip = chipAt(cell);
    if (chip && (chip->state != Candidate::State::Removed) != keep) {
        m_document.setKept(row(cell.row)->name, {chip->value}, keep, QStringLiteral("drag %1").arg(m_drags));
    }
}

void KnobList::activate()
{
    switch (m_current.kind) {
    case KnobCell::Chip:
        if (const KnobChip* chip = chipAt(m_current)) {
            setKept(m_current, chip->state == Candidate::State::Removed);
        }
        break;
    case KnobCell::More: emit listRequested(currentKnob()); break;
    case KnobCell::Add: beginAdding(); break;
    case KnobCell::Reset: m_document.reset(currentKnob()); break;
    case KnobCell::None: break;
    }
}

void KnobList::beginAdding()
{
    if (row(m_current.row)) {
        setCurrentCell({m_current.row, KnobCell::Add, 0});
        openField(m_current);
    }
}

void KnobList::openField(KnobCell cell)
{
    const auto& chips = row(cell.row)->chips;
    const bool isSplit = !chips.empty() && std::holds_alternative<SplitEntity>(chips.front().value);
    const KnobChip* replaced = chipAt(cell);
    m_fieldCell = cell;
    m_field->open(cellRect(cell), isSplit ? chips.front().text : QString(), replaced ? replaced->text : QString());
}

void KnobList::applyTyped(const QString& text)
{
    if (const KnobChip* replaced = chipAt(m_fieldCell)) {
        m_document.add(currentKnob(), text, &replaced->value);
    } else {
        const int number = m_current.row;
        m_document.add(currentKnob(), text);
        showAdded(number);
    }
}

/// Scrolls down if the row has grown beyond the visible area.
void KnobList::showAdded(int number)
{
    const auto& chips = row(number)->chips;
    const auto added =
        std::find_if(chips.rbegin(), chips.rend(), [](const KnobChip& chip) { return chip.state == Candidate::State::Added; });
    const KnobCell cell{number, KnobCell::Chip, static_cast<int>(std::distance(added, chips.rend())) - 1};
    if (const KnobLayout::Cell* place = added == chips.rend() ? nullptr : m_layout.find(cell)) {
        reveal(place->rect.adjusted(0, -2, 0, 2));
    }
}

void KnobList::keyPressEvent(QKeyEvent* event)
{
    const KnobChip* chip = chipAt(m_current);
    switch (event->key()) {
    case Qt::Key_Left: return setCurrentCell(m_layout.step(m_current, -1, 0));
    case Qt::Key_Right: return setCurrentCell(m_layout.step(m_current, 1, 0));
    case Qt::Key_Up: return setCurrentCell(m_layout.step(m_current, 0, -1));
    case Qt::Key_Down: return setCurrentCell(m_layout.step(m_current, 0, 1));
    case Qt::Key_Home: return setCurrentCell(m_layout.first(m_current.row));
    case Qt::Key_End: return setCurrentCell(m_layout.last(m_current.row));
    case Qt::Key_PageUp: return setCurrentCell(m_layout.first(0));
    case Qt::Key_PageDown: return setCurrentCell(m_layout.first(static_cast<int>(m_rows.size()) - 1));
    case Qt::Key_Space: return activate();
    case Qt::Key_Insert: return beginAdding();
    case Qt::Key_Delete: return setKept(m_current, false);
    case Qt::Key_F2:
    case Qt::Key_Return:
    case Qt::Key_Enter: return chip ? openField(m_current) : activate();
    case Qt::Key_Backspace:
        if (event->modifiers() & Qt::ControlModifier) {
            m_document.reset(currentKnob());
            return;
        }
        break;
    default: break;
    }
    const bool isPlain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    const QString typed = isPlain ? event->text() : QString();
    if (typed == QLatin1String("+")) {
        return beginAdding();
    }
    if (typed == QLatin1String("=") && chip) {
        m_document.fix(currentKnob(), chip->value);
        return;
    }
    if (!typed.isEmpty() && (typed.front().isLetter() || typed == QLatin1String("_"))) {
        return findKnob(typed);
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void KnobList::findKnob(const QString& letters)
{
    m_letters = m_lettersClock.isValid() && m_lettersClock.elapsed() < kLetterTimeoutMs ? m_letters + letters : letters;
    m_lettersClock.start();
    const auto begins = [this](const KnobRow& knob) { return knob.name.startsWith(m_letters, Qt::CaseInsensitive); };
    if (const auto found = std::ranges::find_if(m_rows, begins); found != m_rows.end()) {
        setCurrentKnob(found->name);
    }
}

void KnobList::mousePressEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const KnobCell cell = cellUnder(position);
    if (!cell.isValid()) {
        return setCurrentCell(m_layout.first(m_layout.rowAt(position.y() + verticalScrollBar()->value())));
    }
    setCurrentCell(cell);
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (const KnobChip* chip = chipAt(cell)) {
        m_dragKeeps = chip->state == Candidate::State::Removed;
        setKept(cell, *m_dragKeeps);
    } else {
        activate();
    }
}

void KnobList::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const KnobCell cell = cellUnder(position);
    if (cell != m_hovered) {
        m_hovered = cell;
        viewport()->update();
    }
    const KnobRow* pointed = rowUnder(position);
    emit knobHovered(pointed ? pointed->name : QString());
    if (m_dragKeeps && cell.row == m_current.row && cell != m_current && chipAt(cell)) {
        setCurrentCell(cell);
        setKept(cell, *m_dragKeeps, false);
    }
}

void KnobList::mouseReleaseEvent(QMouseEvent*)
{
    m_dragKeeps.reset();
}

/// Edits the candidate; the first click has already toggled it.
void KnobList::mouseDoubleClickEvent(QMouseEvent* event)
{
    const KnobCell cell = cellUnder(event->position().toPoint());
    const KnobChip* chip = chipAt(cell);
    if (event->button() == Qt::LeftButton && chip) {
        setKept(cell, chip->state == Candidate::State::Removed, false);
        if (chipAt(cell)) {
            openField(cell);
        }
    }
}

void KnobList::contextMenuEvent(QContextMenuEvent* event)
{
    const QRect current = cellRect(m_current);
    showMenu(event->reason() == QContextMenuEvent::Mouse ? event->globalPos() : viewport()->mapToGlobal(current.bottomLeft()));
}

void KnobList::showMenu(const QPoint& at)
{
    const KnobRow* current = row(m_current.row);
    if (!current) {
        return;
    }
    auto* menu = makeControl<QMenu>("knobMenu", this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    // Task or edits may change while the menu is open: acts on the original task and knob, or not at all.
    const auto add = [&](const char* id, const QString& text, std::function<void()> act) {
        return addEntry(*menu, id, text, this, [this, act = std::move(act), task = m_document.workload(), name = current->name] {
            if (m_document.workload() == task && currentKnob() == name) {
                act();
            }
        });
    };
    if (const KnobChip* chip = chipAt(m_current)) {
        const bool isRemoved = chip->state == Candidate::State::Removed;
        add("keepOrRemove", (isRemoved ? tr("&Keep %1") : tr("&Remove %1")).arg(chip->text),
            [this, value = chip->value, isRemoved] { m_document.setKept(currentKnob(), {value}, isRemoved, {}); });
        add("only", tr("&Only %1").arg(chip->text), [this, value = chip->value] { m_document.fix(currentKnob(), value); });
        add("change", tr("&Change %1…").arg(chip->text), [this, cell = m_current, value = chip->value] {
            const KnobChip* now = chipAt(cell);
            if (now && isEquivalent(now->value, value)) {
                openField(cell);
            }
        });
        menu->addSeparator();
    }
    add("addCandidate", tr("&Add Candidate…"), [this] { beginAdding(); });
    add("candidates", tr("All &Candidates…"), [this] { emit listRequested(currentKnob()); });
    add("reset", tr("Reset to &Template"), [this] { m_document.reset(currentKnob()); })->setEnabled(current->isChanged);
    menu->popup(at);
}

void KnobList::showTip(const QPoint& position, const QPoint& at)
{
    const KnobRow* knob = rowUnder(position);
    if (!knob) {
        return;
    }
    const KnobChip* chip = chipAt(cellUnder(position));
    const QString loops = chip ? loopsText(chip->value, knob->extent) : QString();
    const QString ofKnob = knob->isChanged
                             ? tr("%1: %2\nChanged from the template:\n%3").arg(knob->name, knob->about(), knob->changes)
                             : tr("%1: %2\nSame as in the template").arg(knob->name, knob->about());
    QToolTip::showText(at,
                       cellUnder(position).kind == KnobCell::Reset ? tr("Makes this knob that of the template again")
                       : !loops.isEmpty() ? tr("%1 splits %2 into loops of %3, outermost first; -1 stands for the rest.")
                                                .arg(chip->text, QString::number(knob->extent), loops)
                       : chip ? chip->text + QLatin1Char('\n') + ofKnob // in full, in case the chip is elided
                              : ofKnob,
                       viewport());
}

bool KnobList::event(QEvent* event)
{
    if (event->type() == QEvent::FocusIn || event->type() == QEvent::FocusOut) {
        viewport()->update(); // paints or removes the current cell's frame
    }
    return QAbstractScrollArea::event(event);
}

bool KnobList::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_hovered = {};
        viewport()->update();
        emit knobHovered({});
    }
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        showTip(help->pos(), help->globalPos());
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace knobscope
