// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/cudacompile.h"
#include "core/codegen/llvm/nvptx.h"
#include "core/ir/visit.h"
#include "core/lower/gpu/lowerdevice.h"
#include "tests/core/codegen/deviceprograms.h"
#include "tests/core/codegen/ptxfacts.h"

#include <QTest>

#include <algorithm>

using namespace knobscope;

namespace {

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

class TestNvptx : public QObject
{
    Q_OBJECT
private slots:
    void ptxHasTheKernelAsTheProgramSays()
    {
        const auto image = compileNvptx(HandMatmul().program(), {90});
        QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
        QCOMPARE(image->format, DeviceImageFormat::Ptx);
        QCOMPARE(image->capability, 90);
        QCOMPARE(image->bytes.back(), std::byte{0});
        const std::string text = ptxTextOf(*image);
        QVERIFY(contains(text, ".target sm_90"));
        QVERIFY(contains(text, ".maxntid 8, 8, 1"));
        const PtxFacts facts = ptxFactsOf(text);
        QCOMPARE(facts.entries, (std::vector<std::string>{"matmul"}));
        QCOMPARE(facts.barriers, 2);
        QCOMPARE(facts.sharedBytes, int64_t{1536});
        QVERIFY(facts.vectorMoves >= 3); // the copy of B (load and store), and the results
        QVERIFY(!facts.hasLocalMemory);  // the tile is in registers
    }

    void rolledTilesBecomeRegistersToo()
    {
        HandMatmul rolled;
        rolled.inner = ir::ForKind::Serial;
        QVERIFY(!ptxFactsOf(ptxTextOf(*compileNvptx(rolled.program(), {80}))).hasLocalMemory);
    }

    void newArchitecturesGetTheNewestKnownPtx()
    {
        const auto image = compileNvptx(HandMatmul().program(), {120});
        QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
        QVERIFY(image->capability >= 90 && image->capability <= 120);
        const auto old = compileNvptx(HandMatmul().program(), {35});
        QVERIFY(!old);
        QVERIFY(contains(old.error().message, "sm_35"));
    }

    void dynamicSharedMemoryIsOneBlock()
    {
        HandMatmul wide;
        wide.n = 1024;
        wide.step = 512; // 16 * 512 * 4 + 512 * 32 * 4 = 96 KiB
        const auto image = compileNvptx(wide.program(), {80});
        QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
        QCOMPARE(image->launches[0].dynamicSharedBytes, int64_t{96 << 10});
        const std::string text = ptxTextOf(*image);
        QVERIFY(contains(text, ".extern .shared"));
        QCOMPARE(ptxFactsOf(text).sharedBytes, int64_t{0});
    }

    /// Vectors over blocks of three: a run of three neighbours stands anywhere, so that it is no aligned load of two and one.
    void runsOfThreeAreNoAlignedVectors()
    {
        const ir::Tensor blocks = ir::placeholder("A", {4, 64, 3});
        const ir::Tensor flat = ir::compute("B", {64, 8}, [&](auto i) {
            return blocks({ir::floorDiv(i[1], ir::Expr(3)), i[0], ir::floorMod(i[1], ir::Expr(3))});
        });
        Schedule s({flat});
        s[flat].bind(s[flat].axis(0), "threadIdx.x");
        s[flat].vectorize(s[flat].axis(1));
        const auto image = compileNvptx(lowerDevice(s, "f").value(), {80});
        QVERIFY2(image.has_value(), image ? "" : image.error().message.c_str());
        const std::string text = ptxTextOf(*image);
        QVERIFY2(contains(text, "st.global.v4") && contains(text, "ld.global"), text.c_str());
        std::istringstream lines(text);
        for (std::string line; std::getline(lines, line);) {
            QVERIFY2(!contains(line, "ld.global") || !(contains(line, ".v2") || contains(line, ".v4")), line.c_str());
        }
    }

    void linesComeFromTheProgramsLines()
    {
        const ir::DeviceProgram program = HandMatmul().program();
        std::vector<ir::PrintedLine> nest;
        ir::forEachStmt(program.kernels[0].body, [&](const ir::Stmt& s) { nest.push_back({"", {}, s.id()}); });
        const auto code = nvptxText(program, {80}, nest);
        QVERIFY2(code.has_value(), code ? "" : code.error().message.c_str());
        QCOMPARE(code->lines.size(), code->nestLine.size());
        const auto lineOf = [&](const char* instruction) {
            const auto found = std::find_if(code->lines.begin(), code->lines.end(),
                                            [&](const std::string& line) { return contains(line, instruction); });
            return found == code->lines.end() ? -1 : code->nestLine[static_cast<size_t>(found - code->lines.begin())];
        };
        const auto* fma = nest.empty() ? nullptr : nest[static_cast<size_t>(lineOf("fma.rn.f32")) - 1].statement;
        const auto* add = storeOf(program.kernels[0].body, "C.local", true);
        QVERIFY(fma != nullptr);
        QCOMPARE(fma, add);
        QVERIFY(std::none_of(code->lines.begin(), code->lines.end(), [](const auto& line) { return contains(line, ".loc"); }));
    }

    void bothCompilersAgreeOnTheFacts()
    {
        const auto nvrtc = Nvrtc::open();
        if (!nvrtc) {
            QSKIP(nvrtc.error().message.c_str());
        }
        for (const auto inner : {ir::ForKind::Serial, ir::ForKind::Unrolled}) {
            HandMatmul matmul;
            matmul.inner = inner;
            const auto theirs = compileCuda(matmul.program(), *nvrtc, {{80}, DeviceImageFormat::Ptx});
            const auto ours = compileNvptx(matmul.program(), {80});
            QVERIFY(theirs && ours);
            const PtxFacts a = ptxFactsOf(ptxTextOf(*theirs));
            const PtxFacts b = ptxFactsOf(ptxTextOf(*ours));
            QCOMPARE(a.entries, b.entries);
            QCOMPARE(a.barriers, b.barriers);
            QCOMPARE(a.sharedBytes, b.sharedBytes);
            QCOMPARE(a.parameters, b.parameters);
            QVERIFY(!a.hasLocalMemory && !b.hasLocalMemory);
        }
    }

private:
    /// The store to a buffer that adds (or does not).
    static const void* storeOf(const ir::Stmt& body, const std::string& buffer, bool adds)
    {
        const void* id = nullptr;
        ir::forEachStmt(body, [&](const ir::Stmt& s) {
            const auto* store = s.as<ir::Store>();
            if (store && store->buffer->name == buffer && (store->value.as<ir::Binary>() != nullptr) == adds) {
                id = s.id();
            }
        });
        return id;
    }
};

QTEST_APPLESS_MAIN(TestNvptx)
#include "tst_nvptx.moc"
