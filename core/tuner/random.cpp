// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/all.h"
#include "core/tuner/randomnumbers.h"

#include <unordered_set>
#include <utility>

namespace knobscope {

namespace {

class RandomTuner : public Tuner
{
public:
    RandomTuner(const ConfigSpace& space, uint64_t seed)
        : m_space(space)
        , m_order(space.rangeLength(), seed)
        , m_next(m_order.nextConfig(space, {}))
    {
    }

    std::optional<int64_t> next() override
    {
        return m_next ? std::exchange(m_next, m_order.nextConfig(m_space, m_seen)) : std::nullopt;
    }
    void update(std::span<const Trial>) override {}
    void observe(const Trial& trial) override
    {
        m_seen.insert(trial.index);
        if (m_next == trial.index) {
            m_next = m_order.nextConfig(m_space, m_seen);
        }
    }
    bool hasNext() const override { return m_next.has_value(); }
    ProposalReason reason() const override { return {.kind = ProposalKind::Random}; }

private:
    const ConfigSpace& m_space;
    ShuffledRange m_order;
    std::optional<int64_t> m_next;
    std::unordered_set<int64_t> m_seen; ///< measured but not proposed
};

} // namespace

TunerEntry randomTuner()
{
    return {{"random", "Chooses every config with the same probability and none twice: the baseline to beat.", {}},
            [](const TunerContext& context, const TunerValues&) {
                return std::make_unique<RandomTuner>(*context.space, context.seed);
            }};
}

} // namespace knobscope
