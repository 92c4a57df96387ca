// SPDX-License-Identifier: GPL-3.0-or-later
// A model whose file leaves extents open is opened in the window: it asks, reads the file with the answer, and keeps it.
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "widgets/base/elidedlabel.h"
#include "widgets/controls/actionregistry.h"
#include "widgets/project/extentsdialog.h"
#include "widgets/project/networks.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/sessionstate.h"
#include "widgets/views/log/logview.h"
#include "widgets/views/network/networkview.h"

#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

const QString kOpen = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/open/model.onnx"); // data: [batch, 3, ?, 12]

QDialog* dialogOf(MainWindow& window)
{
    return window.findChild<QDialog*>(QStringLiteral("extents"));
}

/// Chooses the numbers of the shown dialog and opens the file with them.
void answer(MainWindow& window, int batch, int height)
{
    QTRY_VERIFY(dialogOf(window));
    byId<QSpinBox>(*dialogOf(window), "extent.batch")->setValue(batch);
    byId<QSpinBox>(*dialogOf(window), "extent.data[2]")->setValue(height);
    press(*dialogOf(window), "open");
    QTRY_VERIFY(!window.workspace().networks().isReading());
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

} // namespace

class TestOpenExtentsDialog : public QObject
{
    Q_OBJECT
private:
    QTemporaryDir m_dir;

private slots:
    void initTestCase() { useOwnSettings(m_dir.path()); }

    void theDialogShowsTheShapesAndOpensTheFile()
    {
        MainWindow window;
        window.show();
        window.openFile(kOpen);
        QTRY_VERIFY(dialogOf(window));
        QDialog& dialog = *dialogOf(window);
        QCOMPARE(byId<QSpinBox>(dialog, "extent.batch")->value(), 1);
        QCOMPARE(byId<QSpinBox>(dialog, "extent.data[2]")->value(), 224);
        QTRY_COMPARE(dialog.focusWidget(), byId<QWidget>(dialog, "extent.batch")); // a number can be typed
        QTest::keyClick(dialog.focusWidget(), Qt::Key_2);
        QTest::keyClick(dialog.focusWidget(), Qt::Key_Tab);
        QCOMPARE(byId<QSpinBox>(dialog, "extent.batch")->value(), 2);
        QCOMPARE(dialog.focusWidget(), byId<QWidget>(dialog, "extent.data[2]"));
        byId<QSpinBox>(dialog, "extent.batch")->setValue(1);
        byId<QSpinBox>(dialog, "extent.data[2]")->setValue(12);
        QCOMPARE(byId<QLabel>(dialog, "shapes")->text(), QStringLiteral("data: 1 × 3 × 12 × 12"));
        answer(window, 2, 12);
        const Networks& networks = window.workspace().networks();
        const Network* opened = networks.find("model.onnx");
        QVERIFY(opened);
        QCOMPARE(opened->input, (std::vector<int64_t>{2, 3, 12, 12}));
        const auto shapes = networks.shapesOf("model.onnx"); // a worker gets them
        QCOMPARE(shapes.size(), size_t{1});
        QCOMPARE(shapes[0], std::pair(std::string("data"), Shape{2, 3, 12, 12}));

        // Other extents replace the network.
        QVERIFY(networks.extentsObstacle("model.onnx").isEmpty());
        window.workspace().networks().askExtents("model.onnx");
        QTRY_VERIFY(dialogOf(window));
        QCOMPARE(byId<QSpinBox>(*dialogOf(window), "extent.batch")->value(), 2);
        answer(window, 5, 12);
        QCOMPARE(networks.find("model.onnx")->input, (std::vector<int64_t>{5, 3, 12, 12}));

        // Wrong ones replace nothing, but stay in the dialog.
        const QJsonObject kept = networks.extentsToJson();
        window.workspace().networks().askExtents("model.onnx");
        answer(window, 6, 1 << 29);
        QTRY_VERIFY(dialogOf(window));
        QCOMPARE(byId<QSpinBox>(*dialogOf(window), "extent.batch")->value(), 6);
        press(*dialogOf(window), "cancel");
        QCOMPARE(networks.extentsToJson(), kept);
        QCOMPARE(networks.find("model.onnx")->input, (std::vector<int64_t>{5, 3, 12, 12}));
    }

    void theStatusBarFollowsTheReading()
    {
        MainWindow window;
        window.show();
        const auto says = [&window](const char* text) {
            return byId<ElidedLabel>(window, "message")->text().startsWith(QLatin1String(text));
        };
        window.openFile(kOpen);
        QVERIFY(says("Reading "));
        QTRY_VERIFY(dialogOf(window));
        QVERIFY(says("Choose the extents of "));
        byId<QSpinBox>(*dialogOf(window), "extent.data[2]")->setValue(12);
        press(*dialogOf(window), "open");
        QVERIFY(says("Reading "));
        QTRY_VERIFY(says("model.onnx was opened."));
    }

    void manyExtentsAreSetAtOnce()
    {
        Networks networks;
        std::vector<DeclaredInput> inputs{{.name = "ids", .extents = {{.name = "batch"}, {.name = "sequence"}}}};
        for (int layer = 0; layer < 49; ++layer) {
            const std::string name = "past" + std::to_string(layer);
            inputs.push_back({.name = name, .extents = {{.name = "batch"}, {.name = name + "[1]"}, {.name = name + "[2]"}}});
        }
        ExtentsDialog dialog(networks, kOpen, inputs, {}, nullptr);
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        const auto number = [&dialog](const char* extent) {
            return byId<QSpinBox>(dialog, QStringLiteral("extent.") + QLatin1String(extent));
        };
        auto* filter = byId<QLineEdit>(dialog, "filter");
        auto* forListed = byId<QLineEdit>(dialog, "forListed");
        QVERIFY(filter->isVisible() && forListed->isVisible());
        QTest::keyClicks(filter, QStringLiteral("[2]"));
        QVERIFY(number("past48[2]")->isVisibleTo(&dialog) && !number("past48[1]")->isVisibleTo(&dialog));
        filter->setFocus();
        QTest::keyClick(filter, Qt::Key_Return); // to the number: nothing is opened yet
        QVERIFY(dialog.isVisible() && !networks.isReading());
        QCOMPARE(dialog.focusWidget(), forListed);
        QTest::keyClicks(forListed, QStringLiteral("64"));
        QCOMPARE(number("past0[2]")->value(), 64);
        QCOMPARE(number("past48[2]")->value(), 64);
        QCOMPARE(number("past48[1]")->value(), 128);
        QCOMPARE(number("batch")->value(), 1);
        QVERIFY(byId<QLabel>(dialog, "shapes")->text().contains(QStringLiteral("past0: 1 × 128 × 64")));
        // Another filter changes nothing by itself.
        filter->clear();
        QVERIFY(forListed->text().isEmpty() && number("past48[1]")->isVisibleTo(&dialog));
        QCOMPARE(number("past48[1]")->value(), 128);
        QTest::keyClicks(forListed, QStringLiteral("2"));
        QCOMPARE(number("batch")->value(), 2);
    }

    void fewExtentsHaveNoFilter()
    {
        MainWindow window;
        window.show();
        window.openFile(kOpen);
        QTRY_VERIFY(dialogOf(window));
        QVERIFY(!byId<QLineEdit>(*dialogOf(window), "filter")->isVisible());
        press(*dialogOf(window), "cancel");
    }

    /// No tensor is as large as this image.
    void wrongExtentsAreAskedForAgain()
    {
        MainWindow window;
        window.show();
        window.openFile(kOpen);
        answer(window, 1, 1 << 29);
        QTRY_VERIFY(dialogOf(window));
        QVERIFY(!byId<QLabel>(*dialogOf(window), "problem")->isHidden());
        QVERIFY(byId<QLabel>(*dialogOf(window), "problem")->text().contains(QLatin1String("model.onnx")));
        QVERIFY(!window.workspace().networks().find("model.onnx"));
        press(*dialogOf(window), "cancel");
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        QVERIFY(!dialogOf(window));
    }

    /// A bundled network of another batch stands beside the one that ships with the program.
    void aBundledNetworkOpensWithOtherExtents()
    {
        MainWindow window;
        window.show();
        Networks& networks = window.workspace().networks();
        QVERIFY(networks.extentsObstacle("inception-v3").isEmpty());
        networks.askExtents("inception-v3");
        QTRY_VERIFY(dialogOf(window));
        QCOMPARE(byId<QSpinBox>(*dialogOf(window), "extent.height")->value(), 299); // its own
        press(*dialogOf(window), "cancel");
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);

        const auto choose = [&](const char* id, int batch, int height) {
            networks.askExtents(id);
            QTRY_VERIFY(dialogOf(window));
            byId<QSpinBox>(*dialogOf(window), "extent.batch")->setValue(batch);
            byId<QSpinBox>(*dialogOf(window), "extent.height")->setValue(height);
            press(*dialogOf(window), "open");
            QTRY_VERIFY(!networks.isReading());
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        };
        choose("squeezenet-1.1", 8, 64);
        const Network* other = networks.find("squeezenet-1.1/8x3x64x224");
        QVERIFY(other);
        QCOMPARE(other->input, (std::vector<int64_t>{8, 3, 64, 224}));
        QCOMPARE(networks.nameToOpen("squeezenet-1.1/8x3x64x224"), std::string("squeezenet-1.1/8x3x64x224"));
        QVERIFY(networks.find("squeezenet-1.1"));
        QCOMPARE(networks.files(), QStringList{QStringLiteral("squeezenet-1.1/8x3x64x224")});

        choose("squeezenet-1.1/8x3x64x224", 1, 224); // those of the bundled one
        QCOMPARE(networks.files().size(), 1);

        choose("squeezenet-1.1", 1, 4); // too small for its windows
        QTRY_VERIFY(dialogOf(window));
        QVERIFY(byId<QLabel>(*dialogOf(window), "problem")->text().contains(QLatin1String("squeezenet-1.1")));
        QCOMPARE(byId<QSpinBox>(*dialogOf(window), "extent.height")->value(), 4);
        press(*dialogOf(window), "cancel");

        Networks next; // as the session opens it
        next.openAll(networks.files(), Networks::OpenMode::Quiet);
        QTRY_VERIFY(next.find("squeezenet-1.1/8x3x64x224"));

        QVERIFY(!networks.closingObstacle("squeezenet-1.1").isEmpty());
        auto& view = window.view<NetworkView>();
        view.showNetwork(QStringLiteral("squeezenet-1.1/8x3x64x224"));
        window.actionRegistry().action(QStringLiteral("network.close"))->trigger();
        QVERIFY(!networks.find("squeezenet-1.1/8x3x64x224") && networks.find("squeezenet-1.1"));
        QVERIFY(networks.files().isEmpty());
        QTRY_COMPARE(byId<QComboBox>(view, "network")->currentIndex(), -1);
    }

    void theExtentsComeBackWithTheSession()
    {
        Networks first;
        QSignalSpy wanted(&first, &Networks::extentsWanted);
        first.openWith(kOpen, {{"batch", 3}, {"data[2]", 12}});
        QTRY_VERIFY(first.find("model.onnx"));
        Networks second;
        second.setExtents(first.extentsToJson());
        second.open(kOpen, Networks::OpenMode::Quiet);
        QTRY_VERIFY(second.find("model.onnx"));
        QCOMPARE(second.find("model.onnx")->input, (std::vector<int64_t>{3, 3, 12, 12}));
        QCOMPARE(wanted.size(), 0);
    }

    /// A restored session does not ask; the log says what is missing.
    void aQuietFileIsReportedInstead()
    {
        Networks networks;
        QSignalSpy wanted(&networks, &Networks::extentsWanted);
        QSignalSpy failed(&networks, &Networks::failed);
        networks.open(kOpen, Networks::OpenMode::Quiet);
        QTRY_COMPARE(failed.size(), 1);
        QCOMPARE(wanted.size(), 0);
    }
};

QTEST_MAIN(TestOpenExtentsDialog)
#include "tst_openextents_dialog.moc"
