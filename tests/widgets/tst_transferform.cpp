// SPDX-License-Identifier: GPL-3.0-or-later
// What the run panel says of earlier results, before and after a run with real workers, and of hopeless configs.
#include "tests/core/tuning/fakemeasurer.h"
#include "tests/widgets/controldesk.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/viewharness.h"
#include "widgets/controls/section.h"
#include "widgets/views/run/transferform.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QSignalSpy>
#include <QStandardPaths>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// 25 results of the other dense layer, which has the same template.
void addEarlierRun(const QString& path)
{
    const auto target = hostTarget().value();
    const auto found = findTask(loadNetworks().value(), "resnet-50:21", target).value();
    const Task task = makeTask(found.task, found.args, target).value();
    TaskRow row;
    row.task = taskToJson(task);
    row.key = row.task.dump();
    row.label = "resnet-50:21";
    std::vector<TrialRow> trials;
    for (int64_t index = 0; index < 25; ++index) {
        trials.push_back(trialOf(index, entityToJson(task.space.at(index).value()), 1 + static_cast<double>(index)));
    }
    auto writer = ProjectWriter::open(path.toStdString()).value();
    addFinishedRun(*writer, row, "random", 0, std::move(trials));
}

class BusyMachine : public FakeMeasurer
{
public:
    BusyMachine()
        : FakeMeasurer(1)
    {
    }
    Sentence loadWarning() const override { return Sentence("The machine is busy: others take it"); }
};

void show(RunView& control)
{
    control.resize(360, 1000);
    control.show();
    for (Section* section : control.findChildren<Section*>()) {
        section->setOpen(true);
    }
}

} // namespace

class TestTransferForm : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QStandardPaths::setTestModeEnabled(true);
    }

    void theRuleReachesTheRun()
    {
        Desk desk;
        RunView control(desk.workspace);
        show(control);
        auto* form = control.findChild<TransferForm*>();
        auto* tuner = byId<QComboBox>(control, "tuner");
        QCOMPARE(control.options().transfer, std::string("project"));
        auto* rule = byId<QComboBox>(*form, "transfer.rule");
        rule->setCurrentIndex(TransferForm::Off);
        QCOMPARE(control.options().transfer, std::string("none"));
        rule->setCurrentIndex(TransferForm::Autotvm);
        QVERIFY2(rule->accessibleDescription().contains(QStringLiteral("does not support AutoTVM's rule")),
                 qPrintable(rule->accessibleDescription()));
        tuner->setCurrentText(QStringLiteral("model"));
        if (control.options().tuner == "model") { // built with XGBoost
            QCOMPARE(control.options().parameters["transfer"].get<std::string>(), std::string("autotvm"));
            QVERIFY(rule->accessibleDescription().contains(QStringLiteral("500")));
            tuner->setCurrentText(QStringLiteral("xgb"));
            QVERIFY(!control.options().parameters.contains("transfer")); // as it does anyway
        }
        rule->setCurrentIndex(TransferForm::Default);
        form->setFile(QStringLiteral("/tmp/a.log"));
        QCOMPARE(control.options().transfer, std::string("/tmp/a.log"));
        const QJsonObject state = control.saveState();
        RunView other(desk.workspace);
        other.restoreState(state);
        QCOMPARE(other.options().transfer, std::string("/tmp/a.log"));
        form->setFile(QString());
        QCOMPARE(control.options().transfer, std::string("project"));
    }

    void slowConfigsAreSkippedAsAskedFor()
    {
        Desk desk;
        RunView control(desk.workspace);
        show(control);
        auto* choice = byId<QCheckBox>(control, "prune");
        auto* factor = byId<QDoubleSpinBox>(control, "pruneFactor");
        QCOMPARE(control.options().prune, std::string("auto"));
        QTest::keyClick(choice, Qt::Key_Space);
        QCOMPARE(control.options().prune, std::string("off"));
        QVERIFY(!factor->isEnabled());
        QTest::keyClick(choice, Qt::Key_Space);
        factor->setValue(3.5);
        QCOMPARE(control.options().prune, std::string("on=3.5"));
        QVERIFY(parsePruneOptions(control.options().prune)->factor == 3.5);
        RunView other(desk.workspace);
        other.restoreState(control.saveState());
        QCOMPARE(other.options().prune, std::string("on=3.5"));
        other.restoreState({});
        QCOMPARE(other.options().prune, std::string("auto"));
        const auto says = [&control] {
            return std::ranges::any_of(control.findChildren<QLabel*>(), [](const QLabel* label) {
                return !label->isHidden() && label->text().contains(QStringLiteral("30 of 40"));
            });
        };
        RunFinished result;
        result.pruning = {40, 30, 2, 1};
        emit desk.workspace.session().finished(result, {});
        QVERIFY(says());
        emit desk.workspace.session().finished({}, {});
        QVERIFY(!says());
    }

    void aBusyMachineIsWarnedOfAndNoEarlierResult()
    {
        Desk desk;
        addEarlierRun(desk.path);
        desk.workspace.reloadRuns();
        RunView control(desk.workspace);
        show(control);
        QVERIFY(openTask(desk.workspace).has_value());
        byId<QComboBox>(control, "tuner")->setCurrentText(QStringLiteral("bayes"));
        setTrials(control, 6);
        TuningSession& session = desk.workspace.session();
        session.setMeasurer([](const Target&, const MeasureOptions&) -> Result<std::unique_ptr<Measurer>> {
            return std::make_unique<BusyMachine>();
        });
        QSignalSpy said(&desk.workspace, &Workspace::message);
        QSignalSpy logged(&session, &TuningSession::logged);
        QSignalSpy finished(&session, &TuningSession::finished);
        press(control, "start");
        QTRY_COMPARE_WITH_TIMEOUT(finished.count(), 1, 60000);
        const auto isWarning = [](const QVariantList& message) {
            return message[0].value<MessageLevel>() == MessageLevel::Warning
                && message[1].toString().startsWith(QStringLiteral("The machine is busy"));
        };
        QCOMPARE(std::count_if(said.begin(), said.end(), isWarning), 1);
        for (const QVariantList& line : logged) { // what is said is in the log already
            const std::string said = line[0].value<Sentence>().message;
            QVERIFY2(said.find("busy") == std::string::npos, said.c_str());
        }
        const QString used = control.findChild<TransferForm*>()->used();
        QVERIFY2(used.startsWith(QStringLiteral("The last run used: Warm start")) && !used.contains(QStringLiteral("busy")),
                 qPrintable(used));
    }

    void whatWouldBeUsedIsSaidBeforeAndAfter()
    {
        Desk desk;
        addEarlierRun(desk.path);
        desk.workspace.reloadRuns();
        RunView control(desk.workspace);
        show(control);
        QVERIFY(openTask(desk.workspace).has_value());
        auto* form = control.findChild<TransferForm*>();
        byId<QComboBox>(control, "tuner")->setCurrentText(QStringLiteral("bayes"));
        form->refreshNow();
        const bool isSameTemplate = form->preview().startsWith(QStringLiteral("Found: 25 record(s) of 1 task"));
        QVERIFY2(isSameTemplate, qPrintable(form->preview()));
        QVERIFY2(form->preview().contains(QStringLiteral("Warm start: 25 records")), qPrintable(form->preview()));
        look(control, "transfer-before");
        byId<QComboBox>(control, "tuner")->setCurrentText(QStringLiteral("random"));
        form->refreshNow();
        QVERIFY2(form->preview().contains(QStringLiteral("random does not use other tasks")), qPrintable(form->preview()));
        byId<QComboBox>(control, "tuner")->setCurrentText(QStringLiteral("bayes"));
        form->setFile(QStringLiteral("/no/such/file.log"));
        form->refreshNow();
        QVERIFY2(form->preview().contains(QStringLiteral("/no/such/file.log")), qPrintable(form->preview()));
        form->setFile({});
        setTrials(control, 6);
        QSignalSpy finished(&desk.workspace.session(), &TuningSession::finished);
        press(control, "start");
        QVERIFY(finished.wait(60000));
        QVERIFY2(form->used().startsWith(QStringLiteral("The last run used: Warm start: 25 records")), qPrintable(form->used()));
        QVERIFY2(!form->used().contains(QStringLiteral("In a direct comparison")), qPrintable(form->used()));
        look(control, "transfer-after");
    }
};

QTEST_MAIN(TestTransferForm)
#include "tst_transferform.moc"
