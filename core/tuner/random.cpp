// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/all.h"
#include "core/tuner/randomnumbers.h"

namespace knobscope {

namespace {

class RandomTuner : public Tuner
{
public:
    RandomTuner(const ConfigSpace& space, uint64_t seed) : m_space(space), m_order(space.rangeLength(), seed) { findNext(); }

    std::vector<int64_t> propose(int count) override
    {
        std::vector<int64_t> out;
        while (m_next && static_cast<int>(out.size()) < count) {
            out.push_back(*m_next);
            findNext();
        }
        return out;
    }
    void update(std::span<const Trial>) override {}
    bool hasNext() const override { return m_next.has_value(); }

private:
    void findNext()
    {
        do {
            m_next = m_order.next();
        } while (m_next && !m_space.isValid(*m_next));
    }

    const ConfigSpace& m_space;
    ShuffledRange m_order;
    std::optional<int64_t> m_next;
};

} // namespace

TunerEntry randomTuner()
{
    return {{"random", "Every config is equally likely, none comes twice: the baseline to beat.", {}},
            [](const ConfigSpace& space, uint64_t seed, const TunerValues&) { return std::make_unique<RandomTuner>(space, seed); }};
}

} // namespace knobscope
