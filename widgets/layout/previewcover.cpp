// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/layout/previewcover.h"

#include "widgets/text/elidedlabel.h"

#include <QEvent>
#include <QVBoxLayout>

namespace knobscope {

PreviewCover::PreviewCover(QWidget& covered, QWidget* content)
    : QFrame(covered.parentWidget())
    , m_covered(covered)
    , m_title(new ElidedLabel)
{
    hide();
    setAutoFillBackground(true);
    setFrameShape(QFrame::Box);
    setForegroundRole(QPalette::Highlight);
    setAttribute(Qt::WA_TransparentForMouseEvents);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setForegroundRole(QPalette::WindowText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(4, 2, 4, 4);
    layout->setSpacing(2);
    layout->addWidget(m_title);
    layout->addWidget(content, 1);
    for (QWidget* inside : findChildren<QWidget*>()) {
        inside->setFocusPolicy(Qt::NoFocus);
    }
    covered.installEventFilter(this);
}

void PreviewCover::cover(const QString& title)
{
    m_title->setText(title);
    setAccessibleName(title);
    setGeometry(m_covered.geometry());
    show();
    raise();
}

QString PreviewCover::title() const
{
    return isHidden() ? QString() : m_title->text();
}

bool PreviewCover::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize || event->type() == QEvent::Move) {
        setGeometry(m_covered.geometry());
    }
    return QFrame::eventFilter(watched, event);
}

} // namespace knobscope
