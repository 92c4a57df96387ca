// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/network/networkview.h"

#include "core/task/host.h"
#include "widgets/actions/actionregistry.h"
#include "widgets/layout/section.h"
#include "widgets/network/ramplegend.h"
#include "widgets/text/number.h"
#include "widgets/translation/coretext.h"
#include "widgets/workspace/networks.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QJsonArray>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QVBoxLayout>

#include <algorithm>

namespace knobscope {

namespace {

/// The tasks of each workload, those of extra templates behind: those of the whole network that one workload alone would have,
/// too. A layer is as quick as the quickest of them.
std::vector<std::vector<NetworkTask>> tasksByWorkload(const Network& network, const std::vector<NetworkWorkload>& workloads,
                                                      const Target& target)
{
    std::vector<std::vector<NetworkTask>> tasks(workloads.size());
    const auto all = extractTasks(network, target, TaskChoice::WithExtra);
    for (size_t w = 0; all && w < tasks.size(); ++w) {
        Network one = network;
        one.workloads = {workloads[w]};
        const auto own = extractTasks(one, target, TaskChoice::WithExtra);
        for (const NetworkTask& task : all->tasks) {
            const bool isOwn = own && std::ranges::any_of(own->tasks, [&](const NetworkTask& other) {
                                   return other.task == task.task && other.args == task.args;
                               });
            if (isOwn) {
                tasks[w].push_back(task);
            }
        }
    }
    return tasks;
}

/// "3"; of an extra template "3/conv2d_tiles_NCHWc.x86".
QString numberOf(const NetworkTask& task)
{
    return QString::fromStdString(task.id).section(QLatin1Char(':'), -1);
}

/// What fits into a box: the tool tip names the template.
QString layerNumberOf(const NetworkTask& task)
{
    return numberOf(task).section(QLatin1Char('/'), 0, 0);
}

} // namespace

NetworkView::NetworkView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, 200, parent)
    , m_standings(new TaskStandings(workspace, this))
    , m_networks(new QComboBox)
    , m_search(new QLineEdit)
    , m_canvas(new NetworkCanvas)
    , m_legend(new RampLegend)
    , m_note(makeSentence({}))
{
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins({});
    layout->setSpacing(2);
    layout->addWidget(makeTop());
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_legend);
    layout->addWidget(m_note);
    m_note->setContentsMargins(6, 0, 6, 4);
    m_note->setTextFormat(Qt::PlainText);
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_canvas));
    connect(&m_layout, &GraphLayout::arranged, this, &NetworkView::takeArrangement);
    connect(m_canvas, &NetworkCanvas::opened, this, &NetworkView::openTask);
    connect(m_canvas, &NetworkCanvas::blockToggled, this, &NetworkView::toggleBlock);
    connect(m_standings, &TaskStandings::changed, this, &NetworkView::refreshSoon);
    connect(&workspace, &Workspace::taskChanged, this, &NetworkView::followTask);
    connect(&workspace.networks(), &Networks::changed, this, [this] {
        listNetworks();
        m_model.reset(); // a file that was read again is another
        refreshSoon();
    });
    connect(&workspace.networks(), &Networks::opened, this, &NetworkView::showNetwork);
    connect(&workspace.networks(), &Networks::modelRead, this, [this](const QString& id, const QString& problem) {
        if (id == m_id) {
            m_problem = problem;
            refreshSoon();
        }
    });
    listNetworks();
}

QWidget* NetworkView::makeTop()
{
    m_networks->setAccessibleName(tr("Network that is shown"));
    m_networks->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_networks->setMinimumContentsLength(12);
    m_search->setPlaceholderText(tr("Find by operator, shape or node"));
    m_search->setAccessibleName(tr("Find in the network"));
    m_search->setClearButtonEnabled(true);
    m_search->installEventFilter(this);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) { find(text, false); });
    connect(m_search, &QLineEdit::returnPressed, this, [this] { find(m_search->text(), true); });
    connect(m_networks, &QComboBox::activated, this, [this] { showNetwork(m_networks->currentText()); });
    auto* top = new QWidget;
    auto* line = new QHBoxLayout(top);
    line->setContentsMargins(4, 4, 4, 0);
    line->addWidget(m_networks, 1);
    line->addWidget(m_search, 1);
    return top;
}

void NetworkView::addActions(ActionRegistry& actions)
{
    const auto add = [&](const char* id, const QString& text, const QKeySequence& key, auto&& trigger) {
        actions.add({QString::fromLatin1(id), text, key, {}, this, false}, trigger);
    };
    add("network.find", tr("&Find a Layer"), QKeySequence::Find, [this] {
        m_search->setFocus(Qt::ShortcutFocusReason);
        m_search->selectAll();
    });
    add("network.fold", tr("F&old All Blocks"), {}, [this] { foldAll(true); });
    add("network.unfold", tr("&Unfold All Blocks"), {}, [this] { foldAll(false); });
    add("network.fit", tr("Fit the &Width"), {}, [this] { m_canvas->fitWidth(); });
}

void NetworkView::listNetworks()
{
    const QSignalBlocker blocked(m_networks);
    m_networks->clear();
    for (const Network& network : workspace().networks().all()) {
        m_networks->addItem(QString::fromStdString(network.id()));
        m_networks->setItemData(m_networks->count() - 1, QString::fromStdString(network.source), Qt::ToolTipRole);
    }
    m_networks->setCurrentIndex(m_networks->findText(m_id));
}

void NetworkView::showNetwork(const QString& id)
{
    if (std::exchange(m_id, id) != id) {
        m_model.reset();
        m_unfolded.clear();
        m_problem.clear();
    }
    const QSignalBlocker blocked(m_networks);
    m_networks->setCurrentIndex(m_networks->findText(m_id));
    refreshSoon();
}

void NetworkView::followTask()
{
    const QString id = QString::fromStdString(Networks::networkOf(workspace().taskLabel()));
    if (workspace().task() && workspace().networks().find(id.toStdString())) {
        showNetwork(id);
    }
    refreshSoon();
}

void NetworkView::refreshNow()
{
    refreshAtOnce();
}

void NetworkView::refresh()
{
    Networks& networks = workspace().networks();
    const auto model = networks.model(m_id.toStdString());
    if (!model && m_problem.isEmpty() && networks.find(m_id.toStdString())) {
        networks.wantModel(m_id.toStdString());
    }
    if (model != m_model || !model) {
        takeModel(model);
    }
    takeTasks();
    colour();
}

void NetworkView::takeModel(const std::shared_ptr<const ModelNetwork>& model)
{
    m_model = model;
    m_isNew = true;
    m_canvas->setCurrent(-1);
    m_unfolded.clear();
    m_boxes = model ? boxesOf(*model) : NetworkBoxes();
    m_note->setText(model            ? QString()
                    : m_id.isEmpty() ? tr("Open an ONNX model (File > Open Model…, or drop it here), or choose a network above.")
                    : m_problem.isEmpty() ? tr("Reading the graph of %1 …").arg(m_id)
                                          : m_problem);
    m_note->setVisible(!m_note->text().isEmpty());
    m_tasks.clear();
    arrange();
}

void NetworkView::takeTasks()
{
    const auto inHand = workspace().task();
    const auto target = inHand ? Result<Target>(inHand->target) : hostTarget();
    if (!m_model || !target || (*target == m_target && !m_tasks.empty())) {
        return;
    }
    m_target = *target;
    const Network* listed = workspace().networks().find(m_id.toStdString());
    m_tasks.clear();
    for (std::vector<NetworkTask>& tasks :
         tasksByWorkload(listed ? *listed : m_model->network, m_model->network.workloads, m_target)) {
        std::vector<LayerTask>& layers = m_tasks.emplace_back();
        for (NetworkTask& task : tasks) {
            std::string key = TaskStandings::taskKey(task.task, task.args, m_target.text);
            layers.push_back({std::move(task), std::move(key)});
        }
    }
}

void NetworkView::arrange()
{
    m_awaited = shownOf(m_boxes, m_unfolded);
    BoxGraph graph;
    double width = m_canvas->boxWidth(tr("task %1: %2 ms, %3 GFLOPS").arg(100).arg(1000.0).arg(1000.0));
    for (const NetworkBox& box : m_boxes.boxes) { // folded or not, they are as wide
        for (const std::string& line : {box.title, box.shape}) {
            width = std::max(width, m_canvas->boxWidth(QString::fromStdString(line)));
        }
    }
    for (const auto& boxes : m_awaited.boxes) {
        const NetworkBox& box = m_boxes.boxes[boxes.front()];
        graph.boxes.emplace_back(width, m_canvas->boxHeight(box.workload >= 0 ? 3 : box.shape.empty() ? 1 : 2));
    }
    graph.edges = m_awaited.edges;
    graph.blocks = m_awaited.blocks;
    m_layout.request(std::move(graph));
}

void NetworkView::takeArrangement(const Arrangement& arrangement, const QString& problem)
{
    m_shown = m_awaited;
    std::vector<BlockLook> blocks;
    for (size_t block = 0; block < m_shown.blocks.size(); ++block) {
        const int copies = static_cast<int>(m_boxes.blocks[block].copies);
        const bool isFolded = !m_unfolded.contains(block);
        blocks.push_back({m_shown.blocks[block], isFolded ? tr("× %1").arg(copies) : tr("fold %1").arg(copies),
                          isFolded ? tr("%n block(s) like this follow each other. A click shows them all.", nullptr, copies)
                                   : tr("A click shows one of these blocks for all.")});
    }
    m_canvas->setGraph(arrangement, m_shown.edges, std::move(blocks));
    if (std::exchange(m_isNew, false)) {
        m_canvas->scrollToTop();
    }
    if (m_model) {
        m_note->setText(problem);
        m_note->setVisible(!problem.isEmpty());
    }
    colour();
}

const TaskStanding* NetworkView::bestOf(const LayerTask& task) const
{
    const TaskStanding* known = m_standings->find(task.key);
    return known && known->bestSeconds > 0 ? known : nullptr;
}

const NetworkView::LayerTask* NetworkView::taskOf(size_t box) const
{
    const int workload = m_boxes.boxes[box].workload;
    if (workload < 0 || static_cast<size_t>(workload) >= m_tasks.size() || m_tasks[static_cast<size_t>(workload)].empty()) {
        return nullptr;
    }
    const auto seconds = [&](const LayerTask& task) {
        const TaskStanding* best = bestOf(task);
        return best ? best->bestSeconds : HUGE_VAL;
    };
    return &*std::ranges::min_element(m_tasks[static_cast<size_t>(workload)], {}, seconds);
}

double NetworkView::weightOf(size_t box) const
{
    const LayerTask* layer = taskOf(box);
    const TaskStanding* best = layer ? bestOf(*layer) : nullptr;
    return !layer ? 0 : !m_isMeasured ? layer->task.plainFlops : best ? best->bestSeconds : 0;
}

void NetworkView::colour()
{
    m_isMeasured = std::ranges::any_of(m_tasks, [&](const std::vector<LayerTask>& tasks) {
        return std::ranges::any_of(tasks, [&](const LayerTask& task) { return bestOf(task); });
    });
    double total = 0, most = 0;
    std::vector<double> weights;
    for (const auto& boxes : m_shown.boxes) {
        double weight = 0;
        for (const size_t box : boxes) {
            weight += weightOf(box);
        }
        weights.push_back(weight);
        total += weight;
        most = std::max(most, weight);
    }
    std::vector<BoxLook> looks;
    for (size_t i = 0; i < weights.size(); ++i) {
        BoxLook look = lookOf(m_shown.boxes[i], total > 0 ? weights[i] / total : 0);
        if (weights[i] > 0) {
            look.colour = rampColour(palette(), weights[i] / most);
        }
        looks.push_back(std::move(look));
    }
    m_canvas->setLooks(std::move(looks));
    find(m_search->text(), false);
    const QString share = number(total > 0 ? most / total * 100 : 0, 1);
    m_legend->setEnds(tr("0 %"), m_isMeasured ? tr("%1 % of %2 ms (measured layers)").arg(share, number(total * 1e3, 2))
                                              : tr("%1 % of the operations (nothing measured)").arg(share));
    m_legend->setVisible(total > 0);
}

BoxLook NetworkView::lookOf(const std::vector<size_t>& boxes, double share) const
{
    const NetworkBox& first = m_boxes.boxes[boxes.front()];
    BoxLook look;
    look.lines << QString::fromStdString(first.title);
    if (!first.shape.empty()) {
        look.lines << QString::fromStdString(first.shape);
    }
    if (first.workload >= 0) {
        const LayerTask* layer = taskOf(boxes.front());
        const TaskStanding* best = layer ? bestOf(*layer) : nullptr;
        look.lines << (!layer ? tr("no template for this target")
                       : best
                           ? tr("task %1: %2 ms, %3 GFLOPS")
                                 .arg(layerNumberOf(layer->task), number(best->bestSeconds * 1e3, 3), number(best->bestGflops, 1))
                           : tr("task %1").arg(layerNumberOf(layer->task)));
    }
    QStringList tip{look.lines.front()};
    for (const size_t box : boxes) {
        QString line;
        for (const std::string& node : m_boxes.boxes[box].nodes) {
            line += (line.isEmpty() ? QString() : QStringLiteral(", ")) + QString::fromStdString(node);
        }
        const LayerTask* own = taskOf(box);
        tip << (own ? tr("%1 (task %2)").arg(line, numberOf(own->task)) : line);
        look.isInHand = look.isInHand || (own && QString::fromStdString(own->task.id) == workspace().taskLabel());
    }
    constexpr qsizetype mostLines = 16;
    if (tip.size() > mostLines) {
        tip = tip.first(mostLines) << QStringLiteral("…");
    }
    if (share > 0) {
        tip << (m_isMeasured ? tr("%1 % of the time").arg(number(share * 100, 1))
                             : tr("%1 % of the operations").arg(number(share * 100, 1)));
    }
    look.toolTip = tip.join(QLatin1Char('\n'));
    return look;
}

void NetworkView::openTask(int shown)
{
    const LayerTask* layer = taskOf(m_shown.boxes[static_cast<size_t>(shown)].front());
    if (!layer) {
        return;
    }
    const NetworkTask wanted = layer->task; // what is shown changes with the task in hand
    if (auto opened = workspace().openTask(QString::fromStdString(wanted.id), wanted.task, wanted.args, m_target); !opened) {
        workspace().say(MessageLevel::Error, coreText(opened.error()));
        return;
    }
    workspace().showNewestRun();
}

void NetworkView::toggleBlock(int block)
{
    const auto number = static_cast<size_t>(block);
    if (m_unfolded.erase(number) == 0) {
        m_unfolded.insert(number);
    }
    m_canvas->setCurrent(-1); // boxes have other numbers then
    arrange();
}

void NetworkView::foldAll(bool folds)
{
    m_unfolded.clear();
    for (size_t block = 0; !folds && block < m_boxes.blocks.size(); ++block) {
        m_unfolded.insert(block);
    }
    m_canvas->setCurrent(-1);
    arrange();
}

void NetworkView::find(const QString& text, bool goesOn)
{
    std::vector<BoxLook> looks = m_canvas->looks();
    std::vector<int> found;
    for (size_t i = 0; i < looks.size(); ++i) {
        const QString all = looks[i].lines.join(QLatin1Char(' ')) + QLatin1Char(' ') + looks[i].toolTip;
        looks[i].isFound = !text.isEmpty() && all.contains(text, Qt::CaseInsensitive);
        if (looks[i].isFound) {
            found.push_back(static_cast<int>(i));
        }
    }
    m_canvas->setLooks(std::move(looks));
    if (goesOn && !found.empty()) {
        const auto next = std::ranges::upper_bound(found, m_canvas->current());
        m_canvas->setCurrent(next == found.end() ? found.front() : *next);
    }
}

bool NetworkView::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_search && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Escape || key == Qt::Key_Down) {
            if (key == Qt::Key_Escape) {
                m_search->clear();
            }
            m_canvas->setFocus();
            return true;
        }
    }
    return LazyView::eventFilter(watched, event);
}

QString NetworkView::note() const
{
    return m_note->text();
}

QJsonObject NetworkView::saveState() const
{
    return {{QStringLiteral("network"), m_id},
            {QStringLiteral("files"), QJsonArray::fromStringList(workspace().networks().files())}};
}

void NetworkView::restoreState(const QJsonObject& state)
{
    for (const auto& file : state.value(QStringLiteral("files")).toArray()) {
        workspace().networks().open(file.toString(), Networks::Manner::Quiet);
    }
    showNetwork(state.value(QStringLiteral("network")).toString());
}

} // namespace knobscope
