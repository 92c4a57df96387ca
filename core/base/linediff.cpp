// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/linediff.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace knobscope::ir {

namespace {

constexpr int kMaxEdits = 6000; // per middle piece; a piece with more edits is replaced whole

/// A diagonal run shared by both: left[x, u) == right[y, v), on a shortest path through the middle.
struct Snake {
    int x = 0;
    int y = 0;
    int u = 0;
    int v = 0;
};

/// A pair of ranges [begin, end), one per text. Equal lines have equal numbers.
struct Piece {
    int leftBegin = 0;
    int leftEnd = 0;
    int rightBegin = 0;
    int rightEnd = 0;

    int leftCount() const { return leftEnd - leftBegin; }
    int rightCount() const { return rightEnd - rightBegin; }
};

class Differ
{
public:
    Differ(std::span<const std::string> left, std::span<const std::string> right)
    {
        std::unordered_map<std::string_view, int> numbers;
        const auto number = [&](const std::string& line) {
            return numbers.emplace(line, static_cast<int>(numbers.size())).first->second;
        };
        std::ranges::transform(left, std::back_inserter(m_left), number);
        std::ranges::transform(right, std::back_inserter(m_right), number);
        const size_t diagonals = 2 * (left.size() + right.size()) + 4;
        m_forward.resize(diagonals);
        m_backward.resize(diagonals);
    }

    std::vector<DiffRow> run()
    {
        compare({0, static_cast<int>(m_left.size()), 0, static_cast<int>(m_right.size())});
        sortWithinChanges();
        return std::move(m_rows);
    }

private:
    void compare(Piece piece)
    {
        while (piece.leftCount() > 0 && piece.rightCount() > 0 && at(m_left, piece.leftBegin) == at(m_right, piece.rightBegin)) {
            same(piece.leftBegin++, piece.rightBegin++);
        }
        int tail = 0;
        while (piece.leftCount() > 0 && piece.rightCount() > 0
               && at(m_left, piece.leftEnd - 1) == at(m_right, piece.rightEnd - 1)) {
            --piece.leftEnd;
            --piece.rightEnd;
            ++tail;
        }
        const auto middle = piece.leftCount() > 0 && piece.rightCount() > 0 ? middleSnake(piece) : std::nullopt;
        if (middle) {
            compare({piece.leftBegin, middle->x, piece.rightBegin, middle->y});
            for (int i = 0; i < middle->u - middle->x; ++i) {
                same(middle->x + i, middle->y + i);
            }
            compare({middle->u, piece.leftEnd, middle->v, piece.rightEnd});
        } else {
            for (int i = piece.leftBegin; i < piece.leftEnd; ++i) {
                m_rows.push_back({DiffRow::Kind::Removed, i + 1, 0});
            }
            for (int i = piece.rightBegin; i < piece.rightEnd; ++i) {
                m_rows.push_back({DiffRow::Kind::Added, 0, i + 1});
            }
        }
        for (int i = 0; i < tail; ++i) {
            same(piece.leftEnd + i, piece.rightEnd + i);
        }
    }

    /// Extends paths from both ends by one edit at a time until two meet. Neither text is empty and their ends differ, so there
    /// are at least two edits and both halves are smaller than the piece.
    std::optional<Snake> middleSnake(const Piece& piece)
    {
        const int n = piece.leftCount();
        const int m = piece.rightCount();
        const int delta = n - m;
        const ptrdiff_t offset = static_cast<ptrdiff_t>(n) + m + 1;
        m_forward[static_cast<size_t>(offset + 1)] = 0;
        m_backward[static_cast<size_t>(offset + 1)] = 0;
        for (int d = 0; d <= std::min((n + m + 1) / 2, kMaxEdits); ++d) {
            for (int k = -d; k <= d; k += 2) {
                int x = step(m_forward, offset, k, d);
                const int startX = x;
                int y = x - k;
                const int startY = y;
                while (x < n && y < m && at(m_left, piece.leftBegin + x) == at(m_right, piece.rightBegin + y)) {
                    ++x;
                    ++y;
                }
                m_forward[static_cast<size_t>(offset + k)] = x;
                const int other = delta - k;
                if (delta % 2 != 0 && x <= n && y <= m && other >= -(d - 1) && other <= d - 1
                    && x + m_backward[static_cast<size_t>(offset + other)] >= n) {
                    return Snake{piece.leftBegin + startX, piece.rightBegin + startY, piece.leftBegin + x, piece.rightBegin + y};
                }
            }
            for (int k = -d; k <= d; k += 2) {
                int x = step(m_backward, offset, k, d);
                const int startX = x;
                int y = x - k;
                const int startY = y;
                while (x < n && y < m && at(m_left, piece.leftEnd - x - 1) == at(m_right, piece.rightEnd - y - 1)) {
                    ++x;
                    ++y;
                }
                m_backward[static_cast<size_t>(offset + k)] = x;
                const int other = delta - k;
                if (delta % 2 == 0 && x <= n && y <= m && other >= -d && other <= d
                    && x + m_forward[static_cast<size_t>(offset + other)] >= n) {
                    return Snake{piece.leftEnd - x, piece.rightEnd - y, piece.leftEnd - startX, piece.rightEnd - startY};
                }
            }
        }
        return std::nullopt;
    }

    /// The farthest point on diagonal k after d edits, before following its run of shared lines.
    static int step(const std::vector<int>& farthest, ptrdiff_t offset, int k, int d)
    {
        const int down = farthest[static_cast<size_t>(offset + k + 1)];
        const int right = k > -d ? farthest[static_cast<size_t>(offset + k - 1)] + 1 : down;
        return k == -d || (k != d && right - 1 < down) ? down : right;
    }

    void same(int left, int right) { m_rows.push_back({DiffRow::Kind::Same, left + 1, right + 1}); }

    void sortWithinChanges()
    {
        for (auto first = m_rows.begin(); first != m_rows.end();) {
            const auto isSame = [](const DiffRow& row) { return row.kind == DiffRow::Kind::Same; };
            first = std::find_if_not(first, m_rows.end(), isSame);
            const auto last = std::find_if(first, m_rows.end(), isSame);
            std::stable_sort(first, last, [](const DiffRow& a, const DiffRow& b) { return a.kind < b.kind; });
            first = last;
        }
    }

    static int at(const std::vector<int>& lines, int i) { return lines[static_cast<size_t>(i)]; }

    std::vector<int> m_left;
    std::vector<int> m_right;
    std::vector<int> m_forward;
    std::vector<int> m_backward;
    std::vector<DiffRow> m_rows;
};

} // namespace

std::vector<DiffRow> diffLines(std::span<const std::string> left, std::span<const std::string> right)
{
    return Differ(left, right).run();
}

DiffCount countChanges(std::span<const DiffRow> rows)
{
    const auto count = [&](DiffRow::Kind kind) { return static_cast<int>(std::ranges::count(rows, kind, &DiffRow::kind)); };
    return {count(DiffRow::Kind::Removed), count(DiffRow::Kind::Added)};
}

} // namespace knobscope::ir
