// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/views/space/knoblayout.h"
#include "widgets/views/space/spacedocument.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>

#include <optional>

namespace knobscope {

class CandidateField;

/// The knobs of a document's space, one per row, with their candidates as chips that can be checked, added and changed by mouse
/// or keyboard. The owner sets new rows after the document has changed. GUI thread only.
///
/// Arrow keys move among knobs and chips, Space toggles, Insert or + adds, Delete unchecks, F2 changes a candidate, = keeps only
/// it, Ctrl+Backspace resets the knob to the template; letters find a knob by name.
class KnobList : public QAbstractScrollArea
{
    Q_OBJECT
public:
    explicit KnobList(SpaceDocument& document);
    void setRows(std::vector<KnobRow> rows);
    const std::vector<KnobRow>& rows() const { return m_rows; }

    /// The knob that keys act on; empty without rows.
    QString currentKnob() const;
    void setCurrentKnob(const QString& name);
    /// Sets the knob hovered in another view; empty: none.
    void setPointedKnob(const QString& name);
    /// Sets the values of a trial hovered in another view, to highlight where they are candidates. Kept when rows are replaced.
    void setPreview(std::optional<ConfigEntity> values);
    /// The cell with the previewed value of a row: its chip, or the "more" button that hides it; invalid: none.
    KnobCell previewedCell(int row) const;
    KnobCell currentCell() const { return m_current; }
    void setCurrentCell(KnobCell cell);
    /// In viewport coordinates; for tests and tool tips.
    QRect cellRect(KnobCell cell) const;
    /// Opens the field for a new candidate of the current knob.
    void beginAdding();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// Requests the dialog with all candidates of a knob.
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
    /// Null if the number is out of range.
    const KnobRow* row(int number) const;
    const KnobRow* rowUnder(const QPoint& position) const;
    const KnobChip* chipAt(KnobCell cell) const;
    KnobCell cellUnder(const QPoint& position) const;
    void reveal(const QRect& place);
    void activate();
    /// Checks or unchecks a chip; further ones in the same drag are undone together with it.
    void setKept(KnobCell cell, bool keep, bool beginsDrag = true);
    void showMenu(const QPoint& at);
    void showTip(const QPoint& position, const QPoint& at);
    void openField(KnobCell cell);
    void applyTyped(const QString& text);
    void showAdded(int number);
    void findKnob(const QString& letters);
    void describeCurrent();

    SpaceDocument& m_document;
    std::vector<KnobRow> m_rows;
    std::string m_workload; ///< workload of the rows
    KnobLayout m_layout;
    int m_contentHeight = 0;
    KnobCell m_current;
    KnobCell m_hovered;
    QString m_pointed;
    std::optional<ConfigEntity> m_preview;
    std::optional<bool> m_dragKeeps; ///< state set by the current drag over chips
    int m_drags = 0;
    CandidateField* m_field;
    KnobCell m_fieldCell; ///< the cell that the field edits
    QString m_letters;
    QElapsedTimer m_lettersClock;
};

} // namespace knobscope
