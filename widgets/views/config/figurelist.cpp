// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/config/figurelist.h"

#include "widgets/base/coretext.h"
#include "widgets/base/elidedlabel.h"
#include "widgets/base/theme.h"
#include "widgets/base/wrappedlabel.h"

#include <QGridLayout>
#include <QLabel>

namespace knobscope {

FigureList::FigureList(QWidget* parent)
    : QWidget(parent)
    , m_grid(new QGridLayout(this))
    , m_problem(new WrappedLabel)
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setVerticalSpacing(space::kTight);
    m_grid->setColumnStretch(0, 2);
    m_grid->setColumnStretch(1, 3);
    m_problem->hide();
    m_grid->addWidget(m_problem, 0, 0, 1, 2);
}

void FigureList::ensureRows(size_t count)
{
    while (m_rows.size() < count) {
        const auto line = static_cast<int>(m_rows.size()) + 1;
        Row row{new ElidedLabel, new WrappedLabel};
        row.name->setForegroundRole(QPalette::PlaceholderText);
        row.name->setAlignment(Qt::AlignLeft | Qt::AlignTop);
        row.name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        row.value->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        row.value->setTextInteractionFlags(Qt::TextSelectableByMouse);
        m_grid->addWidget(row.name, line, 0, Qt::AlignTop);
        m_grid->addWidget(row.value, line, 1, Qt::AlignTop);
        m_rows.push_back(row);
    }
}

void FigureList::setFigures(const std::vector<Figure>& figures)
{
    m_problem->hide();
    ensureRows(figures.size());
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const bool isUsed = i < figures.size();
        m_rows[i].name->setVisible(isUsed);
        m_rows[i].value->setVisible(isUsed);
        if (!isUsed) {
            continue;
        }
        const Figure& figure = figures[i];
        const QString explanation = fixedCoreText(figure.explanation);
        const bool isWarning = figure.tone == Figure::Tone::Warning;
        // Figures of one kind form a group: the name is shown once, and each value begins with its subject.
        const bool isGrouped = !figure.subject.empty();
        const bool isContinuation = isGrouped && i > 0 && figures[i - 1].id == figure.id;
        const QString value = coreText(isGrouped ? phrase("{}: {}", figure.subject, figure.value) : figure.value);
        const QString name = coreText(figure.name);
        m_rows[i].name->setText(isContinuation ? QString() : name);
        m_rows[i].value->setText((isWarning ? QStringLiteral("⚠ ") : QString()) + value);
        const bool isUnknown = figure.tone == Figure::Tone::Unknown;
        colourAs(*m_rows[i].value, isWarning ? &Theme::changed : nullptr);
        const auto role = isUnknown ? QPalette::PlaceholderText : QPalette::WindowText;
        if (m_rows[i].value->foregroundRole() != role) { // or all are painted again
            m_rows[i].value->setForegroundRole(role);
        }
        for (QLabel* label : {m_rows[i].name, m_rows[i].value}) {
            label->setToolTip(QStringLiteral("<b>%1</b><br>%2").arg(name.toHtmlEscaped(), explanation.toHtmlEscaped()));
            label->setWhatsThis(explanation);
        }
        m_rows[i].value->setAccessibleName(name);
        m_rows[i].value->setAccessibleDescription(explanation);
    }
}

void FigureList::setProblem(const QString& sentence)
{
    setFigures({});
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
}

} // namespace knobscope
