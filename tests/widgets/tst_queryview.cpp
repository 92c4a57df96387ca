// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/views/query/queryview.h"

#include "tests/widgets/controls.h"
#include "tests/widgets/recordedproject.h"
#include "tests/widgets/viewharness.h"
#include "widgets/base/translation.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/views/query/sqlcompletion.h"
#include "widgets/views/query/sqledit.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QElapsedTimer>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

void ask(QueryView& view, const QString& question)
{
    byId<SqlEdit>(view, "question")->setPlainText(question);
    press(view, "ask");
    QTRY_VERIFY(!view.isAsking());
}

} // namespace

class TestQueryView : public QObject
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
        m_path = m_dir.filePath(QStringLiteral("q.knobscope"));
        QVERIFY(writeProject(m_path, {40, 30}).has_value());
    }

    void namesAreCompleted()
    {
        const auto at = [](const QString& question) { return completionAt(question, question.size()); };
        QCOMPARE(at(QStringLiteral("SELECT * FROM ru")).word, QStringLiteral("ru"));
        for (const char* word : {"run", "knob_value", "gflops", "SELECT"}) {
            QVERIFY(at(QStringLiteral("SELECT ")).words.contains(QString::fromLatin1(word)));
        }
        const auto ofView = at(QStringLiteral("SELECT trial.g"));
        QCOMPARE(ofView.word, QStringLiteral("g"));
        QVERIFY(ofView.words.contains(QStringLiteral("gflops")) && !ofView.words.contains(QStringLiteral("tuner")));
        const QString aliased = QStringLiteral("SELECT k. FROM trial AS t JOIN knob_value k ON");
        QVERIFY(completionAt(aliased, 9).words.contains(QStringLiteral("knob")));
        QVERIFY(!completionAt(aliased, 9).words.contains(QStringLiteral("gflops")));
        QVERIFY(at(QStringLiteral("SELECT nothing.")).words.isEmpty());
    }

    void theEditorOffersAndInserts()
    {
        SqlEdit edit;
        edit.show();
        QVERIFY(QTest::qWaitForWindowExposed(&edit));
        QTest::keyClicks(&edit, QStringLiteral("SELECT knob_v"));
        QTRY_VERIFY(edit.completer().popup()->isVisible());
        QTest::keyClick(edit.completer().popup(), Qt::Key_Return);
        QCOMPARE(edit.toPlainText(), QStringLiteral("SELECT knob_value"));
        QVERIFY(!edit.completer().popup()->isVisible());
    }

    /// Names of columns are those of the question in each language; the names of examples are words.
    void columnsKeepTheirNames()
    {
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        QueryView view(workspace);
        view.show();
        ask(view, QStringLiteral("SELECT task, tuner, trials FROM run"));
        QCOMPARE(view.answer().headerData(0, Qt::Horizontal).toString(), QStringLiteral("task"));
        QCOMPARE(view.answer().headerData(2, Qt::Horizontal).toString(), QStringLiteral("trials"));
        const auto* examples = byId<QComboBox>(view, "choice");
        QVERIFY(examples->count() > 0 && examples->itemText(0) != QStringLiteral("Best of each run"));
    }

    void anAnswerIsATableAndAChart()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        QueryView view(workspace);
        view.resize(900, 600);
        view.show();
        ask(view, QStringLiteral("SELECT number, gflops FROM trial WHERE run = 2 AND gflops > 0 ORDER BY number"));
        QCOMPARE(view.answer().columnCount(), 2);
        QCOMPARE(view.answer().rowCount(), 26); // every seventh fails
        QCOMPARE(view.answer().headerData(1, Qt::Horizontal).toString(), QStringLiteral("gflops"));
        QVERIFY(view.message().startsWith(QStringLiteral("26 row")));
        QCOMPARE(byId<QComboBox>(view, "chart.x")->currentText(), QStringLiteral("number"));
        QCOMPARE(byId<QComboBox>(view, "chart.y")->currentText(), QStringLiteral("gflops"));
        const auto& series = byId<PlotCanvas>(view, "chart.plot")->series();
        QCOMPARE(series.size(), size_t(1));
        QCOMPARE(series.front().points.size(), size_t(26));
        QCOMPARE(series.front().points.front().x(), 1.0);
        byId<QTabWidget>(view, "answers")->setCurrentIndex(1);
        look(view, "query-chart");

        // A text stands on the axis in the table's order; without numbers there is no chart.
        ask(view, QStringLiteral("SELECT 'b' AS name, 2 AS n UNION ALL SELECT 'a', 1"));
        QCOMPARE(byId<PlotCanvas>(view, "chart.plot")->xAxis().categories(),
                 (QStringList{QStringLiteral("b"), QStringLiteral("a")}));
        ask(view, QStringLiteral("SELECT 'only text' AS word"));
        QVERIFY(byId<PlotCanvas>(view, "chart.plot")->series().empty());
    }

    void aWrongQuestionKeepsTheLastAnswer()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        QueryView view(workspace);
        ask(view, QStringLiteral("SELECT id FROM run"));
        QCOMPARE(view.answer().rowCount(), 2);
        ask(view, QStringLiteral("SELECT nonsense FROM run"));
        QVERIFY(view.message().contains(QStringLiteral("nonsense")));
        QCOMPARE(view.answer().rowCount(), 2);
        ask(view, QStringLiteral("DELETE FROM run"));
        QVERIFY(view.message().contains(QStringLiteral("cannot be answered")));
    }

    void anEndlessQuestionIsStoppedAndBlocksNothing()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        QueryView view(workspace);
        byId<SqlEdit>(view, "question")
            ->setPlainText(
                QStringLiteral("WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"));
        QVERIFY(!byId<QPushButton>(view, "stop")->isEnabled());
        QElapsedTimer timer;
        timer.start();
        press(view, "ask");
        QVERIFY(timer.elapsed() < 1000);
        QVERIFY(view.isAsking() && !byId<QPushButton>(view, "ask")->isEnabled());
        QTest::qWait(50);
        QVERIFY(view.isAsking());
        press(view, "stop");
        QTRY_VERIFY(!view.isAsking());
        QVERIFY(view.message().contains(QStringLiteral("stopped")));
        QVERIFY(byId<QPushButton>(view, "ask")->isEnabled());
    }

    /// Ask is disabled while an answer is made: the focus goes to the question, not to the next view.
    void theFocusStaysInTheView()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        QWidget window;
        auto* row = new QHBoxLayout(&window);
        QueryView view(workspace);
        row->addWidget(&view);
        row->addWidget(new QPushButton(QStringLiteral("Another view")));
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QPushButton* button = byId<QPushButton>(view, "ask");
        button->setFocus();
        QTRY_VERIFY(button->hasFocus());
        press(view, "ask");
        QVERIFY(view.isAsking());
        QVERIFY(byId<SqlEdit>(view, "question")->hasFocus());
        QTRY_VERIFY(!view.isAsking());
    }

    void questionsAreKeptInTheProject()
    {
        Workspace workspace;
        QVERIFY(workspace.openProject(m_path).has_value());
        {
            QueryView view(workspace);
            byId<SqlEdit>(view, "question")->setPlainText(QStringLiteral("SELECT 42"));
            QVERIFY(!byId<QPushButton>(view, "keep")->isEnabled());
            byId<QLineEdit>(view, "name")->setText(QStringLiteral("the answer"));
            press(view, "keep");
            QTRY_VERIFY(byId<QComboBox>(view, "choice")->findText(QStringLiteral("the answer")) >= 0);
        }
        QueryView again(workspace);
        auto* choice = byId<QComboBox>(again, "choice");
        QTRY_VERIFY(choice->findText(QStringLiteral("the answer")) >= 0);
        choice->setCurrentIndex(choice->findText(QStringLiteral("the answer")));
        emit choice->activated(choice->currentIndex());
        QCOMPARE(byId<SqlEdit>(again, "question")->toPlainText(), QStringLiteral("SELECT 42"));
        press(again, "remove");
        QTRY_COMPARE(choice->findText(QStringLiteral("the answer")), -1);
    }

    void withoutAProjectThereIsNothingToAsk()
    {
        Workspace workspace;
        const QueryView view(workspace);
        QVERIFY(!byId<QPushButton>(view, "ask")->isEnabled());
        QVERIFY(!byId<QPushButton>(view, "keep")->isEnabled());
    }
};

QTEST_MAIN(TestQueryView)
#include "tst_queryview.moc"
