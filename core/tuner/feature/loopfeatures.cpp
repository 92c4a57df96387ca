// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tuner/feature/features.h"
#include "core/tuner/feature/touches.h"

#include <algorithm>
#include <array>
#include <set>

namespace knobscope {

namespace {

constexpr std::array<const char*, kLoopKinds> kKindNames{"blockIdx.x",  "blockIdx.y",  "blockIdx.z", "threadIdx.x",
                                                         "threadIdx.y", "threadIdx.z", "unrolled",   "vectorized",
                                                         "parallel",    "serial",      "vthread"};

/// Logarithms of count, reuse and enclosing extents of an access over its loops; each list starts with 0 and ascends.
struct Curves {
    std::vector<double> count{0};
    std::vector<double> reuse{0};
    std::vector<double> topdown{0};
};

/// Returns the base name of a buffer: "A" for "A_3", "A.shared_0" and "A.local_1".
std::string bufferOf(const std::string& access)
{
    const std::string name = access.substr(0, access.rfind('_'));
    return name.substr(0, name.find('.'));
}

int numberOf(const std::string& access)
{
    return std::stoi(access.substr(access.rfind('_') + 1));
}

/// Accesses at the deepest level; only the last one of a buffer and its copies.
std::set<std::string> innermostAccesses(const std::vector<TouchedLoop>& loops)
{
    int deepest = 0;
    for (const TouchedLoop& loop : loops) {
        deepest = std::max(deepest, loop.nestLevel);
    }
    std::set<std::string> innermost;
    std::set<std::string> buffers;
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        if (loop->nestLevel != deepest) {
            continue;
        }
        std::vector<std::string> accesses;
        for (const auto& [access, touch] : loop->touches) {
            accesses.push_back(access);
        }
        std::stable_sort(accesses.begin(), accesses.end(),
                         [](const auto& a, const auto& b) { return numberOf(a) > numberOf(b); });
        for (const std::string& access : accesses) {
            if (buffers.insert(bufferOf(access)).second) {
                innermost.insert(access);
            }
        }
    }
    return innermost;
}

void sample(FeatureRow& row, const std::vector<double>& x, const std::vector<double>& y, int samples, const std::string& name)
{
    for (int at = 0; at < samples; ++at) {
        for (size_t knot = x.size(); knot-- > 0;) {
            if (at > x[knot] - 1e-6) {
                row.add(y[knot], [&] { return fmt::format("{} at {}", name, at); });
                row.add(at - x[knot], [&] { return fmt::format("{} at {}, distance", name, at); });
                break;
            }
        }
    }
}

} // namespace

void addItervarFeatures(FeatureRow& row, const ir::LoopNest& nest)
{
    for (const TouchedLoop& loop : touchedLoops(nest)) {
        const auto column = [&](const char* what) { return [&loop, what] { return loop.name + ": " + what; }; };
        row.add(signedLog(loop.length), column("length"));
        row.add(loop.nestLevel, column("nest level"));
        row.add(signedLog(loop.topdown), column("topdown"));
        row.add(signedLog(loop.bottomup), column("bottomup"));
        for (int kind = 0; kind < kLoopKinds; ++kind) {
            row.add(static_cast<int>(loop.kind) == kind ? 1 : 0, column(kKindNames[static_cast<size_t>(kind)]));
        }
        row.add(signedLog(loop.adds), column("additions"));
        row.add(signedLog(loop.multiplies), column("multiplications"));
        row.add(signedLog(loop.divisions), column("divisions"));
        for (const auto& [access, touch] : loop.touches) {
            const std::array<std::pair<const char*, int64_t>, 6> columns{{{"stride", touch.stride},
                                                                          {"mod", touch.mod},
                                                                          {"count", touch.count},
                                                                          {"reuse", touch.reuse},
                                                                          {"thread count", touch.threadCount},
                                                                          {"thread reuse", touch.threadReuse}}};
            for (const auto& [what, value] : columns) {
                row.add(signedLog(value), [&, name = what] { return fmt::format("{}: {} {}", loop.name, access, name); });
            }
        }
    }
}

void addCurveFeatures(FeatureRow& row, const ir::LoopNest& nest, int samples)
{
    const std::vector<TouchedLoop> loops = touchedLoops(nest);
    std::map<std::string, Curves> curves;
    for (const std::string& access : innermostAccesses(loops)) {
        Curves& of = curves[access];
        for (const TouchedLoop& loop : loops) {
            if (const auto touch = loop.touches.find(access); touch != loop.touches.end()) {
                of.count.push_back(std::log2(static_cast<double>(touch->second.count)));
                of.reuse.push_back(std::log2(static_cast<double>(touch->second.reuse)));
                of.topdown.push_back(std::log2(static_cast<double>(loop.topdown)));
            }
        }
    }
    for (auto& [access, of] : curves) {
        for (std::vector<double>* list : {&of.count, &of.reuse, &of.topdown}) {
            std::sort(list->begin(), list->end());
        }
        sample(row, of.count, of.reuse, samples, access + ": reuse over count");
        sample(row, of.reuse, of.count, samples, access + ": count over reuse");
        sample(row, of.count, of.topdown, samples, access + ": topdown over count");
        sample(row, of.topdown, of.count, samples, access + ": count over topdown");
    }
}

} // namespace knobscope
