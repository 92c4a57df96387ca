// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/store/query.h"

#include <QTest>

#include <vector>

using namespace knobscope;

class TestQuery : public QObject
{
    Q_OBJECT
private slots:
    void init()
    {
        m_database.exec("DROP TABLE IF EXISTS t");
        m_database.exec("CREATE TABLE t (id INTEGER PRIMARY KEY, share REAL NOT NULL, word TEXT, UNIQUE (word))");
    }

    void valuesGoInAndColumnsComeOutInOrder()
    {
        Query insert(m_database, "INSERT INTO t (id, share, word) VALUES (?, ?, ?)");
        insert.run(int64_t{1} << 40, 0.25, std::string("a\0b", 3));
        insert.run(7, 1.5, "quotes: ' and \"");
        Query all(m_database, "SELECT word, id, share FROM t WHERE id > ? AND share < ? ORDER BY id", 6, 2.0);
        std::string word;
        int64_t id = 0;
        double share = 0;
        QVERIFY(all.next(word, id, share));
        QCOMPARE(word, std::string("quotes: ' and \""));
        QCOMPARE(id, int64_t{7});
        QCOMPARE(share, 1.5);
        QVERIFY(all.next(word, id, share));
        QCOMPARE(word, std::string("a\0b", 3));
        QCOMPARE(id, int64_t{1} << 40);
        QVERIFY(!all.next(word, id, share));
        QVERIFY(!all.next(word, id, share)); // it does not begin anew by itself
        all.restart(7, 2.0);
        QVERIFY(all.next());
        QCOMPARE(all.integer(1), int64_t{1} << 40);
        all.restart();
        QVERIFY2(all.next(), "the values are still there");
        QCOMPARE(all.text(0), std::string("a\0b", 3));
    }

    void nothingIsZeroAndEmpty()
    {
        Query(m_database, "INSERT INTO t (id, share) VALUES (?, ?)", 1, 0.5).run();
        Query one(m_database, "SELECT word FROM t");
        std::string word = "before";
        QVERIFY(one.next(word));
        QVERIFY(one.isNull(0));
        QCOMPARE(word, std::string());
        QCOMPARE(one.integer(0), int64_t{0});
    }

    /// A row that cannot be written is an exception, and the statement works on.
    void failuresAreThrown()
    {
        QVERIFY_THROWS_EXCEPTION(SQLite::Exception, Query(m_database, "SELECT nothing FROM nowhere"));
        QVERIFY_THROWS_EXCEPTION(SQLite::Exception, Query(m_database, "SELECT 1", 1)); // no place for the value
        Query insert(m_database, "INSERT INTO t (id, share, word) VALUES (?, 0, ?)");
        insert.run(1, "same");
        QVERIFY_THROWS_EXCEPTION(SQLite::Exception, insert.run(2, "same"));
        insert.run(3, "other");
        QCOMPARE(m_database.execAndGet("SELECT count(*) FROM t").getInt(), 2);
    }

private:
    SQLite::Database m_database{":memory:", SQLite::OPEN_READWRITE | SQLite::OPEN_CREATE};
};

QTEST_MAIN(TestQuery)
#include "tst_query.moc"
