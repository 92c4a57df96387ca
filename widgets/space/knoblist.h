// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/space/knoblayout.h"

#include <QAbstractScrollArea>
#include <QElapsedTimer>

#include <functional>
#include <optional>

class QLabel;
class QLineEdit;

namespace knobscope {

/// The knobs of a space, a row each, their candidates as chips that are ticked, added and changed by mouse or keys. It changes
/// nothing itself: it asks through its signals and is given new rows. GUI thread only.
///
/// Arrows move among knobs and chips, Space ticks, Insert or + adds, Delete unticks, F2 changes a value, = keeps only it,
/// Ctrl+Backspace takes the knob back to the template; letters find a knob by name.
class KnobList : public QAbstractScrollArea
{
    Q_OBJECT
public:
    /// Says why a text cannot be a value of the knob; empty when it can. `replacing` is the value that it takes the place of.
    using Validator = std::function<QString(const QString& knob, const QString& text)>;

    explicit KnobList(QWidget* parent = nullptr);
    void setRows(std::vector<KnobRow> rows);
    const std::vector<KnobRow>& rows() const { return m_rows; }
    void setValidator(Validator validator) { m_validator = std::move(validator); }

    /// The knob that the keys act on; empty without rows.
    QString currentKnob() const;
    void setCurrentKnob(const QString& name);
    /// The knob that is pointed at in another view; empty: none.
    void setPointedKnob(const QString& name);
    /// The values of a trial that is pointed at in another view, lit up where they are candidates; nullptr: none. Kept over new
    /// rows.
    void setPreview(const ConfigEntity* values);
    /// The cell that shows the previewed value of a row: its chip, or the "more" button that it is behind; invalid: none does.
    KnobCell previewedCell(int row) const;
    KnobCell currentCell() const { return m_current; }
    void setCurrentCell(KnobCell cell);
    /// In viewport coordinates; for tests and tooltips.
    QRect cellRect(KnobCell cell) const;
    /// Opens the field for a new value of the current knob.
    void beginAdding();

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// `gesture` is the same for all chips of one drag, so that it is undone at once.
    void keepRequested(const QString& knob, const knobscope::KnobValue& value, bool keep, int gesture);
    void fixRequested(const QString& knob, const knobscope::KnobValue& value);
    void addRequested(const QString& knob, const QString& text);
    void replaceRequested(const QString& knob, const knobscope::KnobValue& value, const QString& text);
    void resetRequested(const QString& knob);
    void listRequested(const QString& knob);
    void currentKnobChanged(const QString& knob);
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
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    bool viewportEvent(QEvent* event) override;
    bool eventFilter(QObject* object, QEvent* event) override;

private:
    void relayout();
    void findPreviewed();
    const KnobChip* chipAt(KnobCell cell) const;
    std::optional<KnobCell> cellUnder(const QPoint& position) const;
    void scrollTo(KnobCell cell);
    void activate();
    void setKept(KnobCell cell, bool keep, int gesture);
    void showMenu(const QPoint& at);
    void openField(KnobCell cell, const QString& text);
    void closeField(bool commit);
    void showAdded(int row);
    void showFieldProblem();
    void findKnob(const QString& letters);
    void describeCurrent();

    std::vector<KnobRow> m_rows;
    KnobLayout m_layout;
    KnobCell m_current;
    KnobCell m_hovered;
    QString m_pointed;
    std::optional<ConfigEntity> m_preview;
    std::vector<KnobCell> m_previewed; ///< by row
    Validator m_validator;
    std::optional<bool> m_dragKeeps; ///< while a drag over chips goes on
    int m_gesture = 0;
    QLineEdit* m_field;
    QLabel* m_problem;
    KnobCell m_fieldCell;
    QString m_letters;
    QElapsedTimer m_lettersClock;
};

} // namespace knobscope
