// SPDX-License-Identifier: GPL-3.0-or-later
// The README's five minutes, word for word: its steps by mouse and keys in a window, its commands in a shell.
#include "core/store/project.h"
#include "tests/widgets/buttons.h"
#include "tests/widgets/ownsettings.h"
#include "widgets/chart/chartcanvas.h"
#include "widgets/inspector/inspectorview.h"
#include "widgets/space/knoblist.h"
#include "widgets/window/mainwindow.h"

#include <QFile>
#include <QLineEdit>
#include <QMenuBar>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

namespace {

QString readme()
{
    QFile file(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/README.md"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QString section(const QString& title)
{
    return readme().section(QStringLiteral("\n## %1\n").arg(title), 1).section(QStringLiteral("\n## "), 0, 0);
}

QStringList commands(const QString& title)
{
    return section(title).section(QStringLiteral("```"), 1, 1).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
}

} // namespace

class TestReadme : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

private slots:
    void initTestCase() { knobscope::testing::useOwnSettings(m_folder.path()); }

    /// As written, but for the number of trials.
    void theCommandsRunAsWritten()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM measures nothing");
#endif
        const QStringList lines = commands(QStringLiteral("In a terminal"));
        QCOMPARE(lines.size(), 3);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
                           QStringLiteral(KNOBSCOPE_BINARY_DIR ":") + environment.value(QStringLiteral("PATH")));
        QTemporaryDir folder;
        for (QString line : lines) {
            line.replace(QRegularExpression(QStringLiteral("--trials \\d+")), QStringLiteral("--trials 6"));
            QProcess shell;
            shell.setWorkingDirectory(folder.path());
            shell.setProcessEnvironment(environment);
            shell.start(QStringLiteral("sh"), {QStringLiteral("-c"), line});
            QVERIFY(shell.waitForFinished(120000));
            const QByteArray out = shell.readAllStandardOutput();
            QVERIFY2(shell.exitCode() == 0, (line.toUtf8() + '\n' + out + shell.readAllStandardError()).constData());
            QVERIFY(!out.isEmpty());
            if (line.contains(QStringLiteral(" space "))) {
                QVERIFY2(out.contains("1,078"), out.constData());
            }
        }
        auto project = Project::open(folder.filePath(QStringLiteral("r18.knobscope")).toStdString(), Project::Mode::ReadOnly);
        QVERIFY(project && project->runs()->front().trials == 6);
        QVERIFY(QFile(folder.filePath(QStringLiteral("r18.log"))).size() > 0);
    }

    void theScriptsOfTheFirstStepAreThere()
    {
        for (const QString& line : commands(QStringLiteral("Three commands"))) {
            const QString program = line.section(QLatin1Char(' '), 0, 0);
            QVERIFY2(program == QLatin1String("git") || QFile::exists(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/") + program),
                     qPrintable(line));
        }
        for (const auto& match : QRegularExpression(QStringLiteral("\\]\\(([^)#:]+)\\)")).globalMatch(readme())) {
            QVERIFY2(QFile::exists(QStringLiteral(KNOBSCOPE_SOURCE_DIR "/") + match.captured(1)), qPrintable(match.captured(1)));
        }
    }

    void theFiveMinutesGoAsTheyAreTold()
    {
#ifndef KNOBSCOPE_HAVE_LLVM
        QSKIP("a build without LLVM measures nothing");
#endif
        const QString told = section(QStringLiteral("Five minutes"));
        const auto tells = [&](const char* words) { return told.contains(QLatin1String(words)); };
        MainWindow window;
        window.resize(1440, 900);
        window.show();
        // 1. its second task, the 3x3 convolution on 64x56x56
        QVERIFY(tells("**resnet-18**") && tells("second task") && tells("64x56x56"));
        window.chooseTask(QStringLiteral("resnet-18:2"));
        const auto task = window.workspace().task();
        QVERIFY(task);
        const QByteArray shapes = QByteArray::fromStdString(task->args.dump());
        QVERIFY(shapes.contains("[1,64,56,56]") && shapes.contains("[64,64,3,3]"));
        // 2. its knobs, and 980 configs
        QVERIFY(tells("`tile_ic`, `tile_oc`, `tile_ow`, `unroll_kw`") && tells(" 980."));
        for (const char* knob : {"tile_ic", "tile_oc", "tile_ow", "unroll_kw"}) {
            QVERIFY2(task->space.find(knob), knob);
        }
        QVERIFY(window.spaceEditor().sizeText().startsWith(QStringLiteral("980 configs")));
        // 3. + behind the values of tile_ow, [-1,12], Enter: 1,078 configs; Undo takes it back
        QVERIFY(tells("**+** behind the values of `tile_ow`") && tells("`[-1,12]`") && tells("1,078 configs"));
        auto* list = window.spaceEditor().findChild<KnobList*>();
        list->setCurrentKnob(QStringLiteral("tile_ow"));
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->cellRect({list->currentCell().row, KnobCell::Add, 0}).center());
        auto* field = list->findChild<QLineEdit*>(QStringLiteral("newValue"));
        QVERIFY(field->isVisible());
        QTest::keyClicks(field, QStringLiteral("[-1,12]"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(window.workspace().task()->space.rangeLength(), int64_t(1078));
        QVERIFY2(window.spaceEditor().sizeText().remove(QLatin1Char(',')).startsWith(QStringLiteral("1078 configs")),
                 qPrintable(window.spaceEditor().sizeText()));
        QVERIFY(push(window.spaceEditor(), QStringLiteral("Is it worth it?")));
        window.actionRegistry().action(QStringLiteral("edit.undo"))->trigger();
        QCOMPARE(window.workspace().task()->space.rangeLength(), int64_t(980));
        // 4. Start: every point was compiled, run and timed
        QVERIFY(tells("Press **Start**"));
        QTest::mouseClick(push(window.runControl(), QStringLiteral("Start")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(window.chart().trialCount() >= 4, 120000);
        QTest::mouseClick(push(window.runControl(), QStringLiteral("Stop")), Qt::LeftButton);
        QTRY_VERIFY_WITH_TIMEOUT(!window.session().isRunning(), 60000);
        // 5. a click on a point shows that trial's knobs
        QVERIFY(tells("Click a point: **Config**"));
        const int64_t run = window.workspace().runs().back().id;
        std::optional<QPointF> at;
        for (qint64 number = 1; number <= 4 && !at; ++number) {
            QTRY_VERIFY(window.chart().trialCount() >= 4);
            at = window.chart().pixelOf({run, number});
        }
        QVERIFY(at);
        QTest::mouseClick(window.chart().canvas().viewport(), Qt::LeftButton, {}, at->toPoint());
        QVERIFY(window.workspace().selection().current().isValid());
        QCOMPARE(window.view<InspectorView>().indexBox().value(), window.workspace().config());
        // 6. and the views, menus and keys that are named
        for (const auto& match : QRegularExpression(QStringLiteral("\\*\\*([A-Z][a-z]+)\\*\\*")).globalMatch(told)) {
            const QString word = match.captured(1);
            const bool isView = std::any_of(window.views().begin(), window.views().end(), [&](const auto& view) {
                const QAction* go = window.actionRegistry().action(QStringLiteral("go.") + view.first);
                return go && go->text().remove(QLatin1Char('&')).endsWith(word);
            });
            QVERIFY2(isView || push(window, word), qPrintable(word));
        }
        QVERIFY(tells("File > Save Project As"));
        const QAction* saveAs = window.actionRegistry().action(QStringLiteral("file.saveAs"));
        QVERIFY2(saveAs->text().remove(QLatin1Char('&')).startsWith(QStringLiteral("Save Project As")),
                 qPrintable(saveAs->text()));
        QVERIFY(tells("Ctrl+Shift+P") && tells("Ctrl+?") && tells("Alt+1 to Alt+0"));
        const auto& actions = window.actionRegistry().actions();
        for (const char* keys : {"Ctrl+Shift+P", "Ctrl+?", "Alt+1", "Alt+0"}) {
            QVERIFY2(std::any_of(
                         actions.begin(), actions.end(),
                         [&](const QAction* action) { return action->shortcuts().contains(QKeySequence(QLatin1String(keys))); }),
                     keys);
        }
    }
};

QTEST_MAIN(TestReadme)
#include "tst_readme.moc"
