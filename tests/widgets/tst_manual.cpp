// SPDX-License-Identifier: GPL-3.0-or-later
// The manual in the window: a page for each view, and links that lead somewhere.
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/manual.h"
#include "widgets/shell/navigation.h"
#include "widgets/shell/views.h"

#include <QDirIterator>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTextBrowser>
#include <QtTest>

using namespace knobscope;

class TestManual : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

private slots:
    void initTestCase() { testing::useOwnSettings(m_folder.path()); }

    void everyViewHasItsPage()
    {
        ManualWindow manual;
        for (const ViewEntry& entry : viewEntries()) {
            const QString id = QString::fromLatin1(entry.id);
            manual.showPage(id);
            QCOMPARE(manual.page(), QStringLiteral("views/%1.md").arg(id));
            const auto* text = byId<QTextBrowser>(manual, "page");
            QVERIFY2(text->toPlainText().startsWith(QString::fromUtf8(entry.title)), qPrintable(text->toPlainText().left(40)));
        }
        manual.showPage(QStringLiteral("noSuchView"));
        QCOMPARE(manual.page(), QStringLiteral("README.md"));
    }

    void theKeyShowsThePageOfTheViewInFocus()
    {
        MainWindow window;
        window.show();
        goToView(window, QStringLiteral("trials"));
        QCOMPARE(window.actionRegistry().action(QStringLiteral("help.manual"))->shortcut(), QKeySequence(Qt::Key_F1));
        window.actionRegistry().action(QStringLiteral("help.manual"))->trigger();
        auto* manual = window.findChild<ManualWindow*>();
        QVERIFY(manual && manual->isVisible());
        QCOMPARE(manual->page(), QStringLiteral("views/trials.md"));
        press(*manual, "contents");
        QCOMPARE(manual->page(), QStringLiteral("README.md"));
        press(*manual, "back");
        QCOMPARE(manual->page(), QStringLiteral("views/trials.md"));
        window.actionRegistry().action(QStringLiteral("help.contents"))->trigger();
        QCOMPARE(window.findChildren<ManualWindow*>().size(), 1);
        QCOMPARE(manual->page(), QStringLiteral("README.md"));
    }

    void theGlossaryHasAMenuEntryAndTheTermsOfTheWindow()
    {
        MainWindow window;
        window.show();
        (void)window.views(); // fills the menus
        QAction* open = window.actionRegistry().action(QStringLiteral("help.glossary"));
        const auto menus = window.menuBar()->findChildren<QMenu*>();
        QVERIFY(std::ranges::any_of(menus, [open](const QMenu* menu) { return menu->actions().contains(open); }));
        open->trigger();
        const auto* manual = window.findChild<ManualWindow*>();
        QVERIFY(manual && manual->isVisible());
        QCOMPARE(manual->page(), QStringLiteral("glossary.md"));
        const QString text = manual->findChild<QTextBrowser*>(QStringLiteral("page"))->toPlainText();
        for (const char* term : {"knob", "config", "trial", "pair", "clock ratio", "tied", "trials to 95 %", "register tile"}) {
            QVERIFY2(text.contains(QLatin1String(term)), term);
        }
    }

    void linksAndPicturesAreThere()
    {
        static const QRegularExpression link(QStringLiteral("\\]\\(([^)#]+)(#[^)]*)?\\)"));
        int links = 0;
        QDirIterator pages(manualFolder(), {QStringLiteral("*.md")}, QDir::Files, QDirIterator::Subdirectories);
        while (pages.hasNext()) {
            QFile page(pages.next());
            QVERIFY(page.open(QIODevice::ReadOnly));
            const QString text = QString::fromUtf8(page.readAll());
            for (auto found = link.globalMatch(text); found.hasNext();) {
                const QString target = found.next().captured(1);
                // Decisions and results are not installed; the repository has them.
                const bool isElsewhere = target.contains(QLatin1String("decisions/"))
                                      || target.contains(QLatin1String("results/")) || target.startsWith(QLatin1String("http"))
                                      || target.endsWith(QLatin1String("architecture.md"));
                if (!isElsewhere) {
                    ++links;
                    QVERIFY2(QFileInfo::exists(QFileInfo(page).dir().filePath(target)),
                             qPrintable(page.fileName() + QStringLiteral(": ") + target));
                }
            }
        }
        QVERIFY(links > 50);
    }
};

QTEST_MAIN(TestManual)
#include "tst_manual.moc"
