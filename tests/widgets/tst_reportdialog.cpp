// SPDX-License-Identifier: GPL-3.0-or-later
// The dialogs about the whole project: its report and its notes.
#include "tests/widgets/controls.h"
#include "tests/widgets/recordedproject.h"
#include "tests/widgets/viewharness.h"
#include "widgets/project/workspace.h"
#include "widgets/shell/notesdialog.h"
#include "widgets/shell/reportdialog.h"
#include "widgets/views/speed/runlistmodel.h"
#include "widgets/views/speed/speedview.h"

#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::testing;

class TestReportDialog : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;
    QString m_path;

private slots:
    void initTestCase()
    {
        QLocale::setDefault(QLocale::c());
        QStandardPaths::setTestModeEnabled(true);
        m_path = m_dir.filePath(QStringLiteral("p.knobscope"));
        QVERIFY(writeProject(m_path, {40, 30}).has_value());
    }

    void theChosenRunsAreReported()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        ReportDialog dialog(workspace);
        dialog.show();
        auto* runs = byId<QListWidget>(dialog, "runs");
        QCOMPARE(runs->count(), 2);
        const QString page = m_dir.filePath(QStringLiteral("r.html"));
        byId<QLineEdit>(dialog, "file")->setText(page);
        byId<QLineEdit>(dialog, "parts")->setText(m_dir.filePath(QStringLiteral("parts")));
        runs->item(0)->setCheckState(Qt::Unchecked);
        look(dialog, "report-dialog");
        press(dialog, "write");
        QVERIFY(dialog.isWriting() && byId<QPushButton>(dialog, "stop")->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isWriting(), 30000);
        QVERIFY2(dialog.message().startsWith(QStringLiteral("The report of 1 run")), qPrintable(dialog.message()));
        QVERIFY(QFile::exists(page) && QFile::exists(m_dir.filePath(QStringLiteral("parts/runs.tex"))));

        runs->item(1)->setCheckState(Qt::Unchecked);
        QVERIFY(!byId<QPushButton>(dialog, "write")->isEnabled());
    }

    void whatFailsIsSaid()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        ReportDialog dialog(workspace);
        byId<QLineEdit>(dialog, "file")->setText(m_dir.filePath(QStringLiteral("nowhere/r.html")));
        press(dialog, "write");
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isWriting(), 30000);
        QVERIFY2(dialog.message().contains(QStringLiteral("cannot be written")), qPrintable(dialog.message()));
        byId<QLineEdit>(dialog, "networks")->setText(QStringLiteral("resnet-19"));
        press(dialog, "write");
        QTRY_VERIFY_WITH_TIMEOUT(!dialog.isWriting(), 30000);
        QVERIFY2(dialog.message().contains(QStringLiteral("resnet-19")), qPrintable(dialog.message()));
    }

    void notesAreAddedFoundAndRemoved()
    {
        Workspace workspace;
        SpeedView chart(workspace);
        QVERIFY(workspace.openProject(m_path).has_value());
        workspace.selection().select({{1, 3}});
        NotesDialog dialog(workspace);
        dialog.show();
        auto* about = byId<QComboBox>(dialog, "about");
        auto* text = byId<QPlainTextEdit>(dialog, "text");
        QVERIFY(!byId<QPushButton>(dialog, "add")->isEnabled());
        about->setCurrentIndex(about->findText(QStringLiteral("run 1, trial 3")));
        text->setPlainText(QStringLiteral("measure again #doubtful"));
        press(dialog, "add");
        QTRY_COMPARE(dialog.model().rowCount(), 1);
        QVERIFY(text->toPlainText().isEmpty());
        about->setCurrentIndex(about->findText(QStringLiteral("run 2")));
        text->setPlainText(QStringLiteral("for the thesis #good"));
        press(dialog, "add");
        QTRY_COMPARE(dialog.model().rowCount(), 2);
        QCOMPARE(dialog.model().index(1, 2).data().toString(), QStringLiteral("#good"));
        auto* runs = chart.findChild<RunListModel*>(); // newest first
        QTRY_VERIFY(runs->index(0, 0).data().toString().endsWith(QStringLiteral("  #good")));
        QVERIFY(!runs->index(1, 0).data().toString().contains(QLatin1Char('#'))); // the other note is about a trial
        look(dialog, "notes-dialog");

        byId<QLineEdit>(dialog, "filter")->setText(QStringLiteral("#doubt"));
        QCOMPARE(dialog.model().rowCount(), 1);
        QCOMPARE(dialog.model().index(0, 0).data().toString(), QStringLiteral("run 1, trial 3"));
        byId<QTableView>(dialog, "notes")->selectRow(0);
        press(dialog, "remove");
        QTRY_COMPARE(dialog.model().rowCount(), 0);
        byId<QLineEdit>(dialog, "filter")->clear();
        QTRY_COMPARE(dialog.model().rowCount(), 1);
    }
};

QTEST_MAIN(TestReportDialog)
#include "tst_reportdialog.moc"
