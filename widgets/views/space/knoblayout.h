// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/space/editset.h"

#include <QCoreApplication>
#include <QFontMetrics>
#include <QHash>
#include <QPainter>
#include <QPalette>
#include <QRect>
#include <QRegion>
#include <QString>

#include <cstdint>
#include <optional>
#include <ranges>

namespace knobscope {

/// A candidate as painted by the editor.
struct KnobChip {
    KnobValue value;
    QString text;
    Candidate::State state = Candidate::State::Kept;
    bool isCurrent = false; ///< the current config has this value
    bool isMarked = false; ///< value of the example that a constraint removes
    /// The text of its chip: of a split in two, whose outer loop has the rest, the inner factor.
    QString label() const;
    friend bool operator==(const KnobChip&, const KnobChip&) = default;
};

/// A knob as shown by the editor: a row of the list.
struct KnobRow {
    QString name;
    QString kind;    ///< "inner factor of 64"
    QString meaning; ///< what it splits, "input channels"; empty: unknown
    /// The line below its name.
    const QString& line() const { return meaning.isEmpty() ? kind : meaning; }
    /// For tool tips and screen readers: "input channels, inner factor of 64".
    QString about() const;
    int64_t extent = 0; ///< for a split: the extent that it splits
    std::vector<KnobChip> chips; ///< the first ones, then further ones that are added, current or marked
    qint64 total = 0;        ///< number of candidates including removed ones; more than chips if not all are listed
    qint64 size = 0;         ///< number of active candidates
    qint64 templateSize = 0;
    bool isChanged = false;  ///< compared with the template
    QString changes;         ///< text for tool tips and screen readers; empty if unchanged
    friend bool operator==(const KnobRow&, const KnobRow&) = default;
};

/// Makes the rows of a space. `current` and `marked` are config indexes in `space`, -1 for none; of `marked` only the values of
/// `markedKnobs` are shown.
std::vector<KnobRow> makeKnobRows(const ConfigSpace& templateSpace, const ConfigSpace& space, const EditSet& edits,
                                  qint64 current, qint64 marked = -1, const std::set<std::string>& markedKnobs = {});

/// A cell of the list: a chip of a row, or a button after the chips.
struct KnobCell {
    enum Kind : uint8_t { None, Chip, More, Add, Reset };
    int row = -1;
    Kind kind = None;
    int chip = 0; ///< index of the chip, for Chip
    bool isValid() const { return row >= 0 && kind != None; }
    friend bool operator==(const KnobCell&, const KnobCell&) = default;
};

/// Widths of texts in one font, each measured once: shaping a text takes longer than all else of a layout, and an edit changes
/// few.
class TextWidths
{
public:
    explicit TextWidths(const QFontMetrics& metrics)
        : m_metrics(metrics)
    {
    }
    const QFontMetrics& metrics() const { return m_metrics; }
    int of(const QString& text);

private:
    QFontMetrics m_metrics;
    QHash<QString, int> m_widths;
};

/// The geometry of a KnobList for a given width, in logical pixels from the top of the list. Chips stand beside the names, in a
/// narrow list below them, in one line, or in two if those show all candidates; the others are behind the "more" button. If not
/// all fit, added, current and marked values come first.
class KnobLayout
{
    Q_DECLARE_TR_FUNCTIONS(KnobLayout)
public:
    struct Cell {
        KnobCell cell;
        QRect rect;
        QString text;
        friend bool operator==(const Cell&, const Cell&) = default;
    };
    struct Row {
        QRect rect;
        QRect name;
        QRect kind;
        QRect count;
        std::vector<Cell> cells; ///< chips, more, add, reset: in keyboard order
        friend bool operator==(const Row&, const Row&) = default;
    };

    void update(const std::vector<KnobRow>& rows, int width, const QFontMetrics& metrics, const QFontMetrics& bold);
    const std::vector<Row>& rows() const { return m_rows; }
    /// The area to paint again, since another layout of other rows was painted.
    QRegion changesFrom(const KnobLayout& before, const std::vector<KnobRow>& rowsBefore, const std::vector<KnobRow>& rows) const;
    int height() const { return m_rows.empty() ? 0 : m_rows.back().rect.bottom() + 1; }
    const Cell* find(KnobCell cell) const;
    /// The cell at a point; invalid if there is none.
    KnobCell at(const QPoint& point) const;
    int rowAt(int y) const;
    /// The cells at the ends of a row; invalid if there is none.
    KnobCell first(int row) const { return has(row) ? m_rows[static_cast<size_t>(row)].cells.front().cell : KnobCell(); }
    KnobCell last(int row) const { return has(row) ? m_rows[static_cast<size_t>(row)].cells.back().cell : KnobCell(); }
    /// Moves by one step of an arrow key; stays at the border.
    KnobCell step(KnobCell from, int dx, int dy) const;

    static QString countText(const KnobRow& row);

private:
    auto allCells() const { return m_rows | std::views::transform(&Row::cells) | std::views::join; }
    bool has(int row) const { return row >= 0 && row < static_cast<int>(m_rows.size()); }
    std::vector<Row> m_rows;
    std::optional<TextWidths> m_widths;
};

/// Paints a laid out row of a KnobList in the painter's font. `focused`: the list has the keyboard focus, so the current cell
/// gets a frame. `previewed`: the cell of the hovered trial's value, which gets a different frame. `isCurrentRow`: the row is
/// tinted.
void paintKnobRow(QPainter& painter, const QPalette& palette, const KnobLayout::Row& place, const KnobRow& row, KnobCell current,
                  KnobCell hovered, KnobCell previewed, bool isCurrentRow, bool focused);

} // namespace knobscope
