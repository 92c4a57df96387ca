// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of other tuners whose operations are unknown: no view calls their calls per second GFLOPS.
#include "core/study/foreignimport.h"
#include "core/study/foreignspace.h"
#include "tests/widgets/ownsettings.h"
#include "tests/widgets/viewharness.h"
#include "widgets/plot/plotcanvas.h"
#include "widgets/shell/mainwindow.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QLabel>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

using namespace knobscope;
using namespace knobscope::testing;

namespace {

/// Texts of a view: labels, headlines, boxes, headings and cells, titles of axes, tool tips, names and descriptions.
QStringList textsOf(const QWidget& view)
{
    QStringList all{view.accessibleName(), view.accessibleDescription()};
    for (const QWidget* widget : view.findChildren<QWidget*>()) {
        all << widget->accessibleName() << widget->accessibleDescription() << widget->toolTip();
        if (const auto* label = qobject_cast<const QLabel*>(widget)) {
            all << label->text();
        } else if (const auto* box = qobject_cast<const QComboBox*>(widget)) {
            for (int i = 0; i < box->count(); ++i) {
                all << box->itemText(i);
            }
        } else if (const auto* canvas = qobject_cast<const PlotCanvas*>(widget)) {
            all << canvas->xAxis().title << canvas->yAxis().title;
        } else if (const auto* table = qobject_cast<const QAbstractItemView*>(widget); table && table->model()) {
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                all << table->model()->headerData(column, Qt::Horizontal).toString()
                    << table->model()->headerData(column, Qt::Horizontal, Qt::ToolTipRole).toString();
                for (int row = 0; row < std::min(3, table->model()->rowCount()); ++row) {
                    all << table->model()->index(row, column).data().toString()
                        << table->model()->index(row, column).data(Qt::ToolTipRole).toString();
                }
            }
        }
    }
    return all;
}

} // namespace

class TestSpeedUnits : public QObject
{
    Q_OBJECT
    QTemporaryDir m_folder;

private slots:
    void initTestCase()
    {
        useOwnSettings(m_folder.path());
        qputenv("XDG_DATA_HOME", m_folder.filePath(QStringLiteral("data")).toUtf8());
        QLocale::setDefault(QLocale::c());
    }

    void callsPerSecondAreCalledSo()
    {
        const QString path = m_folder.filePath(QStringLiteral("calls.knobscope"));
        const auto run = readForeignRun(KNOBSCOPE_FIXTURES "/others/kernel-tuner-whole.json");
        QVERIFY(run.has_value());
        for (int time = 0; time < 2; ++time) {
            QVERIFY(importForeignRun(*run, "whole.json", path.toStdString()).has_value());
        }
        MainWindow window;
        window.resize(1440, 900);
        window.show();
        QVERIFY(window.openProject(path));
        window.workspace().selection().select({{1, 1}});
        for (const char* id : {"speed", "trials", "insight", "compare", "proposals", "config"}) {
            window.showView(QLatin1String(id));
            const auto view = std::ranges::find(window.views(), QLatin1String(id), [](const auto& named) { return named.first; });
            QVERIFY2(view != window.views().end(), id);
            static const QRegularExpression calls(QStringLiteral("[Cc]alls(/s| per second)"));
            static const QRegularExpression gflops(QStringLiteral("GFLOPS(?!:)")); // not what explains the word
            const auto texts = [&](const QRegularExpression& word) {
                return textsOf(*view->second).filter(word).join(QLatin1Char('|'));
            };
            QTRY_VERIFY2(!texts(calls).isEmpty(), id);
            QTRY_VERIFY2(texts(gflops).isEmpty(), qPrintable(QLatin1String(id) + QStringLiteral(": ") + texts(gflops)));
            look(window, (std::string("unit-") + id).c_str());
        }
    }
};

QTEST_MAIN(TestSpeedUnits)
#include "tst_speedunits.moc"
