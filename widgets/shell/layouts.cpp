// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/layouts.h"

#include "widgets/shell/mainwindow.h"
#include "widgets/shell/navigation.h"
#include "widgets/shell/views.h"

#include <QActionGroup>
#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QLayout>
#include <QMouseEvent>
#include <QStackedWidget>
#include <QStatusBar>
#include <QStyle>
#include <QTabBar>

#include <algorithm>
#include <array>

namespace knobscope {

namespace {

constexpr int kWelcomeInLearn = 25; // percent of the height between bars
constexpr int kFirstVersion = 20; ///< state version, plus flags for what QMainWindow::saveState() lacks:
constexpr int kArranged = 1;      ///< kArranged by the user
constexpr int kWithCentre = 2;    ///< the page in the middle is shown

// The docks of each mode: one line per mode.
constexpr std::array kModes{
    ModeEntry{Layout::Explore, "explore", QT_TRANSLATE_NOOP("Modes", "Explore"),
              QT_TRANSLATE_NOOP("Modes", "Knobs, configs and their code"), "mode-explore", true,
              "tasks speed trials config code schedule"},
    ModeEntry{Layout::Tune, "tune", QT_TRANSLATE_NOOP("Modes", "Tune"), QT_TRANSLATE_NOOP("Modes", "Runs and their trials"),
              "mode-tune", false, "tasks speed trials failures run config log"},
    ModeEntry{Layout::Analyse, "analyse", QT_TRANSLATE_NOOP("Modes", "Analyse"),
              QT_TRANSLATE_NOOP("Modes", "Large plots of what the trials say"), "mode-analyse", false,
              "tasks insight proposals compare lab trials failures query"},
    ModeEntry{Layout::Timeline, "timeline", QT_TRANSLATE_NOOP("Modes", "Timeline"),
              QT_TRANSLATE_NOOP("Modes", "All lanes of a run or a trace"), "mode-timeline", false, "timeline"},
    ModeEntry{Layout::Networks, "networks", QT_TRANSLATE_NOOP("Modes", "Networks"),
              QT_TRANSLATE_NOOP("Modes", "Whole networks: run, tune, and where the time goes"), "mode-networks", false,
              "network"},
    ModeEntry{Layout::Learn, "learn", QT_TRANSLATE_NOOP("Modes", "Learn"),
              QT_TRANSLATE_NOOP("Modes", "Lessons, and schedules by hand: predict, measure, understand"), "mode-learn", true,
              "lesson tasks speed lab workshop config run code"},
};

const ModeEntry& entryOf(Layout layout)
{
    return *std::ranges::find(kModes, layout, &ModeEntry::layout);
}

QString translated(const char* text)
{
    return QCoreApplication::translate("Modes", text);
}

Qt::DockWidgetArea areaOf(DockGroup group)
{
    return group == DockGroup::Left  ? Qt::LeftDockWidgetArea
         : group == DockGroup::Right ? Qt::RightDockWidgetArea
                                     : Qt::BottomDockWidgetArea;
}

/// Returns the docks of each group, in tab order.
std::map<DockGroup, std::vector<QDockWidget*>> dockGroups(const MainWindow& window)
{
    std::map<DockGroup, std::vector<QDockWidget*>> groups;
    for (const ViewEntry& entry : viewEntries()) {
        if (auto* dock = window.findChild<QDockWidget*>(QString::fromLatin1(entry.id))) {
            groups[entry.group].push_back(dock);
        }
    }
    return groups;
}

/// Returns a visible dock of each group, which represents its column or row; groups without one are absent.
std::map<DockGroup, QDockWidget*> firstDocks(const MainWindow& window)
{
    std::map<DockGroup, QDockWidget*> first;
    for (const auto& [group, docks] : dockGroups(window)) {
        const auto found = std::ranges::find_if(docks, [&window, area = areaOf(group)](QDockWidget* dock) {
            return !dock->isFloating() && !dock->isHidden() && window.dockWidgetArea(dock) == area;
        });
        if (found != docks.end()) {
            first[group] = *found;
        }
    }
    return first;
}

/// Id of the view that a widget belongs to, also by its dock's title or tab; empty: none.
QString viewOf(const MainWindow& window, const QWidget* widget)
{
    if (const auto* tabs = qobject_cast<const QTabBar*>(widget); tabs && tabs->parentWidget() == &window) {
        for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
            if (dock->windowTitle() == tabs->tabText(tabs->currentIndex())) {
                return dock->objectName();
            }
        }
    }
    for (; widget; widget = widget->parentWidget()) {
        if (qobject_cast<const QDockWidget*>(widget) || qobject_cast<const View*>(widget)) {
            return widget->objectName();
        }
    }
    return {};
}

} // namespace

std::span<const ModeEntry> modeEntries()
{
    return kModes;
}

Layouts::Layouts(MainWindow& window)
    : QObject(&window)
    , m_window(window)
{
    for (const auto& [group, docks] : dockGroups(window)) {
        window.addDockWidget(areaOf(group), docks.front());
        for (size_t i = 1; i < docks.size(); ++i) {
            window.tabifyDockWidget(docks[i - 1], docks[i]);
        }
    }
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        connect(dock, &QDockWidget::topLevelChanged, this, [this, dock](bool isAlone) {
            m_isArranged = m_isArranged || isAlone;
            if (View* view = isAlone ? dock->findChild<View*>() : nullptr) {
                view->focusInside(Qt::OtherFocusReason); // its window would give it to the control that was made first
            }
        });
    }
    connect(&window.workspace(), &Workspace::taskChanged, this, [this] {
        m_centreHeight = 0;
        m_resized.start();
    });
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget*, const QWidget* now) {
        const QString id = viewOf(m_window, now);
        if (!id.isEmpty() && QGuiApplication::mouseButtons() == Qt::NoButton) { // otherwise the click counts
            m_clicked = id;
        }
    });
    m_resized.setSingleShot(true);
    m_resized.setInterval(0);
    connect(&m_resized, &QTimer::timeout, this, &Layouts::updateDistribution);
    window.installEventFilter(this);
    window.centralWidget()->installEventFilter(this);
    QCoreApplication::instance()->installEventFilter(this);
    for (const Qt::Corner corner : {Qt::TopLeftCorner, Qt::BottomLeftCorner}) {
        window.setCorner(corner, Qt::LeftDockWidgetArea);
    }
    for (const Qt::Corner corner : {Qt::TopRightCorner, Qt::BottomRightCorner}) {
        window.setCorner(corner, Qt::RightDockWidgetArea);
    }
}

void Layouts::addActions(ActionRegistry& actions)
{
    auto* modes = new QActionGroup(this);
    int place = 0;
    for (const ModeEntry& mode : kModes) {
        const auto key = static_cast<Qt::Key>(Qt::Key_1 + place++);
        QAction* action = actions.add({QStringLiteral("layout.") + QLatin1String(mode.id), translated(mode.title),
                                       QKeySequence(Qt::CTRL | key), QLatin1String(mode.icon), nullptr, true},
                                      [this, layout = mode.layout] { apply(layout); });
        action->setToolTip(
            tr("%1: %2 (%3)")
                .arg(translated(mode.title), translated(mode.tip), action->shortcut().toString(QKeySequence::NativeText)));
        action->setStatusTip({});
        modes->addAction(action);
        const auto check = [this, action, layout = mode.layout] { action->setChecked(m_layout == layout); };
        connect(this, &Layouts::changed, action, check);
        check();
    }
    actions.add("view.maximise", tr("&Maximise or Restore the View"), Qt::Key_F11, [this] { toggleMaximised(); });
}

/// Height of the docks below the page in the middle: what the page does not need, but enough for a plot.
int Layouts::bottomHeight()
{
    constexpr int least = 240;
    const QWidget* centre = m_window.centralWidget();
    const auto* pages = qobject_cast<const QStackedWidget*>(centre);
    const int all = m_window.statusBar()->geometry().top() - centre->geometry().top();
    if (m_layout == Layout::Learn && !m_window.workspace().task()) {
        return all - all * kWelcomeInLearn / 100; // lessons begin in the docks; a task that is opened takes what it needs
    }
    m_centreHeight = std::max(m_centreHeight, pages && pages->currentWidget() ? pages->currentWidget()->sizeHint().height() : 0);
    return std::max(all - m_centreHeight - m_window.style()->pixelMetric(QStyle::PM_DockWidgetSeparatorExtent),
                    std::min(least, all * 45 / 100));
}

/// Distributes the window's size among the docks; needs final sizes. On small screens each gets its minimum first.
void Layouts::distributeSpace()
{
    m_window.layout()->activate();
    for (QTabBar* bar : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        bar->setElideMode(Qt::ElideNone); // scroll buttons appear if not all tabs fit
    }
    const std::map<DockGroup, QDockWidget*> first = firstDocks(m_window);
    const int width = m_window.width();
    QList<QDockWidget*> columns;
    QList<int> widths;
    const auto addColumn = [&](DockGroup group, int wanted) {
        if (const auto dock = first.find(group); dock != first.end()) {
            columns << dock->second;
            widths << wanted;
        }
    };
    addColumn(DockGroup::Left, std::clamp(width * 22 / 100, 270, 360));
    addColumn(DockGroup::Right, std::clamp(width * 27 / 100, 290, 420));
    m_window.resizeDocks(columns, widths, Qt::Horizontal);
    if (hasCentre() && first.contains(DockGroup::Bottom)) {
        m_window.layout()->activate(); // the height that the page needs depends on its width
        m_window.resizeDocks({first.at(DockGroup::Bottom)}, {bottomHeight()}, Qt::Vertical);
    }
}

bool Layouts::hasCentre() const
{
    return m_window.centralWidget()->maximumHeight() > 0;
}

/// Hides the middle by its height: hiding the widget would make Qt give its width to the docks at the side.
void Layouts::setCentre(bool isThere)
{
    m_window.centralWidget()->setMaximumHeight(isThere ? QWIDGETSIZE_MAX : 0);
}

void Layouts::showCentre()
{
    if (!hasCentre()) {
        m_kept[m_layout] = arrangement();
        setCentre(true);
        distributeSpace();
    }
}

void Layouts::updateDistribution()
{
    if (!m_isArranged && m_maximised.isEmpty()) {
        distributeSpace();
    }
}

/// Remembers the view that a person works in, also where a click does not move the focus.
void Layouts::noteClick(QObject& watched)
{
    const auto* widget = qobject_cast<const QWidget*>(&watched);
    if (widget && widget->window() == &m_window) {
        const QString id = viewOf(m_window, widget);
        m_clicked = id.isEmpty() ? m_clicked : id;
    }
}

bool Layouts::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease) {
        noteClick(*watched); // on release, a clicked tab is the current one
    }
    // Of other events, those of a window that is being destroyed, which has no layout any more, are filtered, too.
    if (event->type() == QEvent::LayoutRequest && watched == m_window.centralWidget() && hasCentre()) {
        const int before = m_centreHeight;
        bottomHeight();
        if (m_centreHeight > before) { // a knob was added, or its candidates need another line
            m_resized.start();
        }
    }
    if (watched == &m_window) {
        switch (event->type()) {
        case QEvent::Resize:
            m_centreHeight = 0;
            m_resized.start();
            break;
        case QEvent::MouseButtonPress: // splitters are not widgets
            m_isOnSplitter = m_window.childAt(static_cast<QMouseEvent*>(event)->position().toPoint()) == nullptr;
            break;
        case QEvent::MouseMove:
            m_isArranged =
                m_isArranged || (m_isOnSplitter && static_cast<QMouseEvent*>(event)->buttons().testFlag(Qt::LeftButton));
            break;
        default: break;
        }
    }
    return QObject::eventFilter(watched, event);
}

void Layouts::apply(Layout layout)
{
    endMaximised();
    if (m_defaultState.isEmpty()) {
        m_defaultState = m_window.saveState();
    }
    QWidget* holder = m_window.focusWidget();
    if (holder) {
        holder->clearFocus();
    }
    std::vector<std::pair<QDockWidget*, QRect>> floating; // positions set by the user, perhaps on another screen
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        if (dock->isFloating() && !dock->isHidden()) {
            floating.emplace_back(dock, dock->geometry());
        }
    }
    const bool isAsLeft = hasCentre() == entryOf(m_layout).hasCentre; // false: the middle is shown temporarily
    if (layout != m_layout && isAsLeft) {
        m_kept[m_layout] = arrangement();
    }
    const bool isKept = (layout != m_layout || !isAsLeft) && applyArrangement(m_kept.value(layout));
    const bool isArranged = isKept && m_isArranged; // saved before floating docks change it again
    if (!isKept) {
        applyBuiltIn(layout);
    }
    for (const auto& [dock, place] : floating) {
        dock->setFloating(true);
        dock->setGeometry(place);
        dock->show();
    }
    m_layout = layout;
    m_isArranged = isArranged;
    m_centreHeight = 0;
    updateDistribution();
    returnFocus(holder);
    emit changed();
}

/// Gives the focus back to the widget that had it, else to its view or the first one of the mode. It was taken away before: Qt
/// passes the focus of a dock that it hides on to the window's next control, whichever that is.
void Layouts::returnFocus(QWidget* holder)
{
    const auto isSeen = [this](const QWidget* widget) {
        return widget && isInSight(*widget) && (hasCentre() || !m_window.centralWidget()->isAncestorOf(widget));
    };
    if (!holder) {
        return;
    }
    View* view = m_window.viewOf(viewOf(m_window, holder));
    if (isSeen(holder)) {
        holder->setFocus(Qt::OtherFocusReason);
    } else if (isSeen(view)) {
        view->focusInside(Qt::OtherFocusReason);
    } else {
        focusFirstView();
    }
}

void Layouts::focusFirstView()
{
    for (const QString& id : QString::fromLatin1(entryOf(m_layout).views).split(QLatin1Char(' '))) {
        View* view = m_window.viewOf(id);
        if (view && view->isVisibleTo(&m_window) && (isInSight(*view) || !m_window.isVisible())) {
            view->focusInside(Qt::OtherFocusReason);
            return;
        }
    }
}

/// Applies the built-in arrangement.
void Layouts::applyBuiltIn(Layout layout)
{
    const ModeEntry& mode = entryOf(layout);
    setCentre(true);
    m_window.restoreState(m_defaultState);
    setCentre(mode.hasCentre);
    const QStringList shown = QString::fromLatin1(mode.views).split(QLatin1Char(' '));
    for (const auto& [group, docks] : dockGroups(m_window)) {
        QDockWidget* front = nullptr;
        for (QDockWidget* dock : docks) {
            const qsizetype place = shown.indexOf(dock->objectName());
            dock->setVisible(place >= 0);
            if (place >= 0 && (!front || place < shown.indexOf(front->objectName()))) {
                front = dock;
            }
        }
        if (front) {
            front->raise();
        }
    }
    if (layout == Layout::Learn) {
        keepLessonVisible();
    }
}

/// Moves the tasks to the column at the right: a lesson that shows one of them must not be hidden by it.
void Layouts::keepLessonVisible()
{
    auto* tasks = m_window.findChild<QDockWidget*>(QStringLiteral("tasks"));
    auto* config = m_window.findChild<QDockWidget*>(QStringLiteral("config"));
    if (tasks && config) {
        m_window.tabifyDockWidget(config, tasks);
        tasks->raise();
    }
}

void Layouts::joinRightAndBottom()
{
    auto groups = dockGroups(m_window);
    QDockWidget* bottom = groups[DockGroup::Bottom].front();
    for (QDockWidget* dock : groups[DockGroup::Right]) {
        m_window.tabifyDockWidget(bottom, dock);
    }
    if (auto* tasks = m_window.findChild<QDockWidget*>(QStringLiteral("tasks")); tasks && m_layout == Layout::Learn) {
        m_window.tabifyDockWidget(bottom, tasks); // where it is a tab of the right column
        tasks->raise();
    }
    m_isArranged = true; // stays so when the window is resized
    distributeSpace();
}

QString Layouts::viewInUse() const
{
    return m_clicked.isEmpty() ? viewInFocus(m_window) : m_clicked;
}

void Layouts::toggleMaximised()
{
    if (!m_maximised.isEmpty()) {
        endMaximised();
        return;
    }
    const QString used = viewInUse();
    const QString id = used.isEmpty() ? QStringLiteral("speed") : used;
    m_before = arrangement();
    m_window.showView(id);
    m_maximised = id;
    auto* own = m_window.findChild<QDockWidget*>(id); // null: the page in the middle
    if (own) {
        own->setFloating(false);
    }
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        dock->setVisible(own && dock == own);
    }
    m_window.centralWidget()->setVisible(!own);
    goToView(m_window, id);
    emit changed();
}

void Layouts::endMaximised()
{
    if (m_maximised.isEmpty()) {
        return;
    }
    const QString id = std::exchange(m_maximised, {});
    m_window.centralWidget()->show();
    applyArrangement(std::exchange(m_before, {}));
    m_resized.start(); // the window may have been resized meanwhile
    goToView(m_window, id);
    emit changed();
}

QByteArray Layouts::arrangement() const
{
    const int version = kFirstVersion + (m_isArranged ? kArranged : 0) + (hasCentre() ? kWithCentre : 0);
    return m_maximised.isEmpty() ? m_window.saveState(version) : m_before;
}

bool Layouts::applyArrangement(const QByteArray& arrangement)
{
    const bool hadCentre = hasCentre();
    setCentre(true); // otherwise docks above others lose their height
    for (int known = 0; known <= kArranged + kWithCentre; ++known) {
        if (m_window.restoreState(arrangement, kFirstVersion + known)) {
            m_isArranged = (known & kArranged) != 0;
            setCentre((known & kWithCentre) != 0);
            return true;
        }
    }
    setCentre(hadCentre);
    return false;
}

QByteArray Layouts::state() const
{
    QByteArray all;
    QDataStream(&all, QIODevice::WriteOnly) << static_cast<int>(m_layout) << arrangement() << m_kept;
    return all;
}

bool Layouts::restore(const QByteArray& state)
{
    endMaximised();
    int layout = -1;
    QByteArray now;
    decltype(m_kept) kept;
    QDataStream(state) >> layout >> now >> kept;
    if (layout < 0 || layout > static_cast<int>(kModes.back().layout) || !applyArrangement(now)) {
        return false;
    }
    m_layout = static_cast<Layout>(layout);
    m_kept = std::move(kept);
    emit changed();
    return true;
}

} // namespace knobscope
