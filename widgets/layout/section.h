// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace knobscope {

/// A heading that opens and closes what is below it, by mouse or with the space bar.
class Section : public QWidget
{
    Q_OBJECT
public:
    Section(const QString& title, QWidget* content, bool open, QWidget* parent = nullptr);
    bool isOpen() const { return m_isOpen; }
    void setOpen(bool open);
    void setTitle(const QString& title);
    /// What a closed section shows next to its title: the values that matter.
    void setSummary(const QString& summary);

private:
    QToolButton* m_heading;
    QLabel* m_summary;
    QWidget* m_content;
    bool m_isOpen = false;
};

/// Labelled editors, one below the other; what each does is its tooltip. The wheel scrolls past them (guardFromWheel).
class FieldList : public QWidget
{
    Q_OBJECT
public:
    explicit FieldList(QWidget* parent = nullptr);
    /// `label` carries the access key and goes in front of the editor.
    void addField(const QString& label, QWidget* editor, const QString& sentence = {});
    /// An editor that carries its own label (a checkbox), with what belongs to it on the right, if anything.
    void addField(QWidget* labelled, QWidget* editor, const QString& sentence = {});
    void addWide(QWidget* widget);
    void clear();

private:
    int m_row = 0;
};

/// A line in bold, so many times as large as other text: the name of what is below it.
QLabel* makeHeading(const QString& text, double scale = 1);

/// A label whose access key leads to an editor.
QLabel* makeLabel(const QString& text, QWidget* editor);

/// What an editor does: its tooltip, which wraps, and what a screen reader says.
void explain(QWidget& editor, const QString& sentence);

/// Lets the wheel scroll a form instead of changing what it passes over: from now on the editor takes the wheel only while it has
/// the focus, and the wheel no longer gives it the focus. Combo boxes, spin boxes and sliders want that; others are left alone.
void guardFromWheel(QWidget& editor);

/// Escape empties a search field; it and the arrow downwards lead to what is searched.
void leadOutOf(QLineEdit& field, QWidget& searched);

/// A label in the smaller, quieter hand that explanations are written in; it follows the palette.
QLabel* makeSentence(const QString& text, QWidget* parent = nullptr);

/// Half of the style's spacing: between an editor and its explanation.
int tightSpacing(const QWidget& widget);

} // namespace knobscope
