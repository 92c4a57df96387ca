// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/space/knoblayout.h"
#include "widgets/space/spacedocument.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>

#include <optional>

namespace knobscope {

class CandidateField;

/// The knobs of a document's space, a row each, their candidates as chips that are ticked, added and changed by mouse or keys.
/// Its owner gives it new rows when the document changed. GUI thread only.
///
/// Arrows move among knobs and chips, Space ticks, Insert or + adds, Delete unticks, F2 changes a candidate, = keeps only it,
/// Ctrl+Backspace takes the knob back to the template; letters find a knob by name.
class KnobList : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit KnobList(SpaceDocument& document);
    void setRows(std::vector<KnobRow> rows);
    const std::vector<KnobRow>& rows() const { return m_rows; }

    /// The knob that the keys act on; empty without rows.
    QString currentKnob() const;
    void setCurrentKnob(const QString& name);
    /// The knob that is pointed at in another view; empty: none.
    void setPointedKnob(const QString& name);
    /// The values of a trial that is pointed at in another view, lit up where they are candidates; if any. Kept over new rows.
    void setPreview(std::optional<ConfigEntity> values);
    /// The cell that shows the previewed value of a row: its chip, or the "more" button that it is behind; invalid: none does.
    KnobCell previewedCell(int row) const;
    KnobCell currentCell() const { return m_current; }
    void setCurrentCell(KnobCell cell);
    /// In viewport coordinates; for tests and tooltips.
    QRect cellRect(KnobCell cell) const;
    /// Opens the field for a new candidate of the current knob.
    void beginAdding();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// All candidates of a knob are to be listed.
    void listRequested(const QString& knob);
    void currentKnobChanged();
    void knobHovered(const QString& knob); ///< empty when the pointer leaves

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void contextMenuEvent(QContextMenuEvent* event) override;
    bool event(QEvent* event) override;
    bool viewportEvent(QEvent* event) override;

private:
    void relayout();
    /// Null: there is none of that number.
    const KnobRow* row(int number) const;
    const KnobRow* rowUnder(const QPoint& position) const;
    const KnobChip* chipAt(KnobCell cell) const;
    KnobCell cellUnder(const QPoint& position) const;
    void reveal(const QRect& place);
    void activate();
    /// Ticks or unticks a chip; those that follow in one drag are undone with it.
    void setKept(KnobCell cell, bool keep, bool beginsDrag = true);
    void showMenu(const QPoint& at);
    void showTip(const QPoint& position, const QPoint& at);
    void openField(KnobCell cell);
    void takeTyped(const QString& text);
    void showAdded(int number);
    void findKnob(const QString& letters);
    void describeCurrent();

    SpaceDocument& m_document;
    std::vector<KnobRow> m_rows;
    std::string m_workload; ///< that the rows are of
    KnobLayout m_layout;
    KnobCell m_current;
    KnobCell m_hovered;
    QString m_pointed;
    std::optional<ConfigEntity> m_preview;
    std::optional<bool> m_dragKeeps; ///< while a drag over chips goes on
    int m_drags = 0;
    CandidateField* m_field;
    KnobCell m_fieldCell; ///< what the field is about
    QString m_letters;
    QElapsedTimer m_lettersClock;
};

} // namespace knobscope
