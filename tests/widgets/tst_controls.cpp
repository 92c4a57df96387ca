// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever a person can use has an id, one of its own within its view or dialog, and a name for screen readers.
#include "app/workbench/controllist.h"
#include "tests/widgets/controls.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/recordedproject.h"
#include "widgets/base/wrappedlabel.h"
#include "widgets/shell/actiondialogs.h"
#include "widgets/shell/mainwindow.h"
#include "widgets/shell/views.h"
#include "widgets/views/space/candidatedialog.h"
#include "widgets/views/space/experimentdialog.h"
#include "widgets/views/space/spacedocument.h"

#include <QComboBox>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QPushButton>
#include <QRegularExpression>
#include <QSet>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolBar>

#include <set>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// A line for each control of `in` without an id or a name, with another's id, or with a column that has none.
QStringList faultsOf(const QWidget& in, const QString& where)
{
    QStringList faults;
    std::set<QString> ids;
    for (const Control& control : controlsOf(in)) {
        if (control.id.isEmpty()) {
            faults << QStringLiteral("%1: a %2 \"%3\" has no id").arg(where, control.kind, control.name);
        } else if (!ids.insert(control.id).second) {
            faults << QStringLiteral("%1: two controls are called %2").arg(where, control.id);
        }
        if (control.name.isEmpty()) {
            faults << QStringLiteral("%1: a screen reader has no name for the %2 %3").arg(where, control.kind, control.id);
        }
        if (control.columns.contains(QString())
            || QSet<QString>(control.columns.begin(), control.columns.end()).size() != control.columns.size()) {
            faults << QStringLiteral("%1: columns of %2: %3").arg(where, control.id, control.columns.join(QLatin1Char(' ')));
        }
    }
    return faults;
}

QStringList faultsOf(const MainWindow& window)
{
    QStringList faults;
    for (const auto& [id, view] : window.views()) {
        faults += faultsOf(*view, id);
    }
    for (const QToolBar* bar : window.findChildren<QToolBar*>()) {
        for (const QWidget* tools : bar->findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly)) {
            faults += tools->inherits("QToolButton") ? QStringList() : faultsOf(*tools, bar->objectName());
        }
    }
    return faults;
}

} // namespace

class TestControls : public QObject
{
    Q_OBJECT
private slots:
    void initTestCase() { useOwnSettings(m_settings.path()); }

    /// The hints of a label that wraps are those of Qt's, which lays out a document for each.
    void wrappedLabelsMeasureLikeQts()
    {
        const QString sentence =
            QStringLiteral("Tunes the template and the edited space with the same budget and seeds, and shows "
                           "the difference of the two as soon as both have finished.");
        WrappedLabel own;
        QLabel qts;
        qts.setWordWrap(true);
        for (QLabel* label : {static_cast<QLabel*>(&own), &qts}) {
            label->setTextInteractionFlags(Qt::TextSelectableByMouse);
        }
        for (const QString& text : {QStringLiteral("of 980"), sentence, sentence + QLatin1Char('\n') + sentence,
                                    sentence.repeated(20), QString(), QStringLiteral("<p>%1</p>").arg(sentence)}) {
            own.setText(text);
            qts.setText(text);
            const QSize differences[]{own.sizeHint() - qts.sizeHint(), own.minimumSizeHint() - qts.minimumSizeHint()};
            for (const QSize& difference : differences) {
                QVERIFY2(std::abs(difference.width()) <= 2 && std::abs(difference.height()) <= 2,
                         qPrintable(QStringLiteral("%1x%2: %3").arg(difference.width()).arg(difference.height()).arg(text)));
            }
            for (const int width : {1, 60, 125, 217, 400, 1200}) {
                const int more = own.heightForWidth(width) - qts.heightForWidth(width);
                QVERIFY2(more >= 0 && more <= 2, qPrintable(QStringLiteral("%1 at %2: %3").arg(more).arg(width).arg(text)));
            }
        }
    }

    void everyControlHasAnId_data()
    {
        QTest::addColumn<bool>("isRecorded");
        QTest::newRow("empty") << false;
        QTest::newRow("a project with two runs") << true;
    }

    void everyControlHasAnId()
    {
        QFETCH(const bool, isRecorded);
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("p.knobscope"));
        MainWindow window;
        window.show();
        if (isRecorded) {
            QVERIFY(writeProject(path, {40, 30}).has_value());
            QVERIFY(window.openProject(path));
            window.workspace().selection().select({{1, 3}});
            window.workspace().filters().add({.kind = TrialFilter::Kind::Run, .run = 1});
            QTRY_VERIFY(!window.findChildren<QComboBox*>(QRegularExpression(QStringLiteral("^knob\\."))).isEmpty());
        }
        window.refreshViews();
        const QStringList faults = faultsOf(window);
        QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
        for (const auto& [id, view] : window.views()) {
            QVERIFY2(!controlsOf(*view).empty(), qPrintable(id));
        }
    }

    void dialogsHaveIdsToo()
    {
        MainWindow window;
        window.show();
        window.chooseTask(QStringLiteral("resnet-18:2"));
        QVERIFY(window.workspace().task());
        CandidateDialog candidates(window.spaceEditor().document(),
                                   QString::fromStdString(window.workspace().task()->space.knobs().front().name()), &window);
        ShortcutSheet shortcuts(window.actionRegistry(), &window);
        CommandPalette palette(window.actionRegistry(), &window);
        ExperimentDialog experiment(window.workspace(), {}, &window);
        QStringList faults;
        for (QDialog* dialog : std::initializer_list<QDialog*>{&candidates, &shortcuts, &palette, &experiment}) {
            dialog->setAttribute(Qt::WA_DeleteOnClose, false);
            QVERIFY(controlsOf(*dialog).size() >= 2);
            faults += faultsOf(*dialog, QString::fromLatin1(dialog->metaObject()->className()));
        }
        QVERIFY2(faults.isEmpty(), qPrintable(QLatin1Char('\n') + faults.join(QLatin1Char('\n'))));
    }

    void idsOfViewsAreTheirTitles()
    {
        for (const ViewEntry& entry : viewEntries()) {
            QCOMPARE(QString::fromUtf8(entry.title).toLower(), QString::fromUtf8(entry.id));
        }
    }

    void viewsFindTheirControls()
    {
        MainWindow window;
        QVERIFY(qobject_cast<QPushButton*>(window.runView().control("start")));
        QVERIFY(qobject_cast<QSpinBox*>(window.runView().control("trials")));
        QVERIFY(!window.runView().control("noSuchThing"));
        const auto& trials = *byId<QTableView>(*window.views().front().second->window(), "trials");
        QCOMPARE(trials.model()->headerData(columnOf(*trials.model(), u"gflops"), Qt::Horizontal).toString(),
                 QStringLiteral("GFLOPS"));
        QCOMPARE(columnOf(*trials.model(), u"noSuchColumn"), -1);
    }

    void listIsJson()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("p.knobscope"));
        QVERIFY(writeProject(path, {20}).has_value());
        const auto list = listControls(path);
        QVERIFY(list.has_value());
        const QJsonArray views = QJsonDocument::fromJson(*list)[QStringLiteral("views")].toArray();
        QCOMPARE(views.size(), static_cast<qsizetype>(viewEntries().size()));
        const QJsonObject control = views[4].toObject();
        QCOMPARE(control[QStringLiteral("id")].toString(), QStringLiteral("run"));
        QCOMPARE(control[QStringLiteral("title")].toString(), QStringLiteral("Run"));
        const QJsonArray controls = control[QStringLiteral("controls")].toArray();
        QVERIFY(controls.contains(QJsonObject{{QStringLiteral("id"), QStringLiteral("stop")},
                                              {QStringLiteral("kind"), QStringLiteral("button")},
                                              {QStringLiteral("name"), QStringLiteral("Stop")}}));
        QVERIFY(!listControls(folder.filePath(QStringLiteral("absent.knobscope"))).has_value());
    }

private:
    QTemporaryDir m_settings;
};

QTEST_MAIN(TestControls)
#include "tst_controls.moc"
