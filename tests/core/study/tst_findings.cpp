// SPDX-License-Identifier: GPL-3.0-or-later
// Findings about configs whose weakness is known.
#include "core/study/findings.h"

#include <nlohmann/json.hpp>

#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

/// 16 registers of 8 lanes, and two multiply-adds per cycle.
const MachineProfile machine{
    .vectorBits = 256, .vectorRegisters = 16, .l1Bytes = 32 << 10, .l2Bytes = 512 << 10, .l3Bytes = 32 << 20, .fmaUnits = 2};

Task conv()
{
    const auto args = nlohmann::json::parse(R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],
        [1,1,1,1],[1,1],"NCHW","NCHW","float32"])");
    return makeTask("conv2d_NCHWc.x86", args, parseTarget("llvm -mcpu=skylake").value()).value();
}

int64_t config(const Task& task, int64_t inputs, int64_t outputs, int64_t columns, bool unrolls = true)
{
    return task.space
        .indexOf({std::nullopt,
                  {{"tile_ic", SplitEntity{{-1, inputs}}},
                   {"tile_oc", SplitEntity{{-1, outputs}}},
                   {"tile_ow", SplitEntity{{-1, columns}}},
                   {"unroll_kw", OtherEntity{unrolls}}}})
        .value();
}

/// 32 registers of 16 lanes.
MachineProfile avx512()
{
    MachineProfile profile = machine;
    profile.vectorBits = 512;
    profile.vectorRegisters = 32;
    return profile;
}

std::vector<Finding> findingsAbout(const Task& task, int64_t index, const MachineProfile& on = machine)
{
    auto findings = findingsOf(task, index, on);
    return findings ? *findings : std::vector<Finding>();
}

const Finding* find(const std::vector<Finding>& findings, const char* id)
{
    const auto found = std::ranges::find(findings, id, &Finding::id);
    return found == findings.end() ? nullptr : &*found;
}

int64_t sizeOf(const Task& task, const Finding& finding, const char* knob)
{
    const nlohmann::json change = findingToJson(task, finding).at("change");
    return change.at("knobs").contains(knob) ? change.at("knobs").at(knob).back().get<int64_t>() : 0;
}

} // namespace

class TestFindings : public QObject
{
    Q_OBJECT
private slots:
    void fourSumsWaitForEachOther()
    {
        const Task task = conv();
        const auto findings = findingsAbout(task, config(task, 16, 8, 4));
        QVERIFY(!findings.empty());
        QCOMPARE(findings.front().id, std::string("latency"));
        QCOMPARE(findings.front().text.message,
                 std::string("4 accumulators, and an FMA takes 4 cycles while 2 start per cycle: at least 8 are needed."));
        QVERIFY(findings.front().gain > 1.2 && findings.front().gain < 2.5);
        const int64_t rows = std::max<int64_t>(4, sizeOf(task, findings.front(), "tile_ow"));
        const int64_t lanes = std::max<int64_t>(8, sizeOf(task, findings.front(), "tile_oc"));
        QVERIFY(rows * lanes / 8 >= 8 && rows * lanes / 8 <= 16);
    }

    void sumsBeyondTheRegistersAreStored()
    {
        const Task task = conv();
        const auto findings = findingsAbout(task, config(task, 16, 8, 28));
        const Finding* found = find(findings, "stores");
        QVERIFY(found);
        QCOMPARE(found->text.message,
                 std::string("28 vectors of sums do not fit into 16 registers: each step stores them, one per cycle."));
        QVERIFY(sizeOf(task, *found, "tile_ow") <= 14);
        QVERIFY(!find(findingsAbout(task, config(task, 16, 8, 14)), "stores"));
    }

    /// 7x2 sums need two vectors of weights and one of the image besides.
    void operandsNeedRegistersToo()
    {
        const Task task = conv();
        const auto findings = findingsAbout(task, config(task, 16, 16, 7));
        const Finding* found = find(findings, "spills");
        QVERIFY(found);
        QCOMPARE(found->text.message, std::string("14 accumulators and their operands need 17 registers, and there are 16: some "
                                                  "are stored and loaded again."));
        QVERIFY(!find(findingsAbout(task, config(task, 16, 8, 14)), "spills")); // 14x1
    }

    /// AVX-512's multiply-adds read the image from memory: 7x4 sums need four vectors of weights besides, and nothing else.
    void broadcastsFromMemoryNeedNoRegister()
    {
        const Task task = conv();
        QVERIFY(!find(findingsAbout(task, config(task, 16, 64, 7), avx512()), "spills"));
        const auto findings = findingsAbout(task, config(task, 16, 64, 8), avx512());
        const Finding* found = find(findings, "spills");
        QVERIFY(found);
        QCOMPARE(found->text.message, std::string("32 accumulators and their operands need 36 registers, and there are 32: some "
                                                  "are stored and loaded again."));
        QVERIFY(found->gain < 1.7);
    }

    void halfEmptyVectorsAreFilled()
    {
        const Task task = conv();
        const auto findings = findingsAbout(task, config(task, 16, 4, 14));
        const Finding* found = find(findings, "lanes");
        QVERIFY(found);
        QCOMPARE(found->text.message, std::string("50 % of the lanes of the vectors are used."));
        QVERIFY(sizeOf(task, *found, "tile_oc") >= 8);
        QVERIFY(!find(findingsAbout(task, config(task, 16, 8, 14)), "lanes"));
    }

    void eachFindingIsAboutOneNeighbour()
    {
        const Task task = conv();
        for (int64_t index = 0; index < task.space.rangeLength(); index += 29) {
            const auto findings = findingsAbout(task, index);
            QVERIFY(findings.size() <= 5);
            const auto neighbours = task.space.neighbours(index);
            double last = 1e9;
            for (const Finding& finding : findings) {
                QVERIFY(std::ranges::find(neighbours, finding.index) != neighbours.end());
                QCOMPARE(finding.knobs.size(), size_t(1));
                QVERIFY(finding.gain >= 1.05 && finding.gain <= last);
                QVERIFY(!finding.evidence.empty());
                last = finding.gain;
            }
        }
    }

    void whatTrialsSayReplacesTheEstimate()
    {
        const Task task = conv();
        const int64_t index = config(task, 16, 8, 4);
        const Finding first = findingsAbout(task, index).at(0);
        const auto with = [&](double gain) {
            auto findings = findingsOf(task, index, machine, 1, {{first.index, {gain, 3}}});
            return findings ? *findings : std::vector<Finding>();
        };
        for (const double gain : {0.0, 0.98, 1.04}) { // it failed, was slower, or as fast
            const auto findings = with(gain);
            QVERIFY(!findings.empty()); // other changes are left
            QVERIFY(std::ranges::find(findings, first.index, &Finding::index) == findings.end());
        }
        const auto findings = with(9);
        QCOMPARE(findings.front().index, first.index);
        QCOMPARE(findings.front().gain, 9.0);
        QVERIFY2(findings.front().change.message.ends_with(": 9.00 times, as measured in run 3."),
                 findings.front().change.message.c_str());
    }

    /// Whoever follows the first findings arrives somewhere.
    void findingsDoNotLeadInCircles()
    {
        const Task task = conv();
        for (int64_t index = 5; index < task.space.rangeLength(); index += 131) {
            int64_t at = index;
            int steps = 0;
            for (auto findings = findingsAbout(task, at); !findings.empty(); findings = findingsAbout(task, at)) {
                at = findings.front().index;
                QVERIFY(++steps < 20);
            }
        }
    }

    void whatHasNoBoundHasNoFindings()
    {
        QCOMPARE(findingsOf(conv(), 0, {}).error().code, ErrorCode::Unsupported);
        QVERIFY(!findingsOf(conv(), -1, machine));
        const auto args = nlohmann::json::parse(R"([["TENSOR",[1,64,56,56],"float32"],["TENSOR",[64,64,3,3],"float32"],[1,1],
            [1,1,1,1],[1,1],"float32"])");
        const auto gpu = makeTask("conv2d_nchw.cuda", args, parseTarget("cuda").value());
        QVERIFY(gpu);
        QVERIFY(!findingsOf(*gpu, 0, machine));
    }
};

QTEST_GUILESS_MAIN(TestFindings)
#include "tst_findings.moc"
