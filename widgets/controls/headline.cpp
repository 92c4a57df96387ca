// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/headline.h"

#include "widgets/base/theme.h"
#include "widgets/base/wrappedlabel.h"
#include "widgets/controls/boxes.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace knobscope {

Headline::Headline(QAnyStringView id, QWidget* parent)
    : QWidget(parent)
    , m_figure(new QLabel)
    , m_unit(new QLabel)
    , m_line(new WrappedLabel)
    , m_room(new QWidget)
{
    setObjectName(id);
    m_figure->setFont(textFont(TextSize::Headline, true));
    m_unit->setFont(textFont(TextSize::Title));
    m_unit->setForegroundRole(QPalette::PlaceholderText);
    m_line->setTextFormat(Qt::PlainText);
    for (QLabel* label : {m_figure, m_unit, m_line}) {
        label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    }
    auto* row = inRow({m_figure, m_unit, BoxItem::rest()}, QMargins(), space::kSmall);
    row->setAlignment(m_figure, Qt::AlignBottom);
    row->setAlignment(m_unit, Qt::AlignBottom);
    m_unit->setContentsMargins(0, 0, 0, space::kTight);
    m_room->setFixedHeight(m_figure->sizeHint().height() - space::kSmall);
    inColumn(this, {row, m_line, m_room}, QMargins(), 0);
    showNone({});
}

void Headline::show(const QString& figure, const QString& unit, const QString& line)
{
    m_figure->setText(figure);
    m_unit->setText(unit);
    m_line->setText(line);
    setHasFigure(true);
}

void Headline::showNone(const QString& line)
{
    m_figure->clear();
    m_unit->clear();
    m_line->setText(line);
    setHasFigure(false);
}

void Headline::setHasFigure(bool hasFigure)
{
    m_hasFigure = hasFigure;
    m_figure->setVisible(hasFigure);
    m_unit->setVisible(hasFigure);
    m_room->setVisible(!hasFigure);
    m_line->setContentsMargins(0, hasFigure ? 0 : space::kSmall, 0, 0);
    const QString line = m_line->text();
    setAccessibleName(hasFigure ? QString(figure() + QStringLiteral(". ") + line).trimmed() : line);
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
