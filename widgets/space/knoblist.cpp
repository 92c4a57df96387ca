// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/knoblist.h"

#include "widgets/space/expressionfield.h"
#include "widgets/space/knobpainter.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int letterPause = 1000; // milliseconds after which typed letters start a new word
constexpr int shownRows = 6;

/// "25 x 40" of [-1, 40] for 1000; nothing for a value that is no split.
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

KnobList::KnobList(QWidget* parent)
    : QAbstractScrollArea(parent)
    , m_field(new QLineEdit(viewport()))
    , m_problem(new QLabel(viewport()))
{
    setFocusPolicy(Qt::StrongFocus);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    viewport()->setAutoFillBackground(true);
    setAccessibleName(tr("Knobs"));
    m_field->setObjectName(QStringLiteral("newValue"));
    passUndoOn(*m_field);
    m_field->setAccessibleName(tr("Value of the knob"));
    m_field->installEventFilter(this);
    m_field->hide();
    m_problem->setAutoFillBackground(true);
    m_problem->setBackgroundRole(QPalette::ToolTipBase);
    m_problem->setForegroundRole(QPalette::ToolTipText);
    m_problem->setFrameShape(QFrame::Box);
    m_problem->setMargin(4);
    m_problem->setWordWrap(true);
    m_problem->hide();
    connect(m_field, &QLineEdit::textEdited, this, &KnobList::showFieldProblem);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this] {
        closeField(false);
        viewport()->update();
    });
}

QSize KnobList::sizeHint() const
{
    return {600, fontMetrics().height() * 3 * shownRows};
}

QSize KnobList::minimumSizeHint() const
{
    return {240, fontMetrics().height() * 6};
}

void KnobList::setRows(std::vector<KnobRow> rows)
{
    const QString before = currentKnob();
    m_rows = std::move(rows);
    relayout();
    if (!m_layout.find(m_current)) {
        // A chip went (an addition was taken back) or another space came: stay in the row where there is one.
        const bool sameRow = m_current.row >= 0 && m_current.row < static_cast<int>(m_rows.size());
        m_current =
            m_rows.empty() ? KnobCell{} : m_layout.rows()[sameRow ? static_cast<size_t>(m_current.row) : 0].cells.front().cell;
    }
    viewport()->update();
    describeCurrent();
    if (currentKnob() != before) {
        emit currentKnobChanged(currentKnob());
    }
}

void KnobList::relayout()
{
    QFont bold = font();
    bold.setBold(true);
    m_layout.update(m_rows, viewport()->width(), fontMetrics(), QFontMetrics(bold));
    verticalScrollBar()->setRange(0, std::max(0, m_layout.height() - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(fontMetrics().height() * 2);
    findPreviewed();
}

QString KnobList::currentKnob() const
{
    return m_current.row >= 0 && m_current.row < static_cast<int>(m_rows.size()) ? m_rows[static_cast<size_t>(m_current.row)].name
                                                                                 : QString();
}

void KnobList::setCurrentKnob(const QString& name)
{
    for (size_t i = 0; i < m_rows.size(); ++i) {
        if (m_rows[i].name == name && static_cast<int>(i) != m_current.row) {
            setCurrentCell(m_layout.rows()[i].cells.front().cell);
        }
    }
}

void KnobList::setPointedKnob(const QString& name)
{
    if (name != m_pointed) {
        m_pointed = name;
        viewport()->update();
    }
}

void KnobList::setPreview(const ConfigEntity* values)
{
    m_preview = values ? std::optional(*values) : std::nullopt;
    findPreviewed();
    viewport()->update();
}

KnobCell KnobList::previewedCell(int row) const
{
    return row >= 0 && row < static_cast<int>(m_previewed.size()) ? m_previewed[static_cast<size_t>(row)] : KnobCell();
}

void KnobList::findPreviewed()
{
    m_previewed.clear();
    for (size_t i = 0; m_preview && i < m_rows.size(); ++i) {
        const KnobRow& row = m_rows[i];
        const KnobValue* value = m_preview->find(row.name.toStdString());
        const auto isIt = [&](const KnobChip& chip) { return value && meansTheSame(chip.value, *value); };
        const auto found = std::find_if(row.chips.begin(), row.chips.end(), isIt);
        const bool isListed = found != row.chips.end();
        const KnobCell chip{static_cast<int>(i), KnobCell::Chip, static_cast<int>(found - row.chips.begin())};
        const KnobCell more{static_cast<int>(i), KnobCell::More, 0};
        const bool mayBeBehind = value && (isListed || row.total > static_cast<qint64>(row.chips.size()));
        m_previewed.push_back(isListed && m_layout.find(chip) ? chip : mayBeBehind && m_layout.find(more) ? more : KnobCell());
    }
}

void KnobList::setCurrentCell(KnobCell cell)
{
    if (!m_layout.find(cell) || cell == m_current) {
        return;
    }
    const bool otherKnob = cell.row != m_current.row;
    m_current = cell;
    scrollTo(cell);
    viewport()->update();
    describeCurrent();
    if (otherKnob) {
        emit currentKnobChanged(currentKnob());
    }
}

void KnobList::scrollTo(KnobCell cell)
{
    const QRect row = m_layout.rows()[static_cast<size_t>(cell.row)].rect;
    QScrollBar* bar = verticalScrollBar();
    if (row.top() < bar->value()) {
        bar->setValue(row.top());
    } else if (row.bottom() >= bar->value() + viewport()->height()) {
        bar->setValue(row.bottom() + 1 - viewport()->height());
    }
}

/// What a screen reader says of the current cell.
void KnobList::describeCurrent()
{
    if (m_current.row < 0 || m_current.row >= static_cast<int>(m_rows.size())) {
        setAccessibleDescription({});
        return;
    }
    const KnobRow& row = m_rows[static_cast<size_t>(m_current.row)];
    const KnobChip* chip = chipAt(m_current);
    QString cell = tr("its buttons");
    if (chip) {
        cell = chip->state == Candidate::State::Removed ? tr("%1, removed").arg(chip->text)
             : chip->state == Candidate::State::Added   ? tr("%1, added").arg(chip->text)
                                                        : tr("%1, kept").arg(chip->text);
    }
    setAccessibleDescription(tr("%1, %2, %3 candidates: %4").arg(row.name, row.kind, KnobLayout::countText(row), cell));
}

const KnobChip* KnobList::chipAt(KnobCell cell) const
{
    return cell.kind == KnobCell::Chip && m_layout.find(cell)
             ? &m_rows[static_cast<size_t>(cell.row)].chips[static_cast<size_t>(cell.chip)]
             : nullptr;
}

QRect KnobList::cellRect(KnobCell cell) const
{
    const KnobLayout::Cell* place = m_layout.find(cell);
    return place ? place->rect.translated(0, -verticalScrollBar()->value()) : QRect();
}

std::optional<KnobCell> KnobList::cellUnder(const QPoint& position) const
{
    const KnobCell cell = m_layout.at(position + QPoint(0, verticalScrollBar()->value()));
    return cell.isValid() ? std::optional(cell) : std::nullopt;
}

void KnobList::paintEvent(QPaintEvent*)
{
    QPainter painter(viewport());
    const int top = verticalScrollBar()->value();
    painter.translate(0, -top);
    KnobPainter rows(painter, palette(), font());
    for (size_t i = 0; i < m_rows.size() && i < m_layout.rows().size(); ++i) {
        const KnobLayout::Row& place = m_layout.rows()[i];
        if (place.rect.bottom() >= top && place.rect.top() <= top + viewport()->height()) {
            const bool isCurrent = static_cast<int>(i) == m_current.row;
            rows.paintRow(place, m_rows[i], m_current, m_hovered, previewedCell(static_cast<int>(i)),
                          isCurrent || m_rows[i].name == m_pointed, hasFocus());
        }
    }
}

void KnobList::resizeEvent(QResizeEvent*)
{
    closeField(false);
    relayout();
    if (m_current.isValid() && !m_layout.find(m_current) && m_current.row < static_cast<int>(m_rows.size())) {
        m_current = m_layout.rows()[static_cast<size_t>(m_current.row)].cells.front().cell;
    }
}

void KnobList::setKept(KnobCell cell, bool keep, int gesture)
{
    const KnobChip* chip = chipAt(cell);
    if (chip && (chip->state != Candidate::State::Removed) != keep) {
        const KnobValue value = chip->value; // the rows are replaced while it is handled
        emit keepRequested(m_rows[static_cast<size_t>(cell.row)].name, value, keep, gesture);
    }
}

void KnobList::activate()
{
    switch (m_current.kind) {
    case KnobCell::Chip:
        if (const KnobChip* chip = chipAt(m_current)) {
            setKept(m_current, chip->state == Candidate::State::Removed, ++m_gesture);
        }
        break;
    case KnobCell::More: emit listRequested(currentKnob()); break;
    case KnobCell::Add: beginAdding(); break;
    case KnobCell::Reset: emit resetRequested(currentKnob()); break;
    case KnobCell::None: break;
    }
}

void KnobList::keyPressEvent(QKeyEvent* event)
{
    const KnobChip* chip = chipAt(m_current);
    const bool plain = !(event->modifiers() & (Qt::ControlModifier | Qt::AltModifier | Qt::MetaModifier));
    switch (event->key()) {
    case Qt::Key_Left: return setCurrentCell(m_layout.step(m_current, -1, 0));
    case Qt::Key_Right: return setCurrentCell(m_layout.step(m_current, 1, 0));
    case Qt::Key_Up: return setCurrentCell(m_layout.step(m_current, 0, -1));
    case Qt::Key_Down: return setCurrentCell(m_layout.step(m_current, 0, 1));
    case Qt::Key_Home:
        return m_rows.empty()
                 ? void()
                 : setCurrentCell(m_layout.rows()[static_cast<size_t>(std::max(0, m_current.row))].cells.front().cell);
    case Qt::Key_End:
        return m_rows.empty()
                 ? void()
                 : setCurrentCell(m_layout.rows()[static_cast<size_t>(std::max(0, m_current.row))].cells.back().cell);
    case Qt::Key_PageUp: return m_rows.empty() ? void() : setCurrentCell(m_layout.rows().front().cells.front().cell);
    case Qt::Key_PageDown: return m_rows.empty() ? void() : setCurrentCell(m_layout.rows().back().cells.front().cell);
    case Qt::Key_Space: return activate();
    case Qt::Key_Insert: return beginAdding();
    case Qt::Key_Delete: return setKept(m_current, false, ++m_gesture);
    case Qt::Key_F2:
    case Qt::Key_Return:
    case Qt::Key_Enter: return chip ? openField(m_current, chip->text) : activate();
    case Qt::Key_Backspace:
        if (event->modifiers() & Qt::ControlModifier) {
            emit resetRequested(currentKnob());
            return;
        }
        break;
    default: break;
    }
    if (plain && event->text() == QLatin1String("+")) {
        return beginAdding();
    }
    if (plain && event->text() == QLatin1String("=") && chip) {
        const KnobValue value = chip->value;
        emit fixRequested(currentKnob(), value);
        return;
    }
    if (plain && !event->text().isEmpty() && (event->text().front().isLetter() || event->text() == QLatin1String("_"))) {
        return findKnob(event->text());
    }
    QAbstractScrollArea::keyPressEvent(event);
}

void KnobList::findKnob(const QString& letters)
{
    m_letters = m_lettersClock.isValid() && m_lettersClock.elapsed() < letterPause ? m_letters + letters : letters;
    m_lettersClock.start();
    for (const KnobRow& row : m_rows) {
        if (row.name.startsWith(m_letters, Qt::CaseInsensitive)) {
            return setCurrentKnob(row.name);
        }
    }
}

void KnobList::mousePressEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const auto cell = cellUnder(position);
    if (!cell) {
        const int row = m_layout.rowAt(position.y() + verticalScrollBar()->value());
        if (row >= 0) {
            setCurrentCell(m_layout.rows()[static_cast<size_t>(row)].cells.front().cell);
        }
        return;
    }
    setCurrentCell(*cell);
    if (event->button() != Qt::LeftButton) {
        return;
    }
    if (const KnobChip* chip = chipAt(*cell)) {
        m_dragKeeps = chip->state == Candidate::State::Removed;
        setKept(*cell, *m_dragKeeps, ++m_gesture);
    } else {
        activate();
    }
}

void KnobList::mouseMoveEvent(QMouseEvent* event)
{
    const QPoint position = event->position().toPoint();
    const KnobCell cell = cellUnder(position).value_or(KnobCell{});
    if (cell != m_hovered) {
        m_hovered = cell;
        viewport()->update();
    }
    const int row = m_layout.rowAt(position.y() + verticalScrollBar()->value());
    emit knobHovered(row < 0 ? QString() : m_rows[static_cast<size_t>(row)].name);
    if (m_dragKeeps && cell.row == m_current.row && cell != m_current && chipAt(cell)) {
        setCurrentCell(cell);
        setKept(cell, *m_dragKeeps, m_gesture);
    }
}

void KnobList::mouseReleaseEvent(QMouseEvent*)
{
    m_dragKeeps.reset();
}

/// The first click has ticked or unticked it; the second one means the value itself.
void KnobList::mouseDoubleClickEvent(QMouseEvent* event)
{
    const auto cell = cellUnder(event->position().toPoint());
    if (event->button() == Qt::LeftButton && cell && chipAt(*cell)) {
        setKept(*cell, chipAt(*cell)->state == Candidate::State::Removed, m_gesture);
        if (const KnobChip* chip = chipAt(*cell)) {
            openField(*cell, chip->text);
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
    const KnobRow* row = currentKnob().isEmpty() ? nullptr : &m_rows[static_cast<size_t>(m_current.row)];
    if (!row) {
        return;
    }
    auto* menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    if (const KnobChip* chip = chipAt(m_current)) {
        const bool isRemoved = chip->state == Candidate::State::Removed;
        menu->addAction(isRemoved ? tr("&Keep %1").arg(chip->text) : tr("&Remove %1").arg(chip->text), this, &KnobList::activate);
        menu->addAction(tr("&Only %1").arg(chip->text), this,
                        [this, name = row->name, value = chip->value] { emit fixRequested(name, value); });
        menu->addAction(tr("&Change %1…").arg(chip->text), this,
                        [this, cell = m_current, text = chip->text] { openField(cell, text); });
        menu->addSeparator();
    }
    menu->addAction(tr("&Add a value…"), this, &KnobList::beginAdding);
    menu->addAction(tr("All &candidates…"), this, [this, name = row->name] { emit listRequested(name); });
    menu->addAction(tr("Back to the &template"), this, [this, name = row->name] { emit resetRequested(name); })
        ->setEnabled(row->isChanged);
    menu->popup(at);
}

void KnobList::focusInEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void KnobList::focusOutEvent(QFocusEvent* event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

bool KnobList::viewportEvent(QEvent* event)
{
    if (event->type() == QEvent::Leave) {
        m_hovered = {};
        viewport()->update();
        emit knobHovered({});
    }
    if (event->type() == QEvent::ToolTip) {
        const QPoint position = static_cast<QHelpEvent*>(event)->pos();
        const int row = m_layout.rowAt(position.y() + verticalScrollBar()->value());
        if (row >= 0) {
            const KnobRow& data = m_rows[static_cast<size_t>(row)];
            const KnobChip* chip = chipAt(cellUnder(position).value_or(KnobCell{}));
            const QString loops = chip ? loopsText(chip->value, data.extent) : QString();
            QToolTip::showText(static_cast<QHelpEvent*>(event)->globalPos(),
                               !loops.isEmpty() ? tr("%1 cuts %2 into loops of %3, from outside in; -1 stands for what remains.")
                                                      .arg(chip->text, QString::number(data.extent), loops)
                               : data.isChanged
                                   ? tr("%1: %2\nChanged against the template:\n%3").arg(data.name, data.kind, data.changes)
                                   : tr("%1: %2\nAs in the template").arg(data.name, data.kind),
                               viewport());
        }
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace knobscope
