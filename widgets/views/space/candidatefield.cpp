// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/space/candidatefield.h"

#include "widgets/base/theme.h"
#include "widgets/views/space/expressionfield.h"

#include <QKeyEvent>
#include <QLabel>

#include <algorithm>

namespace knobscope {

CandidateField::CandidateField(QWidget* over, std::function<QString(const QString& text)> check)
    : QLineEdit(over)
    , m_check(std::move(check))
    , m_problem(new QLabel(over))
{
    setObjectName(QStringLiteral("newValue"));
    setAccessibleName(tr("Candidate of the knob"));
    forwardUndo(*this);
    hide();
    m_problem->setAutoFillBackground(true);
    m_problem->setBackgroundRole(QPalette::ToolTipBase);
    m_problem->setForegroundRole(QPalette::ToolTipText);
    m_problem->setFrameShape(QFrame::Box);
    m_problem->setMargin(space::kTight);
    m_problem->setWordWrap(true);
    m_problem->hide();
    connect(this, &QLineEdit::textEdited, this, &CandidateField::showProblem);
}

void CandidateField::open(const QRect& place, const QString& example, const QString& text)
{
    const int width = std::max(place.width(), lettersWide(fontMetrics(), 22));
    const int left = std::clamp(place.left(), 0, std::max(0, parentWidget()->width() - width));
    setGeometry(left, place.top() - 2, width, place.height() + 4);
    setPlaceholderText(example.isEmpty() ? tr("new candidate") : example);
    m_before = text;
    setText(text);
    selectAll();
    show();
    raise();
    setFocus();
    m_problem->hide();
}

/// Shows why the text would be refused; returns false if it would not.
bool CandidateField::showProblem()
{
    const QString typed = text().trimmed();
    const QString problem = typed.isEmpty() || typed == m_before ? QString() : m_check(typed);
    setAccessibleDescription(problem);
    m_problem->setText(problem);
    m_problem->setVisible(!problem.isEmpty());
    const int width = std::min(parentWidget()->width(), lettersWide(fontMetrics(), 60));
    const int height = m_problem->heightForWidth(width);
    const int below = geometry().bottom() + 2;
    const int top = below + height > parentWidget()->height() ? y() - height - 2 : below;
    m_problem->setGeometry(std::clamp(x(), 0, std::max(0, parentWidget()->width() - width)), top, width, height);
    m_problem->raise();
    return !problem.isEmpty();
}

void CandidateField::finish(bool takes)
{
    const QString typed = text().trimmed();
    const bool isNew = takes && !typed.isEmpty() && typed != m_before;
    if (isHidden() || (isNew && showProblem())) {
        return; // stays open with the message
    }
    const bool hadFocus = hasFocus();
    hide();
    m_problem->hide();
    if (hadFocus) {
        parentWidget()->setFocus();
    }
    if (isNew) {
        emit entered(typed);
    }
}

void CandidateField::keyPressEvent(QKeyEvent* event)
{
    const int key = event->key();
    if (key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Escape) {
        finish(key != Qt::Key_Escape);
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void CandidateField::focusOutEvent(QFocusEvent* event)
{
    QLineEdit::focusOutEvent(event);
    cancel();
}

} // namespace knobscope
