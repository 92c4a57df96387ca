// SPDX-License-Identifier: GPL-3.0-or-later
// Names of opened models: given by a person, kept, shown wherever a network's name is, and short where files share a name.
#include "core/store/notes.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/recordedproject.h"
#include "tests/widgets/viewharness.h"
#include "widgets/project/networks.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/sessionstate.h"
#include "widgets/views/network/networkview.h"
#include "widgets/views/run/runview.h"
#include "widgets/views/tasks/taskview.h"

#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QLineEdit>
#include <QMenu>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

const QString kModel = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/network/model.onnx");

/// Tasks, network and Run panel of one session.
struct Session {
    Session()
        : views{{QStringLiteral("tasks"), &tasks}, {QStringLiteral("network"), &network}}
    {
        QObject::connect(&workspace.networks(), &Networks::changed, &tasks, [this] { list(); });
        list();
        tasks.resize(600, 500);
        tasks.show();
    }
    void list() { tasks.setNetworks(workspace.networks().all()); }
    void open(const QString& path)
    {
        workspace.networks().open(path, Networks::OpenMode::Quiet);
        QTRY_VERIFY(!workspace.networks().isReading());
    }
    QTreeView* tree() const { return byId<QTreeView>(tasks, "tasks"); }
    /// Makes a network's row the only selected one.
    void select(const QString& id)
    {
        const QAbstractItemModel* rows = tree()->model();
        for (int row = 0; row < rows->rowCount(); ++row) {
            if (rows->index(row, 0).data().toString() == id) {
                tree()->setCurrentIndex(rows->index(row, 0));
                return;
            }
        }
        QFAIL(qPrintable(id));
    }
    QString selected() const { return tree()->currentIndex().siblingAtColumn(0).data().toString(); }
    /// Presses F2 on a network's row.
    QDialog* ask(const QString& id)
    {
        select(id);
        QTest::keyClick(tree(), Qt::Key_F2);
        return byId<QDialog>(tasks, "renameNetwork");
    }
    void rename(const QString& id, const QString& name)
    {
        QDialog* dialog = ask(id);
        QVERIFY(dialog);
        auto* field = byId<QLineEdit>(*dialog, "name");
        QVERIFY(id.startsWith(field->text())); // tags follow
        QTest::keyClicks(field, name); // instead of the selected text
        QTest::keyClick(field, Qt::Key_Return);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    QStringList listed()
    {
        QStringList names;
        for (const Network& one : workspace.networks().all()) {
            if (one.variant == "onnx") {
                names << QString::fromStdString(one.id());
            }
        }
        return names;
    }
    Workspace workspace;
    RunView run{workspace};
    TaskView tasks{workspace};
    NetworkView network{workspace};
    NamedViews views;
};

} // namespace

class TestNetworkName : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;

    QString copy(const QString& folder, const QString& name = QStringLiteral("full.onnx")) const
    {
        (void)QDir(m_dir.path()).mkpath(folder);
        const QString path = m_dir.filePath(folder + QLatin1Char('/') + name);
        (void)QFile::copy(kModel, path);
        return path;
    }

private slots:
    void initTestCase() { useOwnSettings(m_dir.path()); }

    /// Sessions keep the opened files: one saved while they are read would lose them.
    void filesThatAreBeingReadAreKept()
    {
        QTemporaryDir dir;
        const QString copy = dir.filePath(QStringLiteral("model.onnx"));
        QVERIFY(QFile::copy(kModel, copy));
        Networks networks;
        networks.openAll({copy, kModel}, Networks::OpenMode::Quiet);
        networks.open(copy);
        QCOMPARE(networks.files(), (QStringList{copy, kModel}));
        QTRY_VERIFY(!networks.isReading());
        QCOMPARE(networks.files(), (QStringList{copy, kModel}));
        const QString missing = dir.filePath(QStringLiteral("missing.onnx"));
        networks.open(missing, Networks::OpenMode::Quiet);
        QTRY_VERIFY(!networks.isReading());
        QCOMPARE(networks.files(), (QStringList{copy, kModel})); // what cannot be read is not opened again
    }

    void aRenamingIsUndone()
    {
        MainWindow window;
        Workspace& workspace = window.workspace();
        workspace.networks().open(kModel, Networks::OpenMode::Quiet);
        QTRY_VERIFY(!workspace.networks().isReading());
        const auto isListed = [&](const char* id) { return workspace.networks().find(id) != nullptr; };
        const QAction* undo = window.actionRegistry().action(QStringLiteral("edit.undo"));
        QVERIFY(workspace.renameNetwork(QStringLiteral("model.onnx"), QStringLiteral("mine")));
        QVERIFY(isListed("mine") && !isListed("model.onnx") && undo->isEnabled());
        QVERIFY2(undo->text().contains(QStringLiteral("mine")), qPrintable(undo->text()));
        window.actionRegistry().action(QStringLiteral("edit.undo"))->trigger();
        QVERIFY(isListed("model.onnx") && !isListed("mine") && !undo->isEnabled());
        window.actionRegistry().action(QStringLiteral("edit.redo"))->trigger();
        QVERIFY(isListed("mine"));
    }

    void aNameIsShownEverywhere()
    {
        Session session;
        session.open(kModel);
        session.tasks.choose(QStringLiteral("model.onnx:1"));
        QCOMPARE(session.workspace.taskLabel(), QStringLiteral("model.onnx:1"));
        LoopTask waiting{*session.workspace.task(), "model.onnx:1", {}, {}, 0};
        session.workspace.session().enqueue(waiting, {});
        const auto task = session.workspace.task();
        session.network.showNetwork(QStringLiteral("model.onnx"));
        session.network.refreshNow();
        session.rename(QStringLiteral("model.onnx"), QStringLiteral("my detector"));
        QCOMPARE(session.listed(), QStringList{QStringLiteral("my detector")});
        QCOMPARE(session.selected(), QStringLiteral("my detector")); // the row stays selected
        QVERIFY(session.tasks.model().find(QStringLiteral("my detector:1")).isValid());
        QVERIFY(!session.tasks.model().find(QStringLiteral("model.onnx:1")).isValid());
        QVERIFY(session.tasks.model().find(QStringLiteral("my detector:1")).data(Qt::FontRole).value<QFont>().bold());
        auto* networks = byId<QComboBox>(session.network, "network");
        QCOMPARE(networks->currentText(), QStringLiteral("my detector"));
        QCOMPARE(networks->findText(QStringLiteral("model.onnx")), -1);
        QCOMPARE(session.workspace.taskLabel(), QStringLiteral("my detector:1"));
        QCOMPARE(session.workspace.task(), task); // the same task
        QCOMPARE(session.workspace.session().queue().front().task.label, std::string("my detector:1"));
        QVERIFY2(session.run.status().contains(QStringLiteral("my detector:1")), qPrintable(session.run.status()));
        session.network.refreshNow();
        QCOMPARE(session.network.shownNetwork(), QStringLiteral("my detector"));
        QCOMPARE(session.network.wholeNetwork().network, kModel.toStdString());
        session.tasks.choose(QStringLiteral("my detector:2"));
        QCOMPARE(session.workspace.taskLabel(), QStringLiteral("my detector:2"));
    }

    void wrongNamesAreRefusedInASentence()
    {
        Session session;
        session.open(copy(QStringLiteral("a")));
        session.open(copy(QStringLiteral("b")));
        QDialog* dialog = session.ask(QStringLiteral("b/full.onnx"));
        QVERIFY(dialog);
        auto* field = byId<QLineEdit>(*dialog, "name");
        const auto* rename = byId<QAbstractButton>(*dialog, "rename");
        for (const char* refused : {"a:1", "a/b", "full.onnx", "resnet-18"}) {
            field->setText(QString::fromLatin1(refused));
            QVERIFY2(!rename->isEnabled(), refused);
            QTest::keyClick(field, Qt::Key_Return);
            QVERIFY(!session.workspace.renameNetwork(QStringLiteral("b/full.onnx"), QString::fromLatin1(refused)));
        }
        QCOMPARE(session.listed(), (QStringList{QStringLiteral("full.onnx"), QStringLiteral("b/full.onnx")}));
        look(*dialog, "rename-network");
        field->setText(QStringLiteral("  other "));
        QVERIFY(rename->isEnabled());
        press(*dialog, "rename");
        QCOMPARE(session.listed().back(), QStringLiteral("other"));
    }

    void bundledNetworksKeepTheirNames()
    {
        MainWindow window;
        window.show();
        auto& tasks = window.view<TaskView>();
        auto* tree = byId<QTreeView>(tasks, "tasks");
        tree->setCurrentIndex(tree->model()->index(0, 0));
        QTest::keyClick(tree, Qt::Key_F2);
        QVERIFY(!byId<QDialog>(window, "renameNetwork"));
        emit tree->customContextMenuRequested({});
        const auto* menu = byId<QMenu>(tasks, "taskMenu");
        QVERIFY(menu && entry(*menu, u"rename") && !entry(*menu, u"rename")->isEnabled());
        ActionRegistry& actions = window.actionRegistry();
        QAction* rename = actions.action(QStringLiteral("network.rename"));
        window.view<NetworkView>().showNetwork(QStringLiteral("resnet-18"));
        QVERIFY(!actions.isAvailable(rename));
        window.workspace().networks().open(kModel);
        QTRY_VERIFY(actions.isAvailable(rename)); // it is shown
        rename->trigger();
        auto* dialog = byId<QDialog>(window, "renameNetwork");
        QVERIFY(dialog);
        byId<QLineEdit>(*dialog, "name")->setText(QStringLiteral("mine"));
        press(*dialog, "rename");
        QVERIFY(tasks.model().find(QStringLiteral("mine:1")).isValid());
    }

    void theFilesNameComesBack()
    {
        Session session;
        session.open(copy(QStringLiteral("a")));
        session.open(copy(QStringLiteral("b")));
        session.rename(QStringLiteral("b/full.onnx"), QStringLiteral("x"));
        session.rename(QStringLiteral("full.onnx"), QStringLiteral("y"));
        QCOMPARE(session.listed(), (QStringList{QStringLiteral("y"), QStringLiteral("x")}));
        QVERIFY(session.workspace.renameNetwork(QStringLiteral("x"), QStringLiteral(" ")));
        QDialog* dialog = session.ask(QStringLiteral("y"));
        QVERIFY(dialog);
        press(*dialog, "useFileName");
        QCOMPARE(session.listed(), (QStringList{QStringLiteral("full.onnx"), QStringLiteral("b/full.onnx")}));
        QVERIFY(session.workspace.networks().chosenNames().empty());
    }

    void filesOfANameAreToldApartByTheFewestFolders()
    {
        Session session;
        for (const char* folder : {"a", "b", "c/b", "c"}) {
            session.open(copy(QString::fromLatin1(folder)));
        }
        QCOMPARE(session.listed(), (QStringList{QStringLiteral("full.onnx"), QStringLiteral("b/full.onnx"),
                                                QStringLiteral("c/b/full.onnx"), QStringLiteral("c/full.onnx")}));
        session.tasks.choose(QStringLiteral("c/b/full.onnx:2"));
        QCOMPARE(session.workspace.taskLabel(), QStringLiteral("c/b/full.onnx:2"));
    }

    void namesComeBackWithTheSession()
    {
        QJsonObject state;
        {
            Session session;
            session.open(copy(QStringLiteral("a")));
            session.open(copy(QStringLiteral("b")));
            session.open(copy(QStringLiteral("c")));
            session.rename(QStringLiteral("full.onnx"), QStringLiteral("mine"));
            session.tasks.choose(QStringLiteral("mine:2"));
            session.network.showNetwork(QStringLiteral("mine"));
            state = sessionState(session.workspace, session.views);
        }
        Session session;
        restoreSession(
            state, session.workspace, [&session](const QJsonObject& kept) { restoreViews(kept, session.views); },
            [](const QStringList&) {});
        QTRY_COMPARE(session.listed().size(), 3);
        QCOMPARE(session.listed(),
                 (QStringList{QStringLiteral("mine"), QStringLiteral("b/full.onnx"), QStringLiteral("c/full.onnx")}));
        QCOMPARE(session.workspace.taskLabel(), QStringLiteral("mine:2"));
        QCOMPARE(session.network.shownNetwork(), QStringLiteral("mine"));
        QVERIFY(session.workspace.renameNetwork(QStringLiteral("mine"), {}));
        QCOMPARE(session.listed().front(), QStringLiteral("full.onnx"));
    }

    void runsAndNotesOfTheProjectFollow()
    {
        Session session;
        session.open(kModel);
        session.tasks.choose(QStringLiteral("model.onnx:1"));
        const QString path = m_dir.filePath(QStringLiteral("p.knobscope"));
        {
            auto project = Project::open(path.toStdString(), Project::Mode::Create);
            auto writer = ProjectWriter::open(path.toStdString()).value();
            TaskRow row;
            const Task& task = *session.workspace.task();
            row.task = taskToJson(task);
            row.key = row.task.dump();
            row.label = "model.onnx:1";
            row.flops = task.autotvmFlops;
            addFinishedRun(*writer, row, "random", 1, {trialOf(0, entityToJson(task.space.at(0).value()), 3)});
            QVERIFY(addNote(*project, {.network = "model.onnx"}, "#good"));
        }
        QVERIFY(session.workspace.openProject(path).has_value());
        session.tasks.choose(QStringLiteral("model.onnx:1"));
        session.rename(QStringLiteral("model.onnx  #good"), QStringLiteral("mine"));
        QTRY_COMPARE(session.workspace.runs().front().label, std::string("mine:1"));
        QVERIFY(session.workspace.newestRun());
        QTRY_COMPARE(session.selected(), QStringLiteral("mine  #good"));
    }
};

QTEST_MAIN(TestNetworkName)
#include "tst_networkname.moc"
