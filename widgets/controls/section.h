// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/base/theme.h"

#include <QWidget>

#include <cstdint>

class QLabel;
class QLineEdit;
class QToolButton;

namespace knobscope {

/// A heading that opens and closes the content below it, by mouse or space bar.
class Section : public QWidget
{
    Q_OBJECT
public:
    /// The heading's id is "ID.heading".
    Section(const QString& id, const QString& title, QWidget* content, bool open, QWidget* parent = nullptr);
    bool isOpen() const { return m_isOpen; }
    void setOpen(bool open);
    void setTitle(const QString& title);
    /// Text next to the title of a closed section: the values that matter.
    void setSummary(const QString& summary);

signals:
    void toggled(bool isOpen);

private:
    QToolButton* m_heading;
    QLabel* m_summary;
    QWidget* m_content;
    bool m_isOpen = false;
};

/// Labelled editors in a column, with explanations as tooltips. The wheel scrolls past them (ignoreWheelUnlessFocused).
class FieldList : public QWidget
{
    Q_OBJECT
public:
    enum class Place : uint8_t { BelowHeading, Alone }; ///< indented, or aligned with what is above
    explicit FieldList(Place place = Place::BelowHeading);
    /// `label` has the access key and is placed in front of the editor.
    void addField(const QString& label, QWidget* editor, const QString& sentence = {});
    /// Adds an editor with its own label (a checkbox) and, to its right, the editor that depends on it, if any.
    void addField(QWidget* labelled, QWidget* editor, const QString& sentence = {});
    void addWide(QWidget* widget);
    void clear();

private:
    int m_row = 0;
};

/// A bold heading.
QLabel* makeHeading(const QString& text, TextSize size = TextSize::Body);

/// A label whose access key focuses an editor.
QLabel* makeLabel(const QString& text, QWidget* editor);

/// Explains an editor: sets its tooltip, which wraps, and its accessible description.
void explain(QWidget& editor, const QString& sentence);

/// Lets the wheel scroll a form without changing its editors: the editor uses the wheel only while it has the focus, and the
/// wheel does not give it the focus. Applies to combo boxes, spin boxes and sliders; does nothing for other editors.
void ignoreWheelUnlessFocused(QWidget& editor);

/// Escape clears a search field; Escape and Down move the focus to the searched widget.
void escapeTo(QLineEdit& field, QWidget& searched);

/// A label in a smaller, dimmed font for explanations; it follows the palette.
QLabel* makeSentence(const QString& text, QWidget* parent = nullptr);

/// Half of the style's spacing: between an editor and its explanation.
int tightSpacing(const QWidget& widget);

} // namespace knobscope
