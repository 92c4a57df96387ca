// SPDX-License-Identifier: GPL-3.0-or-later
// Pins that come back, the trial under the pointer, and what is off for configs left out, in the inspector.
#include "core/store/projectwriter.h"
#include "tests/widgets/controls.h"
#include "widgets/views/config/configview.h"

#include <QComboBox>
#include <QJsonArray>
#include <QPushButton>
#include <QSlider>
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

/// The number of values that a box has when anything is painted for the first time.
class CountAtPaint : public QObject
{
public:
    explicit CountAtPaint(const QComboBox& values)
        : m_values(values)
    {
        qApp->installEventFilter(this);
    }
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() == QEvent::Paint && m_first < 0) {
            m_first = m_values.count();
        }
        return false;
    }
    int first() const { return m_first; }

private:
    const QComboBox& m_values;
    int m_first = -1;
};

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
            ConfigView inspector(workspace);
            openConv(workspace);
            workspace.setConfig(7);
            inspector.togglePin();
            state = inspector.saveState();
        }
        ConfigView inspector(workspace);
        QVERIFY(inspector.pinned().empty());
        inspector.restoreState(state);
        QCOMPARE(inspector.pinned(), std::vector<qint64>{7});
        inspector.restoreState(
            {{QStringLiteral("pinned"), QJsonObject{{QStringLiteral("k"), QJsonArray{QStringLiteral("{broken"), 3}}}}});
        QVERIFY(inspector.pinned().empty());
    }

    /// An edit is painted where it was made first: this view follows in the next frame.
    void anEditIsFollowedInTheNextFrame()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        openConv(workspace);
        inspector.show();
        QVERIFY(QTest::qWaitForWindowExposed(&inspector));
        QTest::qWait(0); // the first frame
        KnobPicker* row = inspector.row(QStringLiteral("tile_ow"));
        const QComboBox& values = row->values();
        const int count = values.count();
        const CountAtPaint painted(values);
        QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value()}));
        QCOMPARE(values.count(), count);
        // What is chosen of the old candidates before that is no choice among the new ones.
        const qint64 config = workspace.config();
        row->slider().setValue(0);
        QCOMPARE(workspace.config(), config);
        QTRY_COMPARE(values.count(), count + 1);
        QCOMPARE(painted.first(), count);
        QCOMPARE(row->digit(), workspace.task()->space.digits(config)[2]);

        QVERIFY(workspace.setEdits({parseEdit("tile_ow-=[-1,1]").value()}));
        workspace.setConfig(2);
        QTRY_COMPARE(values.count(), count - 1);
        QCOMPARE(inspector.indexBox().value(), 2);

        inspector.setUpdatesEnabled(false); // there is no frame
        QVERIFY(workspace.setEdits({}));
        QTRY_COMPARE(values.count(), count);
        QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value()}));
        emit inspector.indexBox().valueEdited(3); // typed of the old numbers
        QCOMPARE(workspace.config(), 2);
        QCOMPARE(values.count(), count + 1);
        QVERIFY(workspace.setEdits({}));
        inspector.hide();
        QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value()}));
        QCOMPARE(values.count(), count + 1);
    }

    /// An edit changes the candidates of a row, which keeps its value and the focus.
    void anEditKeepsTheRows()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        openConv(workspace);
        inspector.show();
        KnobPicker* row = inspector.row(QStringLiteral("tile_ow"));
        QComboBox& values = row->values();
        const int count = values.count();
        row->slider().setValue(2);
        const QString value = values.currentText();
        values.setFocus();
        QVERIFY(workspace.setEdits({parseEdit("tile_ow+=[-1,12]").value()}));
        QTRY_COMPARE(values.count(), count + 1);
        QCOMPARE(inspector.row(QStringLiteral("tile_ow")), row);
        QCOMPARE(inspector.focusWidget(), &values);
        QCOMPARE(row->slider().maximum(), count);
        QCOMPARE(values.currentText(), value);
        QCOMPARE(row->slider().value(), values.currentIndex());
        const int added = values.findText(QStringLiteral("[-1, 12]"));
        QVERIFY(added >= 0);
        row->slider().setValue(added);
        QCOMPARE(workspace.task()->space.digits(workspace.config())[2], int64_t{added}); // tile_ic, tile_oc, tile_ow
        QVERIFY(workspace.setEdits({}));
        QTRY_COMPARE(values.count(), count);
        QCOMPARE(values.findText(QStringLiteral("[-1, 12]")), -1);
        QCOMPARE(row->slider().maximum(), count - 1);
    }

    /// A trial of an earlier space may be chosen whose config a constraint leaves out now.
    void whatAConstraintLeavesOutIsNeitherMeasuredNorPinned()
    {
        Workspace workspace;
        ConfigView inspector(workspace);
        openConv(workspace, {parseEdit("where tile_oc[1] <= 8").value()});
        inspector.show();
        workspace.setConfig(0);
        QPushButton* measure = byId<QPushButton>(inspector, "measure");
        QPushButton* pin = byId<QPushButton>(inspector, "pin");
        QVERIFY(measure->isEnabled() && pin->isEnabled());
        const QString usual = measure->toolTip();
        workspace.setConfig(28); // tile_oc = [-1, 16]
        QVERIFY(!measure->isEnabled() && !pin->isEnabled());
        QVERIFY2(measure->toolTip().contains(QStringLiteral("tile_oc[1] <= 8")), qPrintable(measure->toolTip()));
        QCOMPARE(pin->toolTip(), measure->toolTip());
        QVERIFY(inspector.message().contains(QStringLiteral("tile_oc[1] <= 8")));
        workspace.setConfig(0);
        QVERIFY(measure->isEnabled() && pin->isEnabled());
        QCOMPARE(measure->toolTip(), usual);
        // Candidates that cannot be taken are pale and say why.
        const QComboBox& values = inspector.row(QStringLiteral("tile_oc"))->values();
        QVERIFY(!values.itemData(3, Qt::ForegroundRole).isValid()); // [-1, 8]
        QVERIFY(values.itemData(4, Qt::ForegroundRole).isValid());
        QVERIFY(values.itemData(4, Qt::ToolTipRole).toString().contains(QStringLiteral("tile_oc[1] <= 8")));
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
        ConfigView inspector(workspace);
        inspector.show();
        workspace.setConfig(0);
        KnobPicker* row = inspector.row(QStringLiteral("tile_oc"));
        const QString own = row->values().currentText();
        workspace.selection().hover({1, 1});
        QCOMPARE(row->values().currentIndex(), 2);
        QCOMPARE(row->digit(), qint64(0)); // the current config stays
        QCOMPARE(workspace.config(), qint64(0));
        workspace.selection().hover({1, 99}); // no such trial
        QVERIFY(!row->isPreviewing());
        QCOMPARE(row->values().currentText(), own);
    }
};

QTEST_MAIN(TestConfigPreview)
#include "tst_configpreview.moc"
