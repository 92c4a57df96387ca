// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/all.h"

namespace knobscope {

namespace {

class BackwardsTuner : public Tuner
{
public:
    explicit BackwardsTuner(const ConfigSpace& space)
        : m_next(space.rangeLength() - 1)
    {
    }
    std::optional<int64_t> next() override { return hasNext() ? std::optional(m_next--) : std::nullopt; }
    void update(std::span<const Trial>) override {}
    bool hasNext() const override { return m_next >= 0; }

private:
    int64_t m_next;
};

} // namespace

TunerEntry throwawayTuner()
{
    return {{"throwaway", "All configs, the last one first.", {}},
            [](const TunerContext& context, const TunerValues&) { return std::make_unique<BackwardsTuner>(*context.space); }};
}

} // namespace knobscope
