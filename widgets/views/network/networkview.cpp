// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/network/networkview.h"

#include "core/target/host.h"
#include "widgets/base/coretext.h"
#include "widgets/base/number.h"
#include "widgets/base/shapetext.h"
#include "widgets/base/theme.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/controls/boxes.h"
#include "widgets/controls/control.h"
#include "widgets/controls/flowrow.h"
#include "widgets/controls/placeholderstack.h"
#include "widgets/controls/section.h"
#include "widgets/controls/turningsplitter.h"
#include "widgets/plot/ramplegend.h"
#include "widgets/project/networks.h"
#include "widgets/views/network/networkoverview.h"
#include "widgets/views/network/networktimes.h"
#include "widgets/views/network/precisionspage.h"

#include <QComboBox>
#include <QJsonArray>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QSpinBox>
#include <QTabWidget>

#include <algorithm>

namespace knobscope {

NetworkView::NetworkView(Workspace& workspace, QWidget* parent)
    : LazyView(workspace, 200, parent)
    , m_networks(makeControl<QComboBox>("network"))
    , m_search(makeControl<QLineEdit>("search"))
    , m_run(makeControl<QPushButton>("run"))
    , m_precisions(makeControl<QPushButton>("comparePrecisions"))
    , m_tune(makeControl<QPushButton>("tune", tr("Tune Network")))
    , m_minutes(makeControl<QSpinBox>("minutes"))
    , m_canvas(makeControl<NetworkCanvas>("graph"))
    , m_colours(makeControl<QComboBox>("colours"))
    , m_legend(new RampLegend)
    , m_note(makeSentence({}))
    , m_times(new NetworkTimes(workspace))
    , m_tasks(workspace.standings())
{
    auto* legend = new FlowRow;
    legend->setContentsMargins(space::kSmall, 0, 0, 0);
    legend->add(m_colours);
    legend->add(m_legend);
    auto* graph = new QWidget;
    auto* drawing = inRow({{m_canvas, 1}, makeControl<NetworkOverview>("overview", *m_canvas)}, QMargins(), 0);
    inColumn(graph, {{drawing, 1}, legend, m_note}, QMargins(), space::kTight);
    constexpr int wide = 900; // a column of boxes, and the table of where the time goes: in the smallest window, too
    auto* parts = new TurningSplitter(wide, {600, 1400}, {1050, 950});
    parts->addWidget(graph);
    parts->addWidget(m_times);
    parts->setSizes({1050, 950}); // a ratio, not pixels
    m_pages = new PlaceholderStack(parts);
    inColumn(this, {makeTop(), {m_pages, 1}}, QMargins(), space::kTight);
    connect(m_pages->addButton("chooseNetwork", tr("Choose a Network")), &QPushButton::clicked, m_networks,
            &QComboBox::showPopup);
    connect(m_pages->addButton("openModel", tr("Open Model…")), &QPushButton::clicked, this, &NetworkView::modelWanted);
    connect(m_times, &NetworkTimes::changed, this, &NetworkView::updateTimes);
    connect(m_times, &NetworkTimes::stepChosen, this, &NetworkView::showStep);
    connect(m_times, &NetworkTimes::taskWanted, this, &NetworkView::openTaskOf);
    connect(&workspace.session(), &TuningSession::stateChanged, this, &NetworkView::updateButtons);
    updateButtons();
    m_times->hide();
    m_note->setContentsMargins(space::kSmall, 0, space::kSmall, space::kTight);
    m_note->setTextFormat(Qt::PlainText);
    setProperty("mainWidget", QVariant::fromValue<QWidget*>(m_canvas));
    connect(&m_layout, &GraphLayout::arranged, this, &NetworkView::setArrangement);
    connect(m_canvas, &NetworkCanvas::opened, this, [this](int shown) {
        m_times->select(nodesOf(shown));
        if (const LayerTask* layer = m_tasks.taskOf(boxAt(shown).workload)) {
            openTask(layer->task, m_tasks.target());
        }
    });
    connect(m_canvas, &NetworkCanvas::menuWanted, this, &NetworkView::showMenu);
    connect(m_canvas, &NetworkCanvas::blockToggled, this, &NetworkView::toggleBlock);
    connect(&workspace.standings(), &TaskStandings::changed, this, &NetworkView::refreshSoon);
    connect(&workspace, &Workspace::taskChanged, this, &NetworkView::followTask);
    connect(&workspace.networks(), &Networks::changed, this, [this] {
        listNetworks();
        refreshSoon();
    });
    connect(&workspace.networks(), &Networks::renamed, this, &NetworkView::followName);
    connect(&workspace.networks(), &Networks::opened, this, &NetworkView::showNetwork);
    connect(&workspace.networks(), &Networks::closed, this,
            [this](const QString& id) { showNetwork(m_id == id ? QString() : m_id); });
    connect(&workspace.networks(), &Networks::modelRead, this, [this](const QString& id, const QString& problem) {
        if (id == m_id) {
            m_problem = problem;
            refreshSoon();
        }
    });
    listNetworks();
    followTask();
    bindState();
}

void NetworkView::bindState()
{
    Networks& networks = workspace().networks();
    const auto names = [&networks] {
        QJsonObject all;
        for (const auto& [path, name] : networks.chosenNames()) {
            all[path] = name;
        }
        return all;
    };
    state().bind(QStringLiteral("names"), names, [&networks](const QJsonValue& value) {
        std::map<QString, QString> all;
        const QJsonObject kept = value.toObject();
        for (auto name = kept.begin(); name != kept.end(); ++name) {
            all[name.key()] = name.value().toString();
        }
        networks.setChosenNames(std::move(all));
    });
    state().bind(
        QStringLiteral("extents"), [&networks] { return networks.extentsToJson(); },
        [&networks](const QJsonValue& value) { networks.setExtents(value.toObject()); });
    state().bindTexts( // after the names and extents
        QStringLiteral("files"), [&networks] { return networks.files(); },
        [&networks](const QStringList& files) { networks.openAll(files, Networks::OpenMode::Quiet); });
    state().bind(QStringLiteral("minutes"), m_minutes);
    state().bind(QStringLiteral("colours"), m_colours);
    state().bind(QStringLiteral("tab"), &m_times->tabs());
    state().bind(
        QStringLiteral("network"), [this] { return m_id; }, [this](const QJsonValue& value) { showNetwork(value.toString()); });
    const auto unfolded = [this] {
        QJsonArray blocks;
        for (const size_t block : m_unfolded) {
            blocks.append(static_cast<qint64>(block));
        }
        return blocks;
    };
    state().bind(QStringLiteral("unfolded"), unfolded, [this](const QJsonValue& value) {
        for (const auto& block : value.toArray()) {
            m_unfolded.insert(static_cast<size_t>(block.toInteger()));
        }
        if (m_model) {
            arrange();
        }
    });
    state().watch(&networks, &Networks::changed);
    state().watch(&networks, &Networks::renamed);
    state().watch(m_networks, &QComboBox::activated);
    state().watch(&m_layout, &GraphLayout::arranged);
}

QWidget* NetworkView::makeTop()
{
    m_networks->setAccessibleName(tr("Displayed network"));
    m_networks->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_networks->setMinimumContentsLength(20); // "resnet-18/8x3x224x224"
    m_search->setPlaceholderText(tr("Find by operator, shape or node"));
    m_search->setAccessibleName(tr("Find in the network"));
    m_search->setClearButtonEnabled(true);
    escapeTo(*m_search, *m_canvas);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) { find(text, false); });
    connect(m_search, &QLineEdit::returnPressed, this, [this] { find(m_search->text(), true); });
    connect(m_networks, &QComboBox::activated, this, [this] { showNetwork(m_networks->currentText()); });
    m_colours->addItems({tr("Colours: time"), tr("Colours: layout")});
    m_colours->setAccessibleName(tr("Meaning of the colours"));
    connect(m_colours, &QComboBox::currentIndexChanged, this, &NetworkView::colour);
    m_minutes->setRange(1, 24 * 60);
    m_minutes->setValue(15);
    m_minutes->setSuffix(tr(" min"));
    m_minutes->setAccessibleName(tr("Minutes to tune the network"));
    explain(*m_tune, tr("Searches for faster kernels of all layers for this long, where the network gains most, and runs it from "
                        "time to time. Tuner, threads, Pause and Stop are in the Run panel."));
    explain(*m_run, tr("Runs the network with the best configs of the project and checks its output."));
    explain(*m_precisions,
            tr("Computes the network in float32, bfloat16 and int8, and shows times, errors and steps side by side."));
    connect(m_run, &QPushButton::clicked, this, &NetworkView::runOrStop);
    connect(m_precisions, &QPushButton::clicked, this, &NetworkView::compareOrStop);
    connect(m_tune, &QPushButton::clicked, this, &NetworkView::tune);
    auto* top = new FlowRow;
    top->setContentsMargins(space::kSmall, space::kTight, space::kSmall, 0);
    top->add(m_networks);
    top->add(m_search);
    top->add(m_run);
    top->add(m_precisions);
    top->addGroup({m_tune, m_minutes});
    return top;
}

void NetworkView::updateButtons()
{
    const bool isTuning = workspace().session().isRunning();
    const bool isCpu = !m_tasks.target().hasKey("gpu");
    m_run->setText(m_times->isRunning() ? tr("Stop Running") : tr("Run Network"));
    const bool isComparing = m_times->precisions().isRunning();
    m_precisions->setText(isComparing ? tr("Stop Comparing") : tr("Compare Precisions"));
    m_run->setEnabled(m_model && isCpu && !isTuning && !isComparing);
    m_precisions->setEnabled(m_model && isCpu && !isTuning && !m_times->isRunning());
    m_tune->setEnabled(m_model && !m_tasks.isEmpty() && !isTuning && !isComparing && !m_times->isRunning());
}

void NetworkView::updateTimes()
{
    m_times->setVisible(m_times->isRunning() || m_times->precisions().isRunning() || !m_times->isEmpty());
    const NetworkProfile* profile = m_times->profile();
    const bool hadTimes = !m_runTimes.boxes.empty();
    m_runTimes = profile && m_model ? runTimes(*m_model, m_boxes, *profile) : RunTimes();
    if (hadTimes == m_runTimes.boxes.empty()) {
        arrange(); // boxes have a line more or less
    }
    updateButtons();
    refreshSoon();
}

void NetworkView::runOrStop()
{
    m_times->isRunning() ? m_times->stopRun() : m_times->run();
}

void NetworkView::compareOrStop()
{
    PrecisionsPage& page = m_times->precisions();
    page.isRunning() ? page.stopRun() : m_times->comparePrecisions();
}

void NetworkView::tune()
{
    const Network* listed = workspace().networks().find(m_id.toStdString());
    auto plan = planNetwork(listed ? *listed : m_model->network, m_tasks.target(),
                            m_tasks.target().hasKey("gpu") ? TaskChoice::AutoTvm : TaskChoice::WithExtra);
    if (workspace().reportError(plan)) {
        return;
    }
    NetworkTuning tuning{std::move(*plan), {}, {60.0 * m_minutes->value(), 0}, std::nullopt};
    if (!m_tasks.target().hasKey("gpu")) {
        tuning.whole = wholeNetwork();
    }
    emit workspace().networkTuningWanted(tuning);
}

/// Describes the shown network for the worker process that runs it.
WholeNetwork NetworkView::wholeNetwork()
{
    const MeasureOptions& measuring = workspace().measuring();
    const std::string path = workspace().networks().nameToOpen(m_id.toStdString());
    return {path,
            workspace().networks().shapesOf(m_id.toStdString()),
            m_tasks.target(),
            measuring.threads,
            measuring.worker,
            {},
            m_model->fingerprint};
}

/// The nodes of all boxes that a shown one stands for.
std::vector<std::string> NetworkView::nodesOf(int shown) const
{
    std::vector<std::string> nodes;
    for (const size_t box : m_shown.boxes[static_cast<size_t>(shown)]) {
        const auto& own = m_boxes.boxes[box].nodes;
        nodes.insert(nodes.end(), own.begin(), own.end());
    }
    return nodes;
}

void NetworkView::showStep(const QString& step)
{
    const std::optional<size_t> box = m_model ? boxOfStep(*m_model, m_boxes, step.toStdString()) : std::nullopt;
    for (size_t shown = 0; box && shown < m_shown.boxes.size(); ++shown) {
        if (std::ranges::count(m_shown.boxes[shown], *box) > 0) {
            m_canvas->setCurrent(static_cast<int>(shown));
        }
    }
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

void NetworkView::followName(const QString& before, const QString& now)
{
    if (m_id == before) {
        m_id = now;
        m_times->rename(now);
        m_tasks.clear(); // their labels
    }
    listNetworks();
    refreshSoon();
}

void NetworkView::refresh()
{
    Networks& networks = workspace().networks();
    const auto model = networks.model(m_id.toStdString());
    if (!model && m_problem.isEmpty() && networks.find(m_id.toStdString())) {
        networks.requestModel(m_id.toStdString());
    }
    if (model != m_model || !model) {
        setModel(model);
    }
    updateTasks();
    if (m_model) {
        m_times->setNetwork(m_id, wholeNetwork());
    }
    updateButtons();
    colour();
}

void NetworkView::setModel(const std::shared_ptr<const ModelNetwork>& model)
{
    m_model = model;
    m_isNew = true;
    m_canvas->setCurrent(-1);
    m_boxes = model ? boxesOf(*model) : NetworkBoxes();
    m_shown = {}; // clears the boxes of the previous network
    m_canvas->setGraph({}, {}, {});
    m_pages->setSentence(model || !m_id.isEmpty()
                             ? QString()
                             : tr("Choose a network to see its graph, its times and what is slow; or open an ONNX model, or drop "
                                  "it here."));
    m_note->setText(model || m_id.isEmpty() ? QString()
                    : m_problem.isEmpty()   ? tr("Reading the graph of %1…").arg(m_id)
                                            : m_problem);
    m_note->setVisible(!m_note->text().isEmpty());
    m_tasks.clear();
    arrange();
}

void NetworkView::updateTasks()
{
    const auto current = workspace().task();
    const auto target = current ? Result<Target>(current->target) : hostTarget();
    if (!m_model || !target || (*target == m_tasks.target() && !m_tasks.isEmpty())) {
        return;
    }
    const Network* listed = workspace().networks().find(m_id.toStdString());
    m_tasks.set(listed ? *listed : m_model->network, m_model->network.workloads, *target);
}

void NetworkView::arrange()
{
    m_awaited = shownOf(m_boxes, m_unfolded);
    BoxGraph graph;
    double width = m_canvas->boxWidth(widestLine());
    for (const NetworkBox& box : m_boxes.boxes) { // folded boxes count too, so widths stay constant
        for (const QString& line : {QString::fromStdString(box.title), shortShape(QString::fromStdString(box.shape))}) {
            width = std::max(width, m_canvas->boxWidth(line));
        }
    }
    for (const auto& boxes : m_awaited.boxes) {
        const NetworkBox& box = m_boxes.boxes[boxes.front()];
        graph.boxes.emplace_back(width, m_canvas->boxHeight(box.workload >= 0 || m_runTimes.boxes.contains(boxes.front()) ? 3
                                                            : box.shape.empty()                                           ? 1
                                                                                                                          : 2));
    }
    graph.edges = m_awaited.edges;
    graph.blocks = m_awaited.blocks;
    m_layout.request(std::move(graph));
}

void NetworkView::setArrangement(const Arrangement& arrangement, const QString& problem)
{
    m_shown = m_awaited;
    std::vector<BlockLook> blocks;
    for (size_t block = 0; block < m_shown.blocks.size(); ++block) {
        const int copies = static_cast<int>(m_boxes.blocks[block].copies);
        const bool isFolded = !m_unfolded.contains(block);
        blocks.push_back({m_shown.blocks[block], isFolded ? tr("× %1").arg(copies) : tr("fold %1").arg(copies),
                          isFolded ? tr("%n identical block(s) in a row. Click to show all.", nullptr, copies)
                                   : tr("Click to show only one of these blocks.")});
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

void NetworkView::colour()
{
    const BoxKnowledge known{m_boxes, m_tasks, m_runTimes, m_colours->currentIndex() == 1 ? BoxColours::Layout : BoxColours::Time,
                             workspace().taskLabel()};
    NetworkLooks looks = looksOf(known, m_shown, palette());
    m_canvas->setLooks(std::move(looks.boxes), std::move(looks.edges));
    find(m_search->text(), false);
    m_legend->setMeaning(looks.none, looks.most, std::move(looks.layouts));
    m_colours->setVisible(!m_runTimes.boxes.empty());
}

/// Takes copies: the shown network changes with the current task.
// NOLINTNEXTLINE(performance-unnecessary-value-param)
void NetworkView::openTask(NetworkTask task, Target target)
{
    if (!workspace().reportError(workspace().openTask(QString::fromStdString(task.id), task.task, task.args, target))) {
        workspace().showNewestRun();
    }
}

void NetworkView::openTaskOf(const QString& node)
{
    const auto has = [name = node.toStdString()](const NetworkBox& box) {
        return std::ranges::find(box.nodes, name) != box.nodes.end();
    };
    const auto box = std::ranges::find_if(m_boxes.boxes, has);
    if (const LayerTask* layer = box == m_boxes.boxes.end() ? nullptr : m_tasks.taskOf(box->workload)) {
        openTask(layer->task, m_tasks.target());
    } else {
        showStep(node);
    }
}

void NetworkView::toggleBlock(int block)
{
    const auto number = static_cast<size_t>(block);
    if (m_unfolded.erase(number) == 0) {
        m_unfolded.insert(number);
    }
    m_canvas->setCurrent(-1); // box numbers change
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

void NetworkView::find(const QString& text, bool findsNext)
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
    if (findsNext && !found.empty()) {
        const auto next = std::ranges::upper_bound(found, m_canvas->current());
        m_canvas->setCurrent(next == found.end() ? found.front() : *next);
    }
}

QString NetworkView::note() const
{
    return m_note->text();
}

} // namespace knobscope
