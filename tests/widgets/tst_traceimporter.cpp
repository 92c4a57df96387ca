// SPDX-License-Identifier: GPL-3.0-or-later
// Large and odd traces on their way into the window.
#include "core/store/timeline.h"
#include "tests/widgets/controls.h"
#include "widgets/views/timeline/timelinecanvas.h"
#include "widgets/views/timeline/timelineview.h"
#include "widgets/views/timeline/tracefiles.h"

#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;

class TestTraceImporter : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { QVERIFY(m_dir.isValid()); }

    void progressIsToldAndCancellingLeavesNothing()
    {
        QString events;
        for (int i = 0; i < 400'000; ++i) {
            events += QStringLiteral(R"({"ph":"X","name":"t","ts":%1,"dur":1,"pid":1,"tid":%2},)").arg(i).arg(i % 7);
        }
        const QString trace = write("large.json", QStringLiteral("[") + events);
        Workspace workspace;
        QVERIFY(workspace.openProject(made("cancelled.knobscope")).has_value());
        TraceFiles files(workspace);
        auto* progress = files.findChild<QProgressBar*>();
        QSignalSpy said(&workspace, &Workspace::message);
        QSignalSpy ended(&files, &TraceFiles::importEnded);
        files.importFrom(trace);
        QVERIFY(files.isImporting());
        files.importFrom(trace); // one at a time
        QCOMPARE(said.count(), 1);
        QVERIFY(said[0][1].toString().contains(QStringLiteral("is being imported")));
        QTRY_VERIFY_WITH_TIMEOUT(progress->value() > 0, 60000);
        QVERIFY(files.isImporting());
        byId<QPushButton>(files, "stopTrace")->click();
        QTRY_COMPARE_WITH_TIMEOUT(ended.count(), 1, 60000);
        QCOMPARE(ended[0][0].toLongLong(), qint64(0));
        QVERIFY2(said.back()[1].toString().contains(QStringLiteral("cancelled")), qPrintable(said.back()[1].toString()));
        QVERIFY(timelineTracks(*workspace.connection(), 0).value().empty());
        QVERIFY(!files.isImporting());
    }

    void aDeepStackIsShown()
    {
        constexpr int depth = 20'000;
        QString events;
        for (int i = 0; i < depth; ++i) { // none of them ends
            events += QStringLiteral(R"({"ph":"B","name":"d","ts":%1,"pid":1,"tid":1},)").arg(i);
        }
        const QString trace = write("deep.json", QStringLiteral("[") + events);
        Workspace workspace;
        QVERIFY(workspace.openProject(made("deep.knobscope")).has_value());
        TimelineView view(workspace);
        view.resize(900, 500);
        view.show();
        QSignalSpy said(&workspace, &Workspace::message);
        view.importTrace(trace);
        QTRY_COMPARE_WITH_TIMEOUT(view.trace(), qint64(1), 60000);
        QVERIFY2(said.size() == 2 && said[1][1].toString().contains(QStringLiteral("20000 spans have no end")),
                 said.size() == 2 ? qPrintable(said[1][1].toString()) : "two messages");
        auto* canvas = view.findChild<TimelineCanvas*>();
        QTRY_VERIFY(canvas->scene().pictureCoversView());
        QCOMPARE(canvas->scene().lanes.tracks().front().depths,
                 int64_t(depth - 1)); // the last begins when all end: it is beside them
        canvas->setScroll(depth * 10); // far below what is on screen
        QTRY_VERIFY(canvas->scene().pictureCoversView());
        QVERIFY(!canvas->grab().isNull());
    }

private:
    QString write(const char* name, const QString& text)
    {
        QFile file(m_dir.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) > 0 ? file.fileName() : QString();
    }
    QString made(const char* name)
    {
        const QString path = m_dir.filePath(QString::fromLatin1(name));
        (void)Project::open(path.toStdString(), Project::Mode::Create);
        return path;
    }
    QTemporaryDir m_dir;
};

QTEST_MAIN(TestTraceImporter)
#include "tst_traceimporter.moc"
