// SPDX-License-Identifier: GPL-3.0-or-later
// Pins that come back, and the trial under the pointer in the inspector.
#include "core/store/projectwriter.h"
#include "widgets/inspector/inspectorview.h"

#include <QComboBox>
#include <QJsonArray>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

namespace {

const nlohmann::json conv3x3 = nlohmann::json::parse(
    R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],[1,1,1,1],[1,1],"NCHW","NCHW","float32"])");

void openConv(Workspace& workspace, std::vector<SpaceEdit> edits = {})
{
    const auto opened =
        workspace.openTask(QStringLiteral("conv"), "conv2d_NCHWc.x86", conv3x3, parseTarget("llvm").value(), std::move(edits));
    QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
}

} // namespace

class TestConfigPreview : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void pinsComeBack()
    {
        Workspace workspace;
        QJsonObject state;
        {
            InspectorView inspector(workspace);
            openConv(workspace);
            workspace.setConfig(7);
            inspector.togglePin();
            state = inspector.saveState();
        }
        InspectorView inspector(workspace);
        QVERIFY(inspector.pinned().empty());
        inspector.restoreState(state);
        QCOMPARE(inspector.pinned(), std::vector<qint64>{7});
        inspector.restoreState(
            {{QStringLiteral("pinned"), QJsonObject{{QStringLiteral("k"), QJsonArray{QStringLiteral("{broken"), 3}}}}});
        QVERIFY(inspector.pinned().empty());
    }

    void theTrialUnderThePointerIsPreviewed()
    {
        const QTemporaryDir dir;
        const QString path = dir.filePath(QStringLiteral("p.knobscope"));
        Workspace workspace;
        openConv(workspace);
        {
            (void)Project::open(path.toStdString(), Project::Mode::Create);
            auto writer = ProjectWriter::open(path.toStdString()).value();
            TaskRow task;
            task.task = taskToJson(*workspace.task());
            task.key = task.task.dump();
            RunRow run;
            run.task = writer->addTask(task).value();
            TrialRow trial;
            trial.number = 1;
            trial.index = 14; // tile_oc at 2, the other knobs at 0
            writer->addTrial(writer->addRun(run).value(), trial);
        }
        QVERIFY(workspace.openProject(path).has_value());
        InspectorView inspector(workspace);
        inspector.show();
        workspace.setConfig(0);
        KnobPicker* row = inspector.row(QStringLiteral("tile_oc"));
        const QString own = row->values().currentText();
        workspace.selection().hover({1, 1});
        QCOMPARE(row->values().currentIndex(), 2);
        QCOMPARE(row->digit(), qint64(0)); // the config in hand stays
        QCOMPARE(workspace.config(), qint64(0));
        workspace.selection().hover({1, 99}); // no such trial
        QVERIFY(!row->isPreviewing());
        QCOMPARE(row->values().currentText(), own);
    }
};

QTEST_MAIN(TestConfigPreview)
#include "tst_configpreview.moc"
