// SPDX-License-Identifier: GPL-3.0-or-later
// Opening models and seeing them as graphs, by mouse and keys.
#include "core/network/graphworkloads.h"
#include "tests/core/graph/handmade.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/recordedproject.h"
#include "tests/widgets/viewharness.h"
#include "widgets/plot/colours.h"
#include "widgets/project/networks.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/views/network/networkview.h"

#include <QComboBox>
#include <QContextMenuEvent>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMimeData>
#include <QSettings>
#include <QSignalSpy>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTreeView>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

const QString kModel = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/network/model.onnx");

void drop(QWidget& window, const QString& path)
{
    QMimeData mime;
    mime.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(5, 5), Qt::CopyAction, &mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&window, &event);
    QVERIFY(event.isAccepted());
}

/// Opens a model in a view that is seen, and waits for its picture.
void show(NetworkView& view, const QString& path)
{
    view.resize(480, 700);
    view.show();
    view.workspace().networks().open(path);
    QTRY_VERIFY(!view.workspace().networks().isReading());
    QTRY_VERIFY(view.canvas().arrangement().boxes.size() > 1 && !view.graphLayout().isBusy());
}

ModelNetwork modelOf(HandMade made)
{
    ModelNetwork model;
    model.groups = groupEpilogues(made.graph);
    model.network.workloads = workloadsOf(made.graph).workloads;
    model.imported.graph = std::move(made.graph);
    return model;
}

ValueId convolve(HandMade& made, ValueId input, int64_t channels, int64_t kernel)
{
    const std::string name = "c" + std::to_string(made.graph.nodes.size());
    const int64_t from = made.graph.value(input).type->shape[1];
    const ValueId weights = made.constant(name + ".w", {channels, from, kernel, kernel});
    return made.node("Conv", name, {input, weights}, {{"pads", std::vector<int64_t>(4, kernel / 2)}});
}

/// Convolutions with what an input of 8x8 passes through, each of a kind.
NetworkBoxes boxesOf(const std::function<ValueId(HandMade&, ValueId)>& body)
{
    HandMade made;
    made.output(body(made, made.input("data", {1, 4, 8, 8})));
    return knobscope::boxesOf(modelOf(std::move(made)));
}

/// Opens a project in which these tasks alone were measured, at so many GFLOPS.
void openMeasured(const QTemporaryDir& dir, Workspace& workspace, const std::vector<std::pair<const char*, double>>& tasks)
{
    const auto target = hostTarget().value();
    const QString path = dir.filePath(QStringLiteral("%1.knobscope").arg(tasks.size()));
    auto project = Project::open(path.toStdString(), Project::Mode::Create);
    auto writer = ProjectWriter::open(path.toStdString()).value();
    for (const auto& [id, gflops] : tasks) {
        const auto item = findTask(workspace.networks().all(), id, target).value();
        const Task task = makeTask(item.task, item.args, target).value();
        TaskRow row = taskRow(task);
        row.flops = task.autotvmFlops;
        addFinishedRun(*writer, row, "random", 1, {trialOf(0, entityToJson(task.space.at(0).value()), gflops)});
    }
    QVERIFY(workspace.openProject(path).has_value());
}

int boxNamed(NetworkView& view, const QString& title)
{
    const auto& looks = view.canvas().looks();
    for (size_t i = 0; i < looks.size(); ++i) {
        if (looks[i].lines.value(0) == title) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

} // namespace

class TestNetworkView : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test-networkview"));
        QSettings().clear();
    }

    void aDroppedModelIsListedAndShown()
    {
        MainWindow window;
        window.show();
        drop(window, kModel);
        auto& tasks = window.view<TaskView>();
        QTRY_VERIFY(tasks.model().find(QStringLiteral("model.onnx:1")).isValid());
        QCOMPARE(tasks.model().rowCount(tasks.model().find(QStringLiteral("model.onnx:1")).parent()), 5);
        auto& view = window.view<NetworkView>();
        QTRY_VERIFY(view.isVisible());
        QCOMPARE(view.shownNetwork(), QStringLiteral("model.onnx"));
        QTRY_COMPARE(view.canvas().arrangement().boxes.size(), size_t(7));
        QCOMPARE(view.canvas().arrangement().edges.size(), size_t(7));
        QCOMPARE(view.canvas().looks()[1].lines.front(), QStringLiteral("Conv 3x3 + Relu"));
        const auto* tree = byId<QTreeView>(tasks, "tasks");
        QVERIFY(tree->isExpanded(tree->model()->index(tree->model()->rowCount() - 1, 0)));
        look(view, "network-dropped");
    }

    void whatIsNoModelIsSaidInASentence()
    {
        QTemporaryDir dir;
        QFile file(dir.filePath(QStringLiteral("wrong.onnx")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("hello, this is text");
        file.close();
        MainWindow window;
        const int networks = window.view<TaskView>().model().rowCount();
        drop(window, file.fileName());
        QTRY_VERIFY2(window.lastProblem().contains(QStringLiteral("wrong.onnx: not an ONNX model")),
                     qPrintable(window.lastProblem()));
        QCOMPARE(window.view<TaskView>().model().rowCount(), networks);
        drop(window, dir.filePath(QStringLiteral("missing.onnx")));
        QTRY_VERIFY(window.lastProblem().startsWith(QStringLiteral("There is no file ")));
    }

    void aShippedNetworkIsShownWithItsTasks()
    {
        Workspace workspace;
        NetworkView view(workspace);
        view.resize(480, 700);
        view.show();
        auto* networks = byId<QComboBox>(view, "network");
        networks->setCurrentText(QStringLiteral("squeezenet-1.1"));
        emit networks->activated(networks->currentIndex());
        QTRY_VERIFY_WITH_TIMEOUT(view.canvas().arrangement().boxes.size() > 20 && !view.graphLayout().isBusy(), 30000);
        const std::vector<BoxLook>& looks = view.canvas().looks();
        const auto layer = std::ranges::find_if(looks, [](const BoxLook& look) { return look.lines.size() == 3; });
        QVERIFY(layer != looks.end());
        QCOMPARE(layer->lines[2], QStringLiteral("task 1"));
        QTest::mouseClick(view.canvas().viewport(), Qt::LeftButton, {},
                          view.canvas().centreOf(static_cast<size_t>(layer - looks.begin())));
        QCOMPARE(workspace.taskLabel(), QStringLiteral("squeezenet-1.1:1"));
        look(view, "network-shipped");
    }

    /// While a run goes on, the view is refreshed more often than a large graph is built.
    void askingAgainDoesNotBeginAnew()
    {
        Networks networks;
        QSignalSpy read(&networks, &Networks::modelRead);
        networks.requestModel("squeezenet-1.1");
        QElapsedTimer time;
        time.start();
        while (read.isEmpty() && time.elapsed() < 30000) {
            networks.requestModel("squeezenet-1.1");
            QTest::qWait(1);
        }
        QVERIFY(networks.model("squeezenet-1.1"));
        networks.requestModel("no-such-network");
        QTRY_COMPARE(read.size(), 2);
        QVERIFY(!read[1][1].toString().isEmpty());
    }

    void severalFilesAreReadOneAfterTheOther()
    {
        QTemporaryDir dir;
        const QString copy = dir.filePath(QStringLiteral("model.onnx"));
        QVERIFY(QFile::copy(kModel, copy));
        Networks networks;
        const size_t shipped = networks.all().size();
        QVERIFY(shipped > 10);
        QSignalSpy opened(&networks, &Networks::opened);
        networks.open(kModel);
        networks.open(copy, Networks::OpenMode::Quiet);
        networks.open(kModel);
        QTRY_VERIFY(!networks.isReading());
        QCOMPARE(networks.files(), (QStringList{kModel, copy}));
        QCOMPARE(networks.all().size(), shipped + 2);
        QVERIFY(networks.find("model.onnx") && networks.find(QFileInfo(dir.path()).fileName().toStdString() + "/model.onnx"));
        QCOMPARE(networks.model("model.onnx")->network.source, kModel.toStdString());
        QCOMPARE(opened.size(), 2);
    }

    void aClickOpensTheTask()
    {
        Workspace workspace;
        NetworkView view(workspace);
        show(view, kModel);
        const int layer = boxNamed(view, QStringLiteral("Conv 3x3 + Relu"));
        QVERIFY(layer > 0);
        QTest::mouseClick(view.canvas().viewport(), Qt::LeftButton, {}, view.canvas().centreOf(static_cast<size_t>(layer)));
        QCOMPARE(workspace.taskLabel(), QStringLiteral("model.onnx:1"));
        QTRY_VERIFY(view.canvas().looks()[static_cast<size_t>(layer)].isOfCurrentTask);
        QCOMPARE(view.shownNetwork(), QStringLiteral("model.onnx"));
        // What is no layer has no task.
        const int pool = boxNamed(view, QStringLiteral("GlobalAveragePool"));
        QTest::mouseClick(view.canvas().viewport(), Qt::LeftButton, {}, view.canvas().centreOf(static_cast<size_t>(pool)));
        QCOMPARE(view.canvas().current(), pool);
        QCOMPARE(workspace.taskLabel(), QStringLiteral("model.onnx:1"));
    }

    /// A network may be arranged for seconds: until then nothing of the one before can be met.
    void anotherNetworkIsThereWhenItIsArranged()
    {
        Workspace workspace;
        NetworkView view(workspace);
        show(view, kModel);
        NetworkCanvas& canvas = view.canvas();
        view.showNetwork(QStringLiteral("squeezenet-1.1"));
        view.refreshNow();
        QCOMPARE(canvas.arrangement().boxes.size(), size_t(0)); // it is being read
        QTRY_VERIFY_WITH_TIMEOUT(canvas.arrangement().boxes.size() > 20, 30000);
        canvas.setCurrent(1);
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, QPoint(1, 1), QPoint(1, 1));
        QCoreApplication::sendEvent(canvas.viewport(), &wanted);
        auto* menu = byId<QMenu>(view, "boxMenu");
        QVERIFY(menu && menu->actions().front()->isEnabled());
        const QPoint place = canvas.centreOf(1);
        view.showNetwork(QStringLiteral("model.onnx"));
        view.refreshNow();
        QVERIFY(view.graphLayout().isBusy());
        QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, place);
        QTest::keyClick(&canvas, Qt::Key_End);
        QTest::keyClick(&canvas, Qt::Key_Return);
        QVERIFY2(workspace.taskLabel().isEmpty(), qPrintable(workspace.taskLabel()));
        QCOMPARE(canvas.current(), -1);
        QTRY_COMPARE(canvas.arrangement().boxes.size(), size_t(7));
        QCOMPARE(canvas.looks()[1].lines.front(), QStringLiteral("Conv 3x3 + Relu"));
        menu->actions().front()->trigger(); // of the box that it was opened for
        QCOMPARE(workspace.taskLabel(), QStringLiteral("squeezenet-1.1:1"));
        menu->close();
    }

    void keysWalkAlongTheEdges()
    {
        Workspace workspace;
        NetworkView view(workspace);
        show(view, kModel);
        NetworkCanvas& canvas = view.canvas();
        canvas.setFocus();
        const auto press = [&](Qt::Key key) {
            QTest::keyClick(&canvas, key);
            return canvas.current();
        };
        QCOMPARE(press(Qt::Key_Down), 0); // the input
        const int first = press(Qt::Key_Down);
        QVERIFY(first == 1 || first == 3); // it is read by two convolutions
        canvas.setCurrent(1);
        QCOMPARE(press(Qt::Key_Down), 2);
        QCOMPARE(press(Qt::Key_Down), 3);
        canvas.setCurrent(2);
        QCOMPARE(press(Qt::Key_Up), 1);
        QCOMPARE(press(Qt::Key_End), 6);
        QCOMPARE(press(Qt::Key_Down), 6);
        QTest::keyClick(&canvas, Qt::Key_Return);
        QVERIFY2(workspace.taskLabel().startsWith(QStringLiteral("model.onnx:")), qPrintable(workspace.taskLabel()));
        QVERIFY(workspace.task()->name.starts_with("dense"));
        QCOMPARE(press(Qt::Key_Home), 0);
        const double before = canvas.transform().m11();
        QTest::keyClick(&canvas, Qt::Key_Plus);
        QVERIFY(canvas.transform().m11() > before);
        QTest::keyClick(&canvas, Qt::Key_Minus);
        QTest::keyClick(&canvas, Qt::Key_Minus);
        QVERIFY(canvas.transform().m11() < before);
        QTest::keyClick(&canvas, Qt::Key_0);
        QCOMPARE(canvas.transform().m11(), before);
    }

    void searchFindsNodesByName()
    {
        Workspace workspace;
        NetworkView view(workspace);
        show(view, kModel);
        auto* search = byId<QLineEdit>(view, "search");
        QTest::keyClicks(search, QStringLiteral("SHORTCUT"));
        const auto& looks = view.canvas().looks();
        QCOMPARE(std::ranges::count(looks, true, &BoxLook::isFound), 1);
        QVERIFY(looks[3].isFound);
        QVERIFY2(looks[3].toolTip.contains(QStringLiteral("shortcut")), qPrintable(looks[3].toolTip));
        QTest::keyClick(search, Qt::Key_Return);
        QCOMPARE(view.canvas().current(), 3);
        QTest::keyClick(search, Qt::Key_Escape);
        QCOMPARE(std::ranges::count(view.canvas().looks(), true, &BoxLook::isFound), 0);
    }

    void boxesAreColouredByTheirShareOfTheTime()
    {
        QTemporaryDir dir;
        Workspace workspace;
        NetworkView view(workspace);
        show(view, kModel);
        const auto legendBegins = [&](const QString& text) {
            return std::ranges::any_of(view.findChildren<QWidget*>(), [&](const QWidget* widget) {
                return widget->isVisible() && widget->accessibleName().startsWith(text);
            });
        };
        const auto colourOf = [&](size_t box) { return view.canvas().looks()[box].colour; };
        QVERIFY(colourOf(1).isValid() && colourOf(2).isValid() && !colourOf(0).isValid());
        QCOMPARE(colourOf(2), rampColour(view.palette(), 1)); // the most operations
        QVERIFY2(view.canvas().looks()[2].toolTip.contains(QStringLiteral("% of the operations")),
                 qPrintable(view.canvas().looks()[2].toolTip));
        // Nobody knows shares of a whole of which parts were not measured.
        openMeasured(dir, workspace, {{"model.onnx:1", 12.5}});
        QTRY_COMPARE(colourOf(1), rampColour(view.palette(), 1));
        QVERIFY(!colourOf(2).isValid()); // not measured
        const BoxLook measured = view.canvas().looks()[1];
        QVERIFY2(measured.lines.value(2).contains(QStringLiteral("12.5 GFLOPS")), qPrintable(measured.lines.value(2)));
        QVERIFY2(measured.toolTip.contains(QStringLiteral(" ms\nGFLOPS: ")), qPrintable(measured.toolTip));
        QVERIFY(!measured.toolTip.contains(QLatin1Char('%')) && legendBegins(QStringLiteral("0 ms – 0")));
        openMeasured(
            dir, workspace,
            {{"model.onnx:1", 12.5}, {"model.onnx:2", 9}, {"model.onnx:3", 9}, {"model.onnx:4", 9}, {"model.onnx:5", 9}});
        QTRY_VERIFY(view.canvas().looks()[1].toolTip.contains(QStringLiteral(" % of the time")));
        QVERIFY(legendBegins(QStringLiteral("0 % – ")));
        look(view, "network-coloured");
    }

    void aLayerIsAsQuickAsItsQuickestTemplate()
    {
        QTemporaryDir dir;
        Workspace workspace;
        NetworkView view(workspace);
        show(view, kModel);
        openMeasured(dir, workspace, {{"model.onnx:1", 12.5}, {"model.onnx:1/conv2d_tiles_NCHWc.x86", 50.0}});
        QTRY_VERIFY(view.canvas().looks()[1].lines.value(2).contains(QStringLiteral("50.0 GFLOPS")));
        view.canvas().setCurrent(1);
        QTest::keyClick(&view.canvas(), Qt::Key_Return);
        QCOMPARE(workspace.taskLabel(), QStringLiteral("model.onnx:1/conv2d_tiles_NCHWc.x86"));
    }

    void withoutGraphvizBoxesStandInRows()
    {
        Workspace workspace;
        NetworkView view(workspace);
        view.graphLayout().setProgram(QStringLiteral("/nonexistent/dot"));
        show(view, kModel);
        QTRY_VERIFY2(view.note().contains(QStringLiteral("package graphviz")), qPrintable(view.note()));
        const Arrangement& rows = view.canvas().arrangement();
        QCOMPARE(rows.boxes.size(), size_t(7));
        for (const auto& [from, to] :
             std::vector<std::pair<size_t, size_t>>{{0, 1}, {1, 2}, {2, 3}, {0, 3}, {3, 4}, {4, 5}, {5, 6}}) {
            QVERIFY(rows.boxes[from].bottom() < rows.boxes[to].top());
        }
        // What answers nonsense is no Graphviz.
        view.graphLayout().setProgram(QStringLiteral("/bin/cat"));
        view.foldAll(false);
        QTRY_VERIFY(!view.graphLayout().isBusy());
        QCOMPARE(view.canvas().arrangement().boxes.size(), size_t(7));
        view.graphLayout().setProgram(QStringLiteral("/bin/false"));
        view.foldAll(false);
        QTRY_VERIFY2(view.note().startsWith(QStringLiteral("Graphviz failed")), qPrintable(view.note()));
    }

    void graphvizKeepsBoxesApart()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("dot")).isEmpty()) {
            QSKIP("Graphviz is not installed");
        }
        GraphLayout layout;
        QSignalSpy arranged(&layout, &GraphLayout::arranged);
        BoxGraph graph{{{100, 40}, {100, 40}, {100, 60}, {80, 40}}, {{0, 1}, {0, 2}, {1, 3}, {2, 3}}, {{1, 2}}};
        layout.request({});
        layout.request(graph); // the newest alone is answered
        QTRY_COMPARE(arranged.size(), 1);
        QCOMPARE(arranged[0][1].toString(), QString());
        const auto answer = arranged[0][0].value<Arrangement>();
        QCOMPARE(answer.boxes[2].size(), QSizeF(100, 60));
        QVERIFY(!answer.boxes[1].intersects(answer.boxes[2]) && answer.boxes[0].bottom() < answer.boxes[1].top());
        for (size_t edge = 0; edge < 4; ++edge) {
            const QPointF end = answer.edges[edge].currentPosition();
            QVERIFY(answer.boxes[graph.edges[edge].second].adjusted(-3, -3, 3, 3).contains(end));
        }
    }

    void blocksThatRepeatAreFound()
    {
        // Residual blocks after a different one, and then a tail.
        const NetworkBoxes residual = boxesOf([](HandMade& made, ValueId x) {
            x = convolve(made, x, 16, 1);
            for (int i = 0; i < 3; ++i) {
                const ValueId y = convolve(made, convolve(made, convolve(made, x, 8, 1), 8, 3), 16, 1);
                x = made.node("Relu", "relu" + std::to_string(i), {made.node("Add", "sum" + std::to_string(i), {y, x})});
            }
            return made.node("GlobalAveragePool", "pool", {x});
        });
        QCOMPARE(residual.boxes.size(), size_t(1 + 1 + 9 + 1));
        QCOMPARE(residual.blocks.size(), size_t(1));
        QCOMPARE(residual.blocks[0].first, size_t(2)); // where one tensor crosses, not in the middle of a block
        QCOMPARE(residual.blocks[0].length, size_t(3));
        QCOMPARE(residual.blocks[0].copies, size_t(3));
        // Layers whose inputs grow by concatenation.
        const NetworkBoxes dense = boxesOf([](HandMade& made, ValueId x) {
            for (int i = 0; i < 5; ++i) {
                x = made.node("Concat", "all" + std::to_string(i), {x, convolve(made, convolve(made, x, 16, 1), 4, 3)},
                              {{"axis", int64_t{1}}});
            }
            return x;
        });
        QCOMPARE(dense.blocks.size(), size_t(1));
        QCOMPARE(dense.blocks[0].length, size_t(3));
        QCOMPARE(dense.blocks[0].copies, size_t(5));
        const ShownBoxes folded = shownOf(dense, {});
        QCOMPARE(folded.boxes.size(), size_t(4));
        QCOMPARE(folded.boxes[1], (std::vector<size_t>{1, 4, 7, 10, 13}));
        QCOMPARE(folded.edges, (std::vector<std::pair<size_t, size_t>>{{0, 1}, {0, 3}, {1, 2}, {2, 3}}));
        const ShownBoxes unfolded = shownOf(dense, {0});
        QCOMPARE(unfolded.boxes.size(), dense.boxes.size());
        QCOMPARE(unfolded.edges.size(), dense.edges.size());
        QCOMPARE(unfolded.blocks[0].size(), size_t(15));
        // Two layers alike are no block that is worth a frame.
        QVERIFY(boxesOf([](HandMade& made, ValueId x) { return convolve(made, convolve(made, x, 4, 3), 4, 3); }).blocks.empty());
    }

    void outputsThatAreLeftOutHaveNoShape()
    {
        HandMade made;
        const ValueId x = made.input("data", {1, 4, 8, 8});
        const ValueId state = made.graph.add({"state", std::nullopt, nullptr});
        made.graph.nodes.push_back({"LSTM", "memory", {}, {x}, {kNoValue, state}, phrase("the operator LSTM is not supported")});
        const ValueId foreign = made.graph.add({"foreign", std::nullopt, nullptr});
        made.graph.nodes.push_back({"Conv", "conv", {}, {state}, {foreign}, phrase("the domain is not supported")});
        made.output(foreign);
        const ModelNetwork model = modelOf(std::move(made));
        const NetworkBoxes network = knobscope::boxesOf(model);
        QCOMPARE(network.boxes.size(), size_t(3));
        QCOMPARE(network.boxes[1].shape, std::string());
        QCOMPARE(network.boxes[2].title, std::string("Conv"));
        NetworkProfile profile;
        profile.report.steps.push_back({.name = "memory", .op = "LSTM", .kind = "operator"});
        profile.stepSeconds = {1e-3};
        QCOMPARE(runTimes(model, network, profile).boxes.at(1).seconds, 1e-3);
    }

    void foldingIsAClickOnTheBlock()
    {
        Workspace workspace;
        NetworkView view(workspace);
        const QString path = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/blocks/model.onnx");
        show(view, path);
        NetworkCanvas& canvas = view.canvas();
        const size_t folded = canvas.arrangement().boxes.size();
        QCOMPARE(canvas.blocks().size(), size_t(1));
        QCOMPARE(canvas.blocks()[0].text, QStringLiteral("× 4"));
        look(view, "network-folded");
        QTest::mouseClick(canvas.viewport(), Qt::LeftButton, {}, canvas.handleOf(0));
        QTRY_VERIFY(canvas.arrangement().boxes.size() > folded);
        look(view, "network-unfolded");
        canvas.setFocus();
        canvas.setCurrent(static_cast<int>(canvas.blocks()[0].boxes.front()));
        QTest::keyClick(&canvas, Qt::Key_Space);
        QTRY_COMPARE(canvas.arrangement().boxes.size(), folded);
    }

    void whatWasOpenTheLastTimeComesBack()
    {
        Workspace one, other;
        NetworkView view(one), restored(other);
        show(view, QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/blocks/model.onnx"));
        view.foldAll(false);
        byId<QSpinBox>(view, "minutes")->setValue(42);
        restored.restoreState(view.saveState());
        restored.show();
        QTRY_VERIFY(!restored.canvas().blocks().empty() && restored.canvas().blocks()[0].text == QStringLiteral("fold 4"));
        QCOMPARE(byId<QSpinBox>(restored, "minutes")->value(), 42);
    }
};

QTEST_MAIN(TestNetworkView)
#include "tst_networkview.moc"
