// SPDX-License-Identifier: GPL-3.0-or-later
// The live chart's controls, actions and state.
#include "widgets/actions/actionregistry.h"
#include "widgets/chart/livechart.h"
#include "widgets/chart/outcomelegend.h"
#include "widgets/layout/flowrow.h"
#include "widgets/layout/scrolledpage.h"
#include "widgets/translation/coretext.h"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QIcon>
#include <QJsonArray>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QSplitter>
#include <QStackedLayout>
#include <QStandardItemModel>
#include <QStyle>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

QString withoutAccessKey(QString text)
{
    return text.remove(QLatin1Char('&')).remove(QStringLiteral("…"));
}

QString tipOf(const QAction& action)
{
    const QString keys = action.shortcut().toString(QKeySequence::NativeText);
    const QString text = withoutAccessKey(action.text());
    return keys.isEmpty() ? text : LiveChart::tr("%1 (%2)").arg(text, keys);
}

} // namespace

void LiveChart::makeControls()
{
    m_xChoice = new QComboBox;
    m_xChoice->addItems({tr("Trial"), tr("Time")});
    m_xChoice->setAccessibleName(tr("Horizontal axis"));
    m_yChoice = new QComboBox;
    m_yChoice->addItems({tr("GFLOPS"), tr("Time of the kernel"), tr("% of peak"), tr("% of best")});
    m_yChoice->setAccessibleName(tr("Vertical axis"));
    m_log = new QCheckBox(tr("&Log"));
    m_log->setToolTip(tr("Logarithmic vertical axis"));
    auto* over = new QLabel(tr("&over"));
    over->setBuddy(m_xChoice);
    auto* show = new QLabel(tr("Sho&w"));
    show->setBuddy(m_yChoice);
    auto* row = new FlowRow; // a dock may be narrow
    m_toolbar = row;
    row->layout()->setContentsMargins(6, 3, 6, 0);
    row->addGroup({show, m_yChoice});
    row->addGroup({over, m_xChoice});
    row->add(m_log);

    m_list = new QListView;
    m_list->setObjectName(QStringLiteral("runs"));
    m_list->setModel(m_runs);
    m_list->setAccessibleName(tr("Runs in the chart"));
    m_list->setTextElideMode(Qt::ElideMiddle);
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    auto* side = new QWidget;
    auto* column = new QVBoxLayout(side);
    column->setContentsMargins(0, 4, 0, 0);
    auto* runsTitle = new QLabel(tr("R&uns"));
    runsTitle->setBuddy(m_list);
    runsTitle->setContentsMargins(6, 0, 0, 0);
    column->addWidget(runsTitle);
    column->addWidget(m_list, 1);
    m_legend = new OutcomeLegend;
    column->addWidget(m_legend);
    m_canvas->setAccessibleName(tr("Trials"));
    m_canvas->setMinimumSize(200, 90); // small screens
    m_splitter = new QSplitter;
    m_splitter->addWidget(m_canvas);
    m_splitter->addWidget(new ScrolledPage(side, QSize(68, 60)));
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setCollapsible(0, false);
    m_splitter->setSizes({700, 190});

    auto* page = new QWidget;
    auto* pageLayout = new QVBoxLayout(page);
    pageLayout->setContentsMargins(0, 0, 0, 0);
    pageLayout->setSpacing(2);
    pageLayout->addWidget(m_toolbar);
    pageLayout->addWidget(m_splitter, 1);
    auto* empty = new QLabel(tr("No trials yet. Choose a task and press Start: every kernel that is measured becomes a point "
                                "here, and the line shows the best so far."));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    empty->setMargin(24);
    m_stack = new QStackedLayout(this);
    m_stack->addWidget(empty);
    m_stack->addWidget(page);
    connect(m_xChoice, &QComboBox::currentIndexChanged, this, &LiveChart::readControls);
    connect(m_yChoice, &QComboBox::currentIndexChanged, this, &LiveChart::readControls);
    connect(m_log, &QCheckBox::toggled, this, &LiveChart::readControls);
    // A click anywhere on a run ticks it, as in a legend; keyboards have Space.
    connect(m_list, &QListView::activated, this, [this](const QModelIndex& index) {
        const bool isShown = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        m_runs->setData(index, isShown ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    });
}

void LiveChart::readControls()
{
    auto* items = qobject_cast<QStandardItemModel*>(m_yChoice->model());
    QStandardItem* peak = items->item(static_cast<int>(YAxis::PercentOfPeak));
    peak->setEnabled(isAvailable(YAxis::PercentOfPeak));
    peak->setToolTip(peak->isEnabled() ? QString() : tr("This machine's peak is not measured yet."));
    setAxes(static_cast<XAxis>(m_xChoice->currentIndex()), static_cast<YAxis>(m_yChoice->currentIndex()), m_log->isChecked());
}

void LiveChart::setAxes(XAxis x, YAxis y, bool isLog)
{
    y = isAvailable(y) ? y : YAxis::Gflops;
    if (x != m_scale.x || y != m_scale.y || isLog != m_scale.isLog) {
        m_zoom.reset();
    }
    m_scale.x = x;
    m_scale.y = y;
    m_scale.isLog = isLog;
    const QSignalBlocker blockers[] = {QSignalBlocker(m_xChoice), QSignalBlocker(m_yChoice), QSignalBlocker(m_log)};
    m_xChoice->setCurrentIndex(static_cast<int>(x));
    m_yChoice->setCurrentIndex(static_cast<int>(y));
    m_log->setChecked(isLog);
    rescale();
}

QAction* LiveChart::addAction(const char* id, const QString& text, const QKeySequence& shortcut, const char* icon,
                              void (LiveChart::*trigger)())
{
    auto* action = new QAction(text, this);
    const QString name = QString::fromLatin1(icon);
    if (!name.isEmpty()) {
        action->setIcon(QIcon::fromTheme(name, QIcon(QStringLiteral(":/icons/%1.svg").arg(name))));
    }
    action->setShortcut(shortcut);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    QWidget::addAction(action);
    if (trigger) {
        connect(action, &QAction::triggered, this, trigger);
    }
    m_actions.emplace_back(QString::fromLatin1(id), action);
    return action;
}

void LiveChart::makeActions()
{
    QAction* select = addAction("chart.select", tr("Select Trials by &Dragging"), Qt::Key_S, "edit-select", nullptr);
    select->setCheckable(true);
    connect(select, &QAction::toggled, this,
            [this](bool on) { m_canvas->setTool(on ? ChartCanvas::Tool::Select : ChartCanvas::Tool::Zoom); });
    QAction* in = addAction("chart.zoomIn", tr("Zoom &In"), {}, "zoom-in", &LiveChart::zoomIn);
    QAction* out = addAction("chart.zoomOut", tr("Zoom &Out"), {}, "zoom-out", &LiveChart::zoomOut);
    QAction* reset = addAction("chart.reset", tr("Show &All Trials"), Qt::Key_R, "zoom-fit-best", &LiveChart::resetZoom);
    QAction* best = addAction("chart.best", tr("Select the &Best Trial"), Qt::Key_B, "", &LiveChart::selectBest);
    QAction* next = addAction("chart.next", tr("Select the &Next Trial"), Qt::Key_Period, "", &LiveChart::selectNext);
    QAction* previous =
        addAction("chart.previous", tr("Select the &Previous Trial"), Qt::Key_Comma, "", &LiveChart::selectPrevious);
    QAction* time = addAction("chart.filterTime", tr("&Filter to the Visible Time"), {}, "", &LiveChart::filterToVisibleTime);
    time->setToolTip(tr("Shows only the trials that ended within what is seen here, in all views"));
    QAction* picture = addAction("chart.exportPicture", tr("Export Pi&cture…"), {}, "document-export", &LiveChart::askForPicture);
    const auto addButton = [this](QAction* action) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
        button->setToolTip(tipOf(*action));
        button->setAccessibleName(withoutAccessKey(action->text()));
        m_toolbar->layout()->addWidget(button);
    };
    for (QAction* action : {select, in, out, reset, picture}) {
        addButton(action);
    }
    m_canvas->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_canvas, &QWidget::customContextMenuRequested, this, [=, this](const QPoint& at) {
        QMenu context(this);
        context.addActions({reset, time, best, next, previous, context.addSeparator(), picture});
        context.exec(m_canvas->mapToGlobal(at));
    });
}

void LiveChart::addActions(ActionRegistry& registry)
{
    for (const auto& [id, action] : m_actions) {
        registry.adopt(action, id);
    }
}

void LiveChart::zoomIn()
{
    const QRectF area = m_canvas->area();
    zoomTo(area.adjusted(area.width() / 8, area.height() / 8, -area.width() / 8, -area.height() / 8));
}

void LiveChart::zoomOut()
{
    const QRectF area = m_canvas->area();
    zoomTo(area.adjusted(-area.width() / 6, -area.height() / 6, area.width() / 6, area.height() / 6));
}

void LiveChart::askForPicture()
{
    const QString path = QFileDialog::getSaveFileName(this, tr("Export Picture"), tr("chart.png"),
                                                      tr("Pictures (*.png);;Vector graphics (*.svg)"));
    if (path.isEmpty()) {
        return;
    }
    const auto written = exportTo(path);
    workspace().say(written ? MessageLevel::Info : MessageLevel::Error,
                    written ? tr("The chart was written to %1.").arg(path) : coreText(written.error()));
}

QJsonObject LiveChart::saveState() const
{
    QJsonObject state{{QStringLiteral("x"), static_cast<int>(m_scale.x)},
                      {QStringLiteral("y"), static_cast<int>(m_scale.y)},
                      {QStringLiteral("log"), m_scale.isLog},
                      {QStringLiteral("splitter"), QString::fromLatin1(m_splitter->saveState().toBase64())}};
    if (m_zoom) {
        state[QStringLiteral("zoom")] = QJsonArray{m_zoom->left(), m_zoom->top(), m_zoom->width(), m_zoom->height()};
    }
    if (m_runs->isChosen()) {
        QJsonArray runs;
        for (const int64_t run : m_runs->shown()) {
            runs.append(static_cast<double>(run));
        }
        state[QStringLiteral("runs")] = runs;
    }
    return state;
}

void LiveChart::restoreState(const QJsonObject& state)
{
    if (state.contains(QStringLiteral("runs"))) {
        std::set<int64_t> runs;
        for (const QJsonValue& run : state[QStringLiteral("runs")].toArray()) {
            if (workspace().run(run.toInteger())) {
                runs.insert(run.toInteger());
            }
        }
        m_runs->setShown(std::move(runs));
    }
    const int x = std::clamp(state[QStringLiteral("x")].toInt(), 0, m_xChoice->count() - 1);
    const int y = std::clamp(state[QStringLiteral("y")].toInt(), 0, m_yChoice->count() - 1);
    setAxes(static_cast<XAxis>(x), static_cast<YAxis>(y), state[QStringLiteral("log")].toBool());
    const QJsonArray zoom = state[QStringLiteral("zoom")].toArray();
    if (zoom.size() == 4 && zoom[2].toDouble() > 0 && zoom[3].toDouble() > 0) {
        zoomTo({zoom[0].toDouble(), zoom[1].toDouble(), zoom[2].toDouble(), zoom[3].toDouble()});
    }
    m_splitter->restoreState(QByteArray::fromBase64(state[QStringLiteral("splitter")].toString().toLatin1()));
}

} // namespace knobscope
