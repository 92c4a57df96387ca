// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/widgets/controls.h"
#include "tests/widgets/recordedproject.h"
#include "widgets/base/translation.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/statusbar.h"
#include "widgets/views/welcome/sampleproject.h"
#include "widgets/views/welcome/welcomeview.h"

#include <QCommandLinkButton>
#include <QDir>
#include <QFileDialog>
#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>

#include <algorithm>
#include <memory>

using namespace knobscope;

class TestWelcome : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;
    QString project(const char* name, std::vector<int64_t> runs = {3})
    {
        const QString path = m_folder.filePath(QLatin1String(name));
        return knobscope::testing::writeProject(path, runs) ? path : QString();
    }

private slots:
    void initTestCase()
    {
        qputenv("XDG_DATA_HOME", m_folder.filePath(QStringLiteral("data")).toUtf8());
        QCoreApplication::setOrganizationName(QStringLiteral("knobscope-test"));
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_folder.path());
        QLocale::setDefault(QLocale::c());
    }
    void init() { QSettings().clear(); }

    void openedProjectsAreListedNewestFirst()
    {
        const QString a = project("a.knobscope");
        const QString b = project("b.knobscope");
        MainWindow window;
        window.show();
        Workspace& workspace = window.workspace();
        auto& welcome = window.view<WelcomeView>();
        auto* list = byId<QListWidget>(welcome, "recent");
        QVERIFY(!list->isVisible());
        QVERIFY(workspace.openProject(a));
        QVERIFY(workspace.openProject(b));
        QVERIFY(workspace.openProject(a));
        QCOMPARE(welcome.recent().paths(), (QStringList{a, b}));
        QCOMPARE(list->count(), 2);
        QVERIFY(list->isVisible());
        list->setCurrentRow(1);
        list->setFocus();
        QTest::keyClick(list, Qt::Key_Return);
        QTRY_COMPARE(workspace.projectPath(), b);
        QVERIFY(workspace.task()); // of the last run
    }

    /// W19: models have a way in from the first page.
    void modelsCanBeOpenedFromHere()
    {
        QCoreApplication::setAttribute(Qt::AA_DontUseNativeDialogs);
        MainWindow window;
        window.show();
        QStringList filters;
        QTimer looking;
        connect(&looking, &QTimer::timeout, this, [&] {
            if (auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
                filters = dialog->nameFilters();
                dialog->reject();
            }
        });
        looking.start(10);
        byId<QAbstractButton>(window.view<WelcomeView>(), "openModel")->click();
        QTRY_VERIFY(!filters.isEmpty());
        QVERIFY(filters.front().contains(QStringLiteral("*.onnx")));
    }

    void unnamedProjectsAreNotListed()
    {
        Workspace workspace;
        RecentProjects recent(workspace);
        QVERIFY(workspace.ensureProject());
        QVERIFY(recent.paths().isEmpty());
        // Only the program's own folder holds unnamed ones, whatever a person's is called.
        QVERIFY(isUnnamedProject(workspace.projectPath()));
        QVERIFY(QDir(m_folder.path()).mkpath(QStringLiteral("unsaved")));
        const QString own = project("unsaved/x.knobscope");
        QVERIFY(workspace.openProject(own));
        QCOMPARE(recent.paths(), QStringList{own});
    }

    void theSamplesNoteIsReadWhenItIsSeen()
    {
        Workspace workspace;
        WelcomeView welcome(workspace);
        const auto links = welcome.findChildren<QCommandLinkButton*>();
        const auto describes = [&] {
            return std::ranges::any_of(links, [](const QCommandLinkButton* link) { return link->description() == sampleNote(); });
        };
        QVERIFY(!sampleNote().isEmpty());
        QTest::qWait(50);
        QVERIFY(!describes()); // most starts show a project: nothing is read for them
        welcome.show();
        QTRY_VERIFY(describes());
    }

    void missingFilesSayWhyAndCanBeRemoved()
    {
        const QString gone = project("gone.knobscope");
        const QString here = project("here.knobscope");
        Workspace workspace;
        WelcomeView welcome(workspace);
        welcome.show();
        QVERIFY(workspace.openProject(gone));
        QVERIFY(workspace.openProject(here));
        QVERIFY(QFile::remove(gone));
        welcome.refreshNow();
        auto* list = byId<QListWidget>(welcome, "recent");
        QVERIFY(list->item(1)->text().contains(QStringLiteral("no longer exists")));
        QVERIFY(list->item(1)->toolTip().contains(gone));
        QSignalSpy said(&workspace, &Workspace::message);
        welcome.open(gone);
        QCOMPARE(said.count(), 1);
        QCOMPARE(workspace.projectPath(), here);
        list->setCurrentRow(1);
        byId<QPushButton>(welcome, "removeRecent")->click();
        QCOMPARE(welcome.recent().paths(), QStringList{here});
        list->setFocus();
        list->setCurrentRow(0);
        QTest::keyClick(list, Qt::Key_Delete);
        QVERIFY(welcome.recent().paths().isEmpty());
    }

    void resNetOpens()
    {
        Workspace workspace;
        WelcomeView welcome(workspace);
        welcome.startWithResNet();
        QCOMPARE(workspace.taskLabel(), QStringLiteral("resnet-18:2"));
    }

    void theSampleIsOpenedAsACopy()
    {
        const QString original = sampleProjectFile();
        QVERIFY2(!original.isEmpty(), "the sample project is missing from share/knobscope/samples");
        const auto modified = QFileInfo(original).lastModified();
        MainWindow window;
        Workspace& workspace = window.workspace();
        window.view<WelcomeView>().openSample();
        QTRY_VERIFY(workspace.connection());
        QVERIFY(workspace.projectPath() != original);
        QVERIFY(QFileInfo(workspace.projectPath()).isWritable());
        QVERIFY(workspace.runs().size() >= 3);
        int64_t trials = 0;
        for (const RunRow& run : workspace.runs()) {
            QVERIFY(run.trials > 0 && run.bestGflops > 0);
            trials += run.trials;
        }
        QVERIFY(workspace.task());
        // Installed with the program: as many runs as Compare needs for a verdict, and nothing beside them.
        const qint64 bytes = QFileInfo(original).size();
        QVERIFY2(bytes < 2400 * trials, qPrintable(QStringLiteral("%1 bytes for %2 trials").arg(bytes).arg(trials)));
        QVERIFY2(bytes < 5'000'000, qPrintable(QString::number(bytes)));
        QCOMPARE(QFileInfo(original).lastModified(), modified);
        QVERIFY(sampleNote().contains(QStringLiteral("core")));
        const Translation translation(QLocale(QStringLiteral("zh_TW")));
        QVERIFY2(!sampleNote().isEmpty() && !sampleNote().contains(QStringLiteral("core")), qPrintable(sampleNote()));
    }

    void theStatusLineNamesTheDevice()
    {
        Workspace workspace;
        const std::unique_ptr<QWidget> line(makeStatusLine(workspace));
        line->show();
        const QList<QLabel*> labels = line->findChildren<QLabel*>();
        QCOMPARE(labels.size(), 3);
        QVERIFY(labels[2]->text().contains(QStringLiteral("core")));
        QVERIFY(labels[1]->text().startsWith(QStringLiteral("Load ")));
        QVERIFY(!labels[0]->isVisible());
        Progress progress;
        progress.trialsPerSecond = 12.34;
        emit workspace.session().progressed(progress);
        QVERIFY(labels[0]->isVisible());
        QCOMPARE(labels[0]->text(), QStringLiteral("12.3 trials/s"));
    }
};

QTEST_MAIN(TestWelcome)
#include "tst_welcome.moc"
