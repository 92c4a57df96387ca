// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/headline.h"

#include "widgets/base/theme.h"
#include "widgets/base/wrappedlabel.h"

#include <QEvent>
#include <QLabel>
#include <QStyle>

#include <algorithm>
#include <utility>

namespace knobscope {

Headline::Headline(QAnyStringView id, QWidget* parent)
    : QWidget(parent)
    , m_figure(new QLabel(this))
    , m_unit(new QLabel(this))
    , m_line(new WrappedLabel({}, this))
{
    setObjectName(id);
    m_figure->setFont(textFont(TextSize::Headline, true));
    m_unit->setFont(textFont(TextSize::Title));
    m_unit->setForegroundRole(QPalette::PlaceholderText);
    m_line->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_figure, m_unit, m_line}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    m_unit->setContentsMargins(0, 0, 0, space::kTight);
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
    showNone({});
}

void Headline::show(const QString& figure, const QString& unit, const QString& line)
{
    showTexts(figure, unit, line, true);
}

void Headline::showNone(const QString& line)
{
    showTexts({}, {}, line, false);
}

void Headline::showTexts(const QString& figure, const QString& unit, const QString& line, bool hasFigure)
{
    m_hasFigure = hasFigure;
    m_figure->setText(figure);
    m_unit->setText(unit);
    m_line->setText(line);
    m_figure->setVisible(hasFigure);
    m_unit->setVisible(hasFigure);
    setAccessibleName(hasFigure ? QString(this->figure() + QStringLiteral(". ") + line).trimmed() : line);
    arrange();
}

int Headline::figureHeight() const
{
    m_figure->ensurePolished();
    return m_figure->fontMetrics().height();
}

/// Also without a figure, so that the least width stays the same when one comes.
int Headline::figureWidth() const
{
    const int usual = m_figure->fontMetrics().horizontalAdvance(QStringLiteral("0000.0"))
                    + m_unit->fontMetrics().horizontalAdvance(QStringLiteral("GFLOPS"));
    return space::kSmall + std::max(usual, m_hasFigure ? m_figure->sizeHint().width() + m_unit->sizeHint().width() : 0);
}

int Headline::heightForWidth(int width) const
{
    return figureHeight() + m_line->heightForWidth(width);
}

QSize Headline::sizeHint() const
{
    const int width = std::max(figureWidth(), m_line->sizeHint().width());
    return {width, heightForWidth(width)};
}

QSize Headline::minimumSizeHint() const
{
    return {std::max(figureWidth(), m_line->minimumSizeHint().width()), figureHeight() + m_line->minimumSizeHint().height()};
}

/// Places the labels. What is around this widget is laid out again only if it needs another size than before.
void Headline::arrange()
{
    const auto place = [this](QWidget& label, const QRect& at) {
        label.setGeometry(QStyle::visualRect(layoutDirection(), rect(), at));
    };
    const int above = figureHeight();
    const int figure = m_figure->sizeHint().width();
    const QSize unit = m_unit->sizeHint();
    place(*m_figure, QRect(0, 0, figure, above));
    place(*m_unit, QRect(QPoint(figure + space::kSmall, above - unit.height()), unit));
    const int top = m_hasFigure ? above : space::kSmall; // a sentence stands in the place of the figure
    place(*m_line, QRect(0, top, width(), m_line->heightForWidth(width())));
    const QSize needed(minimumSizeHint().width(), heightForWidth(width()));
    if (std::exchange(m_needed, needed) != needed) {
        updateGeometry();
    }
}

bool Headline::event(QEvent* event)
{
    switch (event->type()) {
    case QEvent::Resize:
    case QEvent::LayoutRequest: // of a label, as there is no layout that takes it
    case QEvent::LayoutDirectionChange: arrange(); break;
    default: break;
    }
    return QWidget::event(event);
}

QString Headline::figure() const
{
    return m_hasFigure ? QString(m_figure->text() + QLatin1Char(' ') + m_unit->text()).trimmed() : QString();
}

QString Headline::line() const
{
    return m_line->text();
}

} // namespace knobscope
