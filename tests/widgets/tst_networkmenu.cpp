// SPDX-License-Identifier: GPL-3.0-or-later
// What the menu of a layer's box does with the layer.
#include "tests/widgets/controls.h"
#include "tests/widgets/networkdesk.h"
#include "widgets/views/network/networkview.h"

#include <QContextMenuEvent>
#include <QMenu>
#include <QTest>

using namespace knobscope;
using namespace knobscope::testing;

class TestNetworkMenu : public QObject
{
    Q_OBJECT
private slots:
    void whatIfTwoLayersWereOneKernelIsATask()
    {
        NetworkDesk desk;
        QTRY_VERIFY(desk.isShown());
        desk.view.canvas().setCurrent(1); // a convolution that one other reads
        QContextMenuEvent wanted(QContextMenuEvent::Keyboard, QPoint(1, 1), QPoint(1, 1));
        QCoreApplication::sendEvent(desk.view.canvas().viewport(), &wanted);
        const auto* menu = byId<QMenu>(desk.view, "boxMenu");
        QVERIFY(menu);
        QVERIFY(entry(*menu, u"oneKernel"));
        entry(*menu, u"oneKernel")->trigger();
        QCOMPARE(desk.workspace.taskLabel(), QStringLiteral("model.onnx:conv1 + conv2"));
        QCOMPARE(desk.workspace.task()->name, std::string("conv2d_pair_NCHWc.x86"));
        QCOMPARE(desk.view.shownNetwork(), QStringLiteral("model.onnx"));
        QVERIFY2(desk.said.join(QString()).contains(QStringLiteral("middle_at")), qPrintable(desk.said.join(QString())));
    }
};

QTEST_MAIN(TestNetworkMenu)
#include "tst_networkmenu.moc"
