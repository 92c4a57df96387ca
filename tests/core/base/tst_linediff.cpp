// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/linediff.h"

#include <QTest>

#include <algorithm>
#include <random>

using namespace knobscope::ir;

namespace {

using Text = std::vector<std::string>;

/// What a reader of the comparison takes from it: the left text, changed as the rows say.
Text applied(const Text& left, const Text& right, const std::vector<DiffRow>& rows)
{
    Text out;
    for (const DiffRow& row : rows) {
        if (row.kind == DiffRow::Kind::Same) {
            out.push_back(left[static_cast<size_t>(row.left) - 1]);
        } else if (row.kind == DiffRow::Kind::Added) {
            out.push_back(right[static_cast<size_t>(row.right) - 1]);
        }
    }
    return out;
}

size_t longestCommon(const Text& a, const Text& b)
{
    std::vector<std::vector<size_t>> best(a.size() + 1, std::vector<size_t>(b.size() + 1));
    for (size_t i = 1; i <= a.size(); ++i) {
        for (size_t j = 1; j <= b.size(); ++j) {
            best[i][j] = a[i - 1] == b[j - 1] ? best[i - 1][j - 1] + 1 : std::max(best[i - 1][j], best[i][j - 1]);
        }
    }
    return best[a.size()][b.size()];
}

void check(const Text& left, const Text& right)
{
    const auto rows = diffLines(left, right);
    QCOMPARE(applied(left, right, rows), right);
    int nextLeft = 1;
    int nextRight = 1;
    for (const DiffRow& row : rows) {
        if (row.kind != DiffRow::Kind::Added) {
            QCOMPARE(row.left, nextLeft++);
        }
        if (row.kind != DiffRow::Kind::Removed) {
            QCOMPARE(row.right, nextRight++);
        }
        if (row.kind == DiffRow::Kind::Same) {
            QCOMPARE(left[static_cast<size_t>(row.left) - 1], right[static_cast<size_t>(row.right) - 1]);
        }
    }
    QCOMPARE(nextLeft, static_cast<int>(left.size()) + 1);
    QCOMPARE(nextRight, static_cast<int>(right.size()) + 1);
}

} // namespace

class TestLineDiff : public QObject
{
    Q_OBJECT
private slots:
    void smallOnesByHand()
    {
        QVERIFY(diffLines({}, {}).empty());
        const Text a{"one", "two", "three"};
        const Text b{"one", "2", "three", "four"};
        const std::vector<DiffRow> expected{{DiffRow::Kind::Same, 1, 1},
                                            {DiffRow::Kind::Removed, 2, 0},
                                            {DiffRow::Kind::Added, 0, 2},
                                            {DiffRow::Kind::Same, 3, 3},
                                            {DiffRow::Kind::Added, 0, 4}};
        QVERIFY(diffLines(a, b) == expected);
        const DiffCount count = countChanges(expected);
        QCOMPARE(count.removed, 1);
        QCOMPARE(count.added, 2);
        check(a, {});
        check({}, b);
        check(a, a);
    }

    void randomTextsTurnIntoEachOtherWithTheFewestChanges()
    {
        std::mt19937 random(7);
        for (int round = 0; round < 2000; ++round) {
            const auto text = [&] {
                Text lines(random() % 24);
                const unsigned words = 1 + random() % 6;
                for (std::string& line : lines) {
                    line = std::string(1, static_cast<char>('a' + random() % words));
                }
                return lines;
            };
            const Text left = text();
            const Text right = text();
            check(left, right);
            const auto rows = diffLines(left, right);
            const auto shared =
                std::count_if(rows.begin(), rows.end(), [](const DiffRow& row) { return row.kind == DiffRow::Kind::Same; });
            QCOMPARE(static_cast<size_t>(shared), longestCommon(left, right));
        }
    }

    void longTextsWithNothingInCommonAreStillAnswered()
    {
        Text left(20000);
        Text right(20000);
        for (size_t i = 0; i < left.size(); ++i) {
            left[i] = "l" + std::to_string(i);
            right[i] = i % 5000 == 0 ? "l" + std::to_string(i) : "r" + std::to_string(i);
        }
        check(left, right);
    }
};

QTEST_GUILESS_MAIN(TestLineDiff)
#include "tst_linediff.moc"
