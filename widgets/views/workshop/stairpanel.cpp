// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/workshop/stairpanel.h"

#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/theme.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/formscroll.h"
#include "widgets/controls/headline.h"

#include <QCoreApplication>
#include <QFrame>
#include <QHelpEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

QString timesText(double speedup)
{
    return QStringLiteral("%1×").arg(number(speedup, speedup < 9.95 ? 1 : 0));
}

} // namespace

/// A bar for each step, as long as its speed-up.
class StairBars : public QWidget
{
    Q_DECLARE_TR_FUNCTIONS(knobscope::StairBars)
public:
    struct Bar {
        int line = 0;
        QString label;
        QString tip;
        double speedup = 0; ///< 0: failed
    };
    std::vector<Bar> bars;
    int currentLine = 0;
    std::function<void(int line)> choose;

    QSize sizeHint() const override { return {lettersWide(fontMetrics(), 34), rowHeight() * static_cast<int>(bars.size())}; }
    QSize minimumSizeHint() const override { return {lettersWide(fontMetrics(), 22), sizeHint().height()}; }

protected:
    int rowHeight() const { return fontMetrics().height() + space::kSmall; }
    const Bar* at(const QPoint& point) const
    {
        const auto i = static_cast<size_t>(std::max(0, point.y() / rowHeight()));
        return i < bars.size() ? &bars[i] : nullptr;
    }
    void mousePressEvent(QMouseEvent* event) override
    {
        if (const Bar* bar = at(event->pos()); bar && choose) {
            choose(bar->line);
        }
    }
    bool event(QEvent* event) override
    {
        if (event->type() == QEvent::ToolTip) {
            const auto* help = static_cast<QHelpEvent*>(event);
            const Bar* bar = at(help->pos());
            QToolTip::showText(help->globalPos(), bar ? bar->tip : QString(), this);
            return true;
        }
        return QWidget::event(event);
    }
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        const Theme theme = themeFor(palette());
        double most = 1;
        for (const Bar& bar : bars) {
            most = std::max(most, bar.speedup);
        }
        const int labels = width() * 32 / 100;
        const int figures = fontMetrics().horizontalAdvance(QStringLiteral("0000×")) + space::kSmall;
        int y = 0;
        for (const Bar& bar : bars) {
            const QRect row(0, y, width(), rowHeight());
            painter.setPen(bar.line == currentLine && bar.line > 0 ? theme.accent : theme.text);
            painter.drawText(row.adjusted(0, 0, labels + space::kSmall - width(), 0), Qt::AlignVCenter,
                             fontMetrics().elidedText(bar.label, Qt::ElideRight, labels));
            const QRect area = row.adjusted(labels + space::kMedium, space::kTight, -figures, -space::kTight);
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.accent);
            if (bar.speedup > 0) {
                const double length = std::max<double>(space::kTight, area.width() * bar.speedup / most);
                painter.drawRoundedRect(QRectF(area.left(), area.top(), length, area.height()), 2, 2);
            }
            painter.setPen(bar.speedup > 0 ? theme.text : theme.failure);
            painter.setFont(emphasised(font()));
            painter.drawText(row, Qt::AlignRight | Qt::AlignVCenter, bar.speedup > 0 ? timesText(bar.speedup) : tr("failed"));
            painter.setFont(font());
            y += rowHeight();
        }
    }
};

namespace {

/// "+ reorder".
QString labelOf(const StairStep& step)
{
    if (step.step == 0) {
        return StairPanel::tr("as defined");
    }
    const QString text = QString::fromStdString(step.text);
    const QString call = text.left(text.indexOf(QLatin1Char('('))).section(QLatin1Char('='), -1).trimmed();
    return QStringLiteral("+ %1").arg(call);
}

std::vector<StairBars::Bar> barsOf(const Staircase& stairs)
{
    std::vector<StairBars::Bar> bars;
    for (const StairStep& step : stairs.steps) {
        const bool isFailed = step.state == StairStep::State::Failed;
        if (!isFailed && (step.state != StairStep::State::Timed || step.speedup <= 0)) {
            continue; // a line that changes nothing is no stair
        }
        const QString text = step.step == 0 ? StairPanel::tr("The loops as defined") : QString::fromStdString(step.text);
        const QString note = isFailed ? coreText(step.note)
                                      : StairPanel::tr("%1 ms, %2 times as fast as the step before")
                                            .arg(milliseconds(step.seconds), number(step.gain, 2));
        const QString bound = step.bound ? coreText(step.bound->text) : QString();
        bars.push_back({static_cast<int>(step.line), labelOf(step),
                        QStringList{text, note, bound}.join(QLatin1Char('\n')).trimmed(), isFailed ? 0 : step.speedup});
    }
    return bars;
}

} // namespace

StairPanel::StairPanel(QWidget* parent)
    : QWidget(parent)
    , m_headline(new Headline("headline"))
    , m_bars(new StairBars)
    , m_box(new QFrame)
    , m_bound(makeControl<QLabel>("bound"))
{
    m_bars->setAccessibleName(tr("Speed-up of each step"));
    m_bars->choose = [this](int line) { emit lineChosen(line); };
    m_box->setFrameShape(QFrame::StyledPanel);
    m_bound->setWordWrap(true);
    m_bound->setTextInteractionFlags(Qt::TextSelectableByMouse);
    inColumn(m_box, {m_bound});
    auto* inside = new QWidget;
    inColumn(inside, {m_bars, m_box, BoxItem::rest()}, QMargins(0, 0, space::kSmall, 0), space::kLarge);
    auto* scroll = new FormScroll(inside);
    scroll->setFocusPolicy(Qt::NoFocus);
    inColumn(this, {m_headline, {scroll, 1}}, QMargins(space::kMedium, 0, space::kSmall, 0));
    showNone(tr("Press Time It to time the schedule after each of its lines."));
}

void StairPanel::showNone(const QString& sentence)
{
    m_headline->showNone(sentence);
    m_bars->bars.clear();
    m_bars->updateGeometry();
    m_bars->update();
    m_box->hide();
}

void StairPanel::showStairs(const Staircase& stairs, double shareOfPeak, const std::optional<Bottleneck>& bound)
{
    m_bars->bars = barsOf(stairs);
    m_bars->updateGeometry();
    m_bars->update();
    m_bound->setText(bound ? coreText(bound->text) : QString());
    m_box->setVisible(bound.has_value());
    const StairStep& last = stairs.steps.back();
    const auto timed = std::ranges::count(stairs.steps, StairStep::State::Ready, &StairStep::state);
    if (last.speedup > 0) {
        QStringList parts;
        if (shareOfPeak > 0) {
            parts << tr("%1 of this core's peak").arg(percentText(shareOfPeak));
        }
        parts << tr("%1 ms").arg(milliseconds(last.seconds));
        if (last.margin > 0) {
            parts << tr("± %1 %").arg(number(100 * last.margin, 1));
        }
        parts << tr("right");
        m_headline->show(timesText(last.speedup), tr("the loops as defined"), parts.join(tr(", ")));
    } else if (last.state == StairStep::State::Failed) {
        m_headline->show(tr("Failed"), {}, last.isWrong ? tr("The answer is wrong.") : coreText(last.note));
    } else {
        m_headline->showNone(last.state == StairStep::State::Illegal ? tr("This schedule is not legal yet.")
                             : last.seconds > 0 || timed == 0
                                 ? tr("Time the loops as defined to compare with them.")
                                 : tr("Press Time It to time the schedule after each of its lines."));
    }
}

void StairPanel::setCurrentLine(int line)
{
    m_bars->currentLine = line;
    m_bars->update();
}

int StairPanel::bars() const
{
    return static_cast<int>(m_bars->bars.size());
}

QString StairPanel::headline() const
{
    return m_headline->figure();
}

QString StairPanel::qualifier() const
{
    return m_headline->line();
}

} // namespace knobscope
