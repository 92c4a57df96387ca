// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/space/validpoints.h"
#include "core/tuner/all.h"

#include <algorithm>
#include <unordered_set>

namespace knobscope {

namespace {

constexpr int64_t kMaxInvalid = 10'000; // consecutive invalid numbers before searching for the next valid one

class GridTuner : public Tuner
{
public:
    GridTuner(const ConfigSpace& space, int64_t first, int64_t last)
        : m_space(space)
        , m_next(first)
        , m_last(last)
    {
        skipInvalid();
    }

    std::optional<int64_t> next() override
    {
        if (!hasNext()) {
            return std::nullopt;
        }
        const int64_t index = m_next++;
        skipInvalid();
        return index;
    }
    void update(std::span<const Trial>) override {}
    void observe(const Trial& trial) override
    {
        m_seen.insert(trial.index);
        skipInvalid();
    }
    bool hasNext() const override { return m_next <= m_last; }
    ProposalReason reason() const override { return {.kind = ProposalKind::InOrder}; }

private:
    void skipInvalid()
    {
        for (int64_t invalid = 0; m_next <= m_last && (!m_space.isValid(m_next) || m_seen.contains(m_next));) {
            ++m_next;
            m_isSparse = m_isSparse || ++invalid > kMaxInvalid;
            if (m_isSparse && m_next <= m_last) {
                m_next = nextValidPoint(m_space, m_next).value_or(m_last + 1);
            }
        }
    }

    const ConfigSpace& m_space;
    int64_t m_next;
    int64_t m_last;
    std::unordered_set<int64_t> m_seen; ///< measured but not proposed
    bool m_isSparse = false;            ///< valid configs are rare
};

} // namespace

TunerEntry gridTuner()
{
    constexpr double most = 4.6e18;
    return {{"grid",
             "Tries all configs in the order of their index: complete, but suitable for small spaces only.",
             {{"first", 0, 0, most, true, "The first index."},
              {"last", -1, -1, most, true, "The last index; -1 is the last one of the space."}}},
            [](const TunerContext& context, const TunerValues& values) {
                const ConfigSpace& space = *context.space;
                const auto last = static_cast<int64_t>(values("last"));
                const int64_t end = space.rangeLength() - 1;
                return std::make_unique<GridTuner>(space, static_cast<int64_t>(values("first")),
                                                   last < 0 ? end : std::min(last, end));
            }};
}

} // namespace knobscope
