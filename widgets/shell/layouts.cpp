// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/shell/layouts.h"

#include "widgets/shell/mainwindow.h"
#include "widgets/shell/navigation.h"
#include "widgets/shell/views.h"

#include <QApplication>
#include <QDataStream>
#include <QDockWidget>
#include <QLayout>
#include <QMouseEvent>
#include <QTabBar>

#include <algorithm>
#include <set>

namespace knobscope {

namespace {

constexpr int kFirstVersion = 10; ///< state version, plus flags for what QMainWindow::saveState() lacks:
constexpr int kArranged = 1;      ///< kArranged by the user
constexpr int kWithCentre = 2;    ///< the page in the middle is shown

bool hidesCentre(Layout layout)
{
    return layout == Layout::Analyse || layout == Layout::Timeline;
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

/// Returns the first visible dock of each group, which represents its column or row.
std::map<DockGroup, QDockWidget*> firstDocks(const MainWindow& window)
{
    std::map<DockGroup, QDockWidget*> first;
    for (const auto& [group, docks] : dockGroups(window)) {
        const auto found = std::ranges::find(docks, false, &QDockWidget::isFloating);
        first[group] = found == docks.end() ? docks.front() : *found;
    }
    return first;
}

} // namespace

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
    for (const auto& [group, docks] : dockGroups(window)) {
        docks.front()->raise();
    }
    for (const QDockWidget* dock : window.findChildren<QDockWidget*>()) {
        connect(dock, &QDockWidget::topLevelChanged, this, [this](bool isAlone) { m_isArranged = m_isArranged || isAlone; });
    }
    m_resized.setSingleShot(true);
    m_resized.setInterval(0);
    connect(&m_resized, &QTimer::timeout, this, &Layouts::updateDistribution);
    window.installEventFilter(this);
    window.setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    window.setCorner(Qt::BottomRightCorner, Qt::BottomDockWidgetArea);
}

void Layouts::addActions(ActionRegistry& actions)
{
    actions.add("layout.explore", tr("&Explore: Space and Code"), Qt::CTRL | Qt::SHIFT | Qt::Key_F1,
                [this] { apply(Layout::Explore); });
    actions.add("layout.tune", tr("&Tune: Everything at Once"), Qt::CTRL | Qt::SHIFT | Qt::Key_F2,
                [this] { apply(Layout::Tune); });
    actions.add("layout.analyse", tr("&Analyse: Large Plots"), Qt::CTRL | Qt::SHIFT | Qt::Key_F3,
                [this] { apply(Layout::Analyse); });
    actions.add("layout.timeline", tr("T&imeline: All Lanes"), Qt::CTRL | Qt::SHIFT | Qt::Key_F4,
                [this] { apply(Layout::Timeline); });
    actions.add("view.maximise", tr("&Maximise or Restore the View"), Qt::Key_F11, [this] { toggleMaximised(); });
}

/// Distributes the window's size among the docks; needs final sizes. On small screens each gets its minimum first.
void Layouts::distributeSpace()
{
    m_window.layout()->activate();
    for (QTabBar* bar : m_window.findChildren<QTabBar*>(QString(), Qt::FindDirectChildrenOnly)) {
        bar->setElideMode(Qt::ElideNone); // scroll buttons appear if not all tabs fit
    }
    std::map<DockGroup, QDockWidget*> first = firstDocks(m_window);
    const int width = m_window.width();
    const int left = std::clamp(width * 30 / 100, 290, 440);
    const int below = width - left;
    const int code = std::clamp(below - 510, 270, std::max(500, below * 2 / 5));
    m_window.resizeDocks({first[DockGroup::Left], first[DockGroup::Right]}, {left, std::clamp(width * 22 / 100, 290, 320)},
                         Qt::Horizontal);
    const int height = m_window.height();
    // 520 at 1000 give every plot at the bottom 300; the docks above get at least 480.
    const int bottom = height > 800 ? std::min(520, std::max(height * 48 / 100, height - 480)) : height * 44 / 100;
    m_window.resizeDocks({first[DockGroup::Bottom]}, {bottom}, Qt::Vertical);
    m_window.resizeDocks({first[DockGroup::Bottom], first[DockGroup::BottomRight]}, {below - code, code}, Qt::Horizontal);
    if (m_layout == Layout::Explore) {
        m_window.resizeDocks({first[DockGroup::BottomRight]}, {height * 50 / 100}, Qt::Vertical);
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

bool Layouts::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == &m_window) {
        switch (event->type()) {
        case QEvent::Resize: m_resized.start(); break;
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
    std::vector<std::pair<QDockWidget*, QRect>> floating; // positions set by the user, perhaps on another screen
    for (QDockWidget* dock : m_window.findChildren<QDockWidget*>()) {
        if (dock->isFloating() && !dock->isHidden()) {
            floating.emplace_back(dock, dock->geometry());
        }
    }
    const bool isAsLeft = hasCentre() != hidesCentre(m_layout); // false: the middle is shown temporarily
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
    updateDistribution();
    if (!isKept && layout != Layout::Tune) {
        m_window.showView(QLatin1String(layout == Layout::Explore ? "code" : layout == Layout::Analyse ? "insight" : "timeline"));
    }
    if (!hasCentre() && m_window.centralWidget()->isAncestorOf(m_window.focusWidget())) { // keeps the focus visible
        goToView(m_window, layout == Layout::Analyse ? QStringLiteral("insight") : QStringLiteral("timeline"));
    }
}

/// Applies the built-in arrangement.
void Layouts::applyBuiltIn(Layout layout)
{
    setCentre(true);
    m_window.restoreState(m_defaultState);
    setCentre(!hidesCentre(layout));
    const std::set<DockGroup> hidden = layout == Layout::Explore ? std::set{DockGroup::Right, DockGroup::Bottom}
                                     : layout == Layout::Analyse ? std::set{DockGroup::Right, DockGroup::BottomRight}
                                     : layout == Layout::Timeline
                                         ? std::set{DockGroup::Left, DockGroup::Right, DockGroup::BottomRight}
                                         : std::set<DockGroup>();
    auto groups = dockGroups(m_window);
    for (const DockGroup group : hidden) {
        std::ranges::for_each(groups[group], &QWidget::hide);
    }
}

void Layouts::toggleMaximised()
{
    if (!m_maximised.isEmpty()) {
        endMaximised();
        return;
    }
    const QString focus = viewInFocus(m_window);
    const QString id = focus.isEmpty() ? QStringLiteral("speed") : focus;
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
    if (layout < 0 || layout > static_cast<int>(Layout::Timeline) || !applyArrangement(now)) {
        return false;
    }
    m_layout = static_cast<Layout>(layout);
    m_kept = std::move(kept);
    return true;
}

} // namespace knobscope
