// SPDX-License-Identifier: GPL-3.0-or-later
// That a view is a folder and one line, as docs/architecture.md says: this window has a throw-away one, built of nothing but its
// header and views.cpp with a line more (CMakeLists.txt).
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/navigation.h"
#include "widgets/shell/views.h"

#include <QDockWidget>
#include <QSpinBox>
#include <QtTest>

using namespace knobscope;

class TestAddingView : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_folder;

private slots:
    void initTestCase() { testing::useOwnSettings(m_folder.path()); }

    void aViewIsOneLine()
    {
        QCOMPARE(QString::fromLatin1(viewEntries().front().id), QStringLiteral("throwaway"));
        MainWindow window;
        window.show();
        goToView(window, QStringLiteral("throwaway"));
        auto* number = byId<QSpinBox>(window, "number");
        QVERIFY(number && number->isVisible());
        QAction* go = window.actionRegistry().action(QStringLiteral("go.throwaway"));
        QVERIFY(go && go->isEnabled());
        QVERIFY(window.actionRegistry().action(QStringLiteral("show.throwaway")));
    }

    void whatItBindsIsKept()
    {
        QJsonObject kept;
        for (const int wanted : {7, 0}) {
            MainWindow window;
            window.show();
            goToView(window, QStringLiteral("throwaway"));
            auto* number = byId<QSpinBox>(window, "number");
            auto* view = qobject_cast<View*>(number->parentWidget());
            QVERIFY(view);
            if (wanted > 0) {
                number->setValue(wanted);
                kept = view->saveState();
            } else {
                QCOMPARE(number->value(), 0);
                view->restoreState(kept);
                QCOMPARE(number->value(), 7);
            }
        }
    }
};

QTEST_MAIN(TestAddingView)
#include "tst_addingview.moc"
