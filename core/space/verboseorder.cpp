// SPDX-License-Identifier: GPL-3.0-or-later
// CPython (3.7 and later) stores a set of integers in an open-addressing table. AutoTVM's policy "verbose" enumerates candidates
// in the order of that table; reproducing its indexes requires the same table.
#include "core/space/candidates.h"

#include <bit>

namespace knobscope {

namespace {

class PythonSet
{
public:
    explicit PythonSet(size_t size = 8)
        : m_slots(size, kEmpty)
    {
    }

    void add(int64_t key)
    {
        if (place(key)) {
            ++m_used;
            if (m_used * 5 >= mask() * 3) {
                resize(m_used > 50000 ? m_used * 2 : m_used * 4);
            }
        }
    }

    void merge(const PythonSet& other)
    {
        if ((m_used + other.m_used) * 5 >= mask() * 3) {
            resize((m_used + other.m_used) * 2);
        }
        if (m_used == 0 && other.mask() == mask()) {
            m_slots = other.m_slots;
            m_used = other.m_used;
            return;
        }
        for (const int64_t key : other.m_slots) {
            if (key != kEmpty && place(key)) {
                ++m_used;
            }
        }
    }

    std::vector<int64_t> inOrder() const
    {
        std::vector<int64_t> keys;
        for (const int64_t key : m_slots) {
            if (key != kEmpty) {
                keys.push_back(key);
            }
        }
        return keys;
    }

private:
    static constexpr int64_t kEmpty = -1; // members are positive
    static constexpr size_t kLinearProbes = 9;

    size_t mask() const { return m_slots.size() - 1; }

    /// Returns true if the key is new.
    bool place(int64_t key)
    {
        auto perturbation = static_cast<uint64_t>(key);
        size_t i = static_cast<size_t>(key) & mask();
        while (true) {
            const size_t last = i + kLinearProbes <= mask() ? i + kLinearProbes : i;
            for (size_t at = i; at <= last; ++at) {
                if (m_slots[at] == key) {
                    return false;
                }
                if (m_slots[at] == kEmpty) {
                    m_slots[at] = key;
                    return true;
                }
            }
            perturbation >>= 5;
            i = (i * 5 + 1 + perturbation) & mask();
        }
    }

    void resize(size_t minimum)
    {
        size_t size = 8;
        while (size <= minimum) {
            size *= 2;
        }
        std::vector<int64_t> old(size, kEmpty);
        old.swap(m_slots);
        for (const int64_t key : old) {
            if (key != kEmpty) {
                place(key);
            }
        }
    }

    std::vector<int64_t> m_slots;
    size_t m_used = 0;
};

PythonSet setOf(const std::vector<int64_t>& members)
{
    PythonSet set;
    for (const int64_t member : members) {
        set.add(member);
    }
    return set;
}

} // namespace

std::vector<int64_t> verboseFactors(int64_t extent)
{
    PythonSet both;
    both.merge(setOf(divisors(extent)));
    both.merge(setOf(powersOfTwo(extent)));
    return both.inOrder();
}

} // namespace knobscope
