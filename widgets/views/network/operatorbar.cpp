// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/operatorbar.h"

#include "widgets/base/listtext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/plot/colours.h"

#include <QPainter>

#include <algorithm>

namespace knobscope {

namespace {

constexpr int kBarHeight = 8;
constexpr size_t kNamedParts = 4;
constexpr double kLeastNamed = 0.01; // share

} // namespace

OperatorBar::OperatorBar(QWidget* parent)
    : QWidget(parent)
{
    setFont(textFont(TextSize::Small));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Time of the network by operator"));
    hide();
}

void OperatorBar::setTimes(const std::vector<OperatorTime>& times)
{
    double sum = 0;
    for (const OperatorTime& one : times) {
        sum += one.second;
    }
    m_parts.clear();
    double named = 0;
    for (const auto& [name, seconds] : times) {
        const double share = sum > 0 ? seconds / sum : 0;
        if (m_parts.size() < kNamedParts && share >= kLeastNamed) {
            const QString text = name == "layout" ? tr("layout transforms") : QString::fromStdString(name);
            m_parts.push_back({tr("%1 %2").arg(text, percentText(share)), share});
            named += share;
        }
    }
    m_hasRest = !m_parts.empty() && m_parts.size() < times.size();
    if (m_hasRest) {
        m_parts.push_back({tr("rest %1").arg(percentText(std::max(0.0, 1 - named))), std::max(0.0, 1 - named)});
    }
    QStringList texts;
    for (const Part& part : m_parts) {
        texts << part.text;
    }
    setAccessibleDescription(listText(texts));
    setToolTip(tr("Time of all steps by their main operator: %1").arg(accessibleDescription()));
    setVisible(!m_parts.empty());
    update();
}

QSize OperatorBar::sizeHint() const
{
    return {240, kBarHeight + space::kTight + fontMetrics().height()};
}

void OperatorBar::paintEvent(QPaintEvent*)
{
    const Theme theme = themeFor(palette());
    QPainter painter(this);
    double x = 0;
    int textX = 0;
    const int top = kBarHeight + space::kTight;
    for (size_t i = 0; i < m_parts.size(); ++i) {
        const bool isRest = m_hasRest && i + 1 == m_parts.size();
        const QColor colour = isRest ? theme.grid : seriesColour(palette(), i);
        const double end = x + m_parts[i].share * width();
        painter.fillRect(QRectF(x, 0, std::max(1.0, end - x - 1), kBarHeight), colour);
        x = end;
        const QString& text = m_parts[i].text;
        const int needed = kBarHeight + space::kTight + fontMetrics().horizontalAdvance(text);
        if (textX + needed > width()) {
            continue; // the tool tip has it
        }
        painter.fillRect(QRect(textX, top + (fontMetrics().height() - kBarHeight) / 2, kBarHeight, kBarHeight), colour);
        painter.setPen(theme.muted);
        painter.drawText(QRect(textX + kBarHeight + space::kTight, top, needed, fontMetrics().height()), Qt::AlignVCenter, text);
        textX += needed + space::kMedium;
    }
}

} // namespace knobscope
