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
    inColumn(this, {row, m_line}, QMargins(), 0);
    showNone({});
}

void Headline::show(const QString& figure, const QString& unit, const QString& line)
{
    m_hasFigure = true;
    m_figure->setText(figure);
    m_unit->setText(unit);
    m_line->setText(line);
    setRole(QPalette::WindowText);
    describe();
}

void Headline::showNone(const QString& line)
{
    m_hasFigure = false;
    m_figure->setText(QStringLiteral("–"));
    setRole(QPalette::PlaceholderText);
    m_unit->clear();
    m_line->setText(line);
    describe();
}

void Headline::setRole(QPalette::ColorRole role)
{
    if (m_figure->foregroundRole() != role) { // Qt lays out the text again even for the same one
        m_figure->setForegroundRole(role);
    }
}

QString Headline::figure() const
{
    return m_hasFigure ? QString(m_figure->text() + QLatin1Char(' ') + m_unit->text()).trimmed() : QString();
}

QString Headline::line() const
{
    return m_line->text();
}

void Headline::describe()
{
    setAccessibleName(QString(figure() + QStringLiteral(". ") + m_line->text()).trimmed());
}

} // namespace knobscope
