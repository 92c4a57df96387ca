// SPDX-License-Identifier: GPL-3.0-or-later
// Texts with numbers are sorted by the numbers, in every table that sorts by a click.
#include "tests/widgets/controls.h"
#include "widgets/base/naturalorder.h"
#include "widgets/controls/celltable.h"
#include "widgets/shell/actiondialogs.h"

#include <QStandardItemModel>
#include <QTest>
#include <QTreeView>

using namespace knobscope;

class TestNaturalOrder : public QObject
{
    Q_OBJECT
    static QStringList column(const QAbstractItemModel& model)
    {
        QStringList texts;
        for (int row = 0; row < model.rowCount(); ++row) {
            texts << model.index(row, 0).data().toString();
        }
        return texts;
    }

private slots:
    void initTestCase() { QLocale::setDefault(QLocale::c()); }

    void numbersCountAsNumbers()
    {
        const auto less = [](const char* a, const char* b) {
            return compareNaturally(QString::fromUtf8(a), QString::fromUtf8(b)) < 0;
        };
        QVERIFY(less("conv_2", "conv_10"));
        QVERIFY(!less("conv_10", "conv_2"));
        QVERIFY(less("resnet-18:9", "resnet-18:13"));
        QVERIFY(less("Add", "back"));
        QVERIFY(less("64x56x56 -> 64", "64x56x56 -> 128"));
        QCOMPARE(compareNaturally(QStringLiteral("a"), QStringLiteral("a")), 0);
    }

    void tablesSortTextsNaturally()
    {
        CellTable table;
        std::vector<CellTable::Row> rows;
        for (const char* text : {"conv_10", "conv_2", "conv_1"}) {
            rows.push_back({Cell::word(QString::fromLatin1(text)), Cell::figure(static_cast<double>(rows.size()), 0)});
        }
        table.setTable({{"name", QStringLiteral("name")}, {"n", QStringLiteral("n")}}, rows);
        table.sort(0);
        QCOMPARE(column(table), (QStringList{"conv_1", "conv_2", "conv_10"}));
        table.sort(0, Qt::DescendingOrder);
        QCOMPARE(column(table), (QStringList{"conv_10", "conv_2", "conv_1"}));
        table.sort(1, Qt::DescendingOrder); // numbers as before
        QCOMPARE(column(table), (QStringList{"conv_1", "conv_2", "conv_10"}));
    }

    void proxiesSortTextsNaturally()
    {
        QStandardItemModel model;
        for (const char* text : {"conv_10", "conv_2"}) {
            model.appendRow(new QStandardItem(QString::fromLatin1(text)));
        }
        NaturalSortModel sorted;
        sorted.setSourceModel(&model);
        sorted.sort(0);
        QCOMPARE(column(sorted), (QStringList{"conv_2", "conv_10"}));
    }

    /// No view sorts by Qt's own order: one that has a proxy which sorts has this one.
    void theShortcutSheetSortsNaturally()
    {
        QWidget window;
        ActionRegistry registry(&window);
        for (const char* text : {"Go to Run 10", "Go to Run 2"}) {
            registry.add(text, QString::fromLatin1(text), {}, [] {});
        }
        ShortcutSheet sheet(registry);
        auto* list = byId<QTreeView>(sheet, "actions");
        list->sortByColumn(0, Qt::AscendingOrder);
        QCOMPARE(column(*list->model()), (QStringList{"Go to Run 2", "Go to Run 10"}));
    }
};

QTEST_MAIN(TestNaturalOrder)
#include "tst_naturalorder.moc"
