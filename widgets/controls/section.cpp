// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/section.h"

#include "widgets/base/theme.h"
#include "widgets/base/wrappedlabel.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"

#include <QAbstractSlider>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QEvent>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QStyle>
#include <QToolButton>

#include <functional>
#include <utility>

namespace knobscope {

namespace {

class SectionSentence : public WrappedLabel
{
public:
    SectionSentence(const QString& text, QWidget* parent)
        : WrappedLabel(text, parent)
    {
        setTextFormat(Qt::PlainText);
        setFont(textFont(TextSize::Small));
        soften();
    }

protected:
    void changeEvent(QEvent* event) override
    {
        WrappedLabel::changeEvent(event);
        if (event->type() == QEvent::PaletteChange) { // ApplicationPaletteChange does not reach changeEvent()
            soften();
        }
    }

private:
    void soften()
    {
        if (findChild<QObject*>(QLatin1String("themeColour"), Qt::FindDirectChildrenOnly)) {
            return; // colourAs() gave it a colour: the two would change it back without end
        }
        QPalette quiet;
        const QColor soft = themeFor(quiet).muted;
        if (palette().color(QPalette::WindowText) != soft) { // setPalette() triggers PaletteChange, too
            quiet.setColor(QPalette::WindowText, soft);
            setPalette(quiet);
        }
    }
};

/// Passes each event of a widget to a function; if it returns true, the widget does not get the event.
class EventFilter : public QObject
{
public:
    EventFilter(QWidget& watched, std::function<bool(QEvent& event)> take)
        : QObject(&watched)
        , m_filter(std::move(take))
    {
        watched.installEventFilter(this);
    }

protected:
    bool eventFilter(QObject*, QEvent* event) override { return m_filter(*event); }

private:
    std::function<bool(QEvent& event)> m_filter;
};

} // namespace

void escapeTo(QLineEdit& field, QWidget& searched)
{
    new EventFilter(field, [&field, &searched](QEvent& event) {
        const int key = event.type() == QEvent::KeyPress ? static_cast<QKeyEvent&>(event).key() : 0;
        if (key == Qt::Key_Escape) {
            field.clear();
        }
        const bool isLeft = key == Qt::Key_Escape || key == Qt::Key_Down;
        if (isLeft) {
            searched.setFocus();
        }
        return isLeft;
    });
}

void ignoreWheelUnlessFocused(QWidget& editor)
{
    if (qobject_cast<QComboBox*>(&editor) || qobject_cast<QAbstractSpinBox*>(&editor)
        || qobject_cast<QAbstractSlider*>(&editor)) {
        editor.setFocusPolicy(Qt::StrongFocus); // not WheelFocus: a passing wheel must not focus the editor
        new EventFilter(editor, [&editor](QEvent& event) {
            const bool passesBy = event.type() == QEvent::Wheel && !editor.hasFocus();
            if (passesBy) {
                event.ignore(); // pass it on to the scroll area
            }
            return passesBy;
        });
    }
}

QLabel* makeHeading(const QString& text, TextSize size)
{
    auto* heading = new QLabel(text);
    heading->setFont(textFont(size, true));
    return heading;
}

QLabel* makeLabel(const QString& text, QWidget* editor)
{
    auto* label = new QLabel(text);
    label->setBuddy(editor);
    return label;
}

void explain(QWidget& editor, const QString& sentence)
{
    editor.setAccessibleDescription(sentence);
    editor.setToolTip(sentence.isEmpty() ? QString() : QStringLiteral("<p>%1</p>").arg(sentence.toHtmlEscaped()));
}

QLabel* makeSentence(const QString& text, QWidget* parent)
{
    return new SectionSentence(text, parent);
}

int tightSpacing(const QWidget& widget)
{
    // Some styles space by widget type and return -1.
    const int spacing = widget.style()->pixelMetric(QStyle::PM_LayoutVerticalSpacing, nullptr, &widget);
    return (spacing < 0 ? widget.fontMetrics().height() / 2 : spacing) / 2;
}

Section::Section(const QString& id, const QString& title, QWidget* content, bool open, QWidget* parent)
    : QWidget(parent)
    , m_heading(makeControl<QToolButton>(id + QStringLiteral(".heading")))
    , m_summary(makeSentence({}))
    , m_content(content)
{
    m_heading->setFont(emphasised(font()));
    setObjectName(id);
    setTitle(title);
    m_heading->setAutoRaise(true);
    m_heading->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_heading->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_heading->setFocusPolicy(Qt::StrongFocus);
    m_summary->setContentsMargins(style()->pixelMetric(QStyle::PM_IndicatorWidth) + 8, 0, 0, 0);
    inColumn(this, {m_heading, m_summary, m_content}, QMargins(), tightSpacing(*this));
    connect(m_heading, &QToolButton::clicked, this, [this] { setOpen(!m_isOpen); });
    setOpen(open);
}

void Section::setOpen(bool open)
{
    const bool isChanged = std::exchange(m_isOpen, open) != open;
    m_heading->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_content->setVisible(open);
    m_summary->setVisible(!open && !m_summary->text().isEmpty());
    if (isChanged) {
        emit toggled(open);
    }
}

void Section::setTitle(const QString& title)
{
    m_heading->setText(title);
    m_heading->setAccessibleName(title);
}

void Section::setSummary(const QString& summary)
{
    m_summary->setText(summary);
    m_heading->setAccessibleDescription(summary);
    m_summary->setVisible(!m_isOpen && !summary.isEmpty());
}

FieldList::FieldList(Place place)
{
    auto* grid = new QGridLayout(this);
    const int indent = style()->pixelMetric(QStyle::PM_IndicatorWidth);
    grid->setContentsMargins(place == Place::Alone ? 0 : indent, 0, 0, indent / 2);
    grid->setVerticalSpacing(tightSpacing(*this));
    grid->setColumnStretch(0, 1);
}

void FieldList::addField(const QString& label, QWidget* editor, const QString& sentence)
{
    if (editor->accessibleName().isEmpty()) {
        editor->setAccessibleName(QString(label).remove(QLatin1Char('&')));
    }
    addField(makeLabel(label, editor), editor, sentence);
}

void FieldList::addField(QWidget* labelled, QWidget* editor, const QString& sentence)
{
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->addWidget(labelled, m_row, 0, 1, editor ? 1 : 2); // without an editor it spans both columns
    explain(*labelled, sentence);
    if (editor) {
        grid->addWidget(editor, m_row, 1);
        ignoreWheelUnlessFocused(*editor);
        explain(*editor, sentence);
    }
    ++m_row;
}

void FieldList::addWide(QWidget* widget)
{
    static_cast<QGridLayout*>(layout())->addWidget(widget, m_row++, 0, 1, 2);
}

void FieldList::clear()
{
    while (QLayoutItem* item = layout()->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    m_row = 0;
}

} // namespace knobscope
