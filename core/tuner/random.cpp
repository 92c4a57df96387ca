// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/all.h"
#include "core/tuner/randomnumbers.h"

#include <unordered_set>

namespace knobscope {

namespace {

class RandomTuner : public Tuner
{
public:
    RandomTuner(const ConfigSpace& space, uint64_t seed)
        : m_space(space)
        , m_order(space.rangeLength(), seed)
    {
        findNext();
    }

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
    void observe(const Trial& trial) override
    {
        m_seen.insert(trial.index);
        if (m_next == trial.index) {
            findNext();
        }
    }
    bool hasNext() const override { return m_next.has_value(); }

private:
    void findNext()
    {
        do {
            m_next = m_order.next();
        } while (m_next && (!m_space.isValid(*m_next) || m_seen.contains(*m_next)));
    }

    const ConfigSpace& m_space;
    ShuffledRange m_order;
    std::optional<int64_t> m_next;
    std::unordered_set<int64_t> m_seen; ///< measured without having been proposed
};

} // namespace

TunerEntry randomTuner()
{
    return {{"random", "Every config is equally likely, none comes twice: the baseline to beat.", {}},
            [](const TunerContext& context, const TunerValues&) {
                return std::make_unique<RandomTuner>(*context.space, context.seed);
            }};
}

} // namespace knobscope
