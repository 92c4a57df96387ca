// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/controls/celltable.h"
#include "widgets/controls/columnfit.h"
#include "widgets/controls/control.h"

#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

#include <memory>

using namespace knobscope;

class TestColumnFit : public QObject
{
    Q_OBJECT

    CellTable m_model;
    std::unique_ptr<QTableView> m_view;

    int column(const char* id) const { return columnOf(m_model, QString::fromLatin1(id)); }
    bool isShown(const char* id) const { return !m_view->isColumnHidden(column(id)); }
    int widthOf(const char* id) const { return m_view->columnWidth(column(id)); }
    int hintOf(const char* id) const
    {
        const QAbstractItemView& cells = *m_view;
        return cells.sizeHintForColumn(column(id));
    }
    bool scrolls() const { return m_view->horizontalScrollBar()->maximum() > 0; }
    void resize(int width)
    {
        m_view->resize(width, 200);
        QTest::qWait(20); // widths are set once for several changes
    }

private slots:
    void init()
    {
        m_model.setTable({{"name", QStringLiteral("Name")},
                          {"speed", QStringLiteral("Speed")},
                          {"note", QStringLiteral("Note")},
                          {"hidden", QStringLiteral("Hidden")},
                          {"file", QStringLiteral("File")}},
                         {{Cell::word(QStringLiteral("a name that is rather long")), Cell::figure(123456.7, 1),
                           Cell::word(QStringLiteral("a note that is longer than the name is")), Cell::figure(1, 1),
                           Cell::word(QStringLiteral("folder/file.knobscope"))}});
        m_view.reset(makeCellView("cells", &m_model, QStringLiteral("Cells")));
        new ColumnFit(*m_view, {QStringLiteral("file"), QStringLiteral("note"), QStringLiteral("name")}, QStringLiteral("note"));
        m_view->setColumnHidden(column("hidden"), true);
        m_view->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
    }
    void cleanup() { m_view.reset(); }

    void columnsAreAsWideAsTheirContents()
    {
        resize(1200);
        QVERIFY(widthOf("name") >= hintOf("name") && widthOf("file") >= hintOf("file"));
        QVERIFY(widthOf("note") > hintOf("note") + 100); // takes what is left
        QVERIFY(!scrolls() && !isShown("hidden"));
    }

    void longTextsGiveWayBeforeColumnsAreLeftOut()
    {
        resize(480);
        QVERIFY(!scrolls());
        QVERIFY(isShown("file") && isShown("note"));
        QVERIFY(widthOf("note") < hintOf("note"));
        QVERIFY(widthOf("name") >= hintOf("name")); // whole as long as others can give way
        QVERIFY(widthOf("speed") >= hintOf("speed")); // a number that is cut is another number
        const QModelIndex note = m_model.index(0, column("note"));
        QVERIFY(m_view->textElideMode() == Qt::ElideMiddle && m_view->sizeHintForIndex(note).width() > widthOf("note"));
    }

    void whatHasNoRoomComesBack()
    {
        const auto* mark = m_view->findChild<QLabel*>(QStringLiteral("leftOut"));
        resize(1200);
        QVERIFY(mark && mark->isHidden());
        resize(180);
        QVERIFY(!scrolls());
        QVERIFY(mark->isVisible() && mark->toolTip().endsWith(QLatin1String("Note, File")));
        QVERIFY(!isShown("file") && !isShown("note") && isShown("name") && isShown("speed"));
        QVERIFY(widthOf("speed") >= hintOf("speed"));
        resize(220);
        QVERIFY(mark->isVisible() && isShown("speed"));
        QVERIFY(m_view->columnViewportPosition(column("speed")) + widthOf("speed") <= mark->x()); // it covers no heading
        resize(1200);
        QVERIFY(isShown("file") && isShown("note") && !isShown("hidden") && mark->isHidden());
        QVERIFY(!scrolls());
    }
};

QTEST_MAIN(TestColumnFit)
#include "tst_columnfit.moc"
