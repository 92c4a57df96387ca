// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/cuda/cudasource.h"
#include "core/codegen/deviceimage.h"
#include "tests/core/codegen/deviceprograms.h"

#include <QTest>

using namespace knobscope;
using namespace knobscope::ir;

namespace {

size_t count(const std::string& text, const std::string& part)
{
    size_t found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
        ++found;
    }
    return found;
}

bool contains(const std::string& text, const std::string& part)
{
    return text.find(part) != std::string::npos;
}

/// A kernel of 32 threads around one statement; `i` is the thread.
DeviceProgram oneStatement(std::vector<Buffer> parameters, size_t inputs, const Var& thread, const Stmt& body)
{
    DeviceProgram program;
    program.name = "one";
    program.parameters = parameters;
    program.inputs = inputs;
    DeviceKernel kernel;
    kernel.name = "one";
    kernel.block = {32, 1, 1};
    kernel.blockIndex = {Var("blockIdx.x"), Var("blockIdx.y"), Var("blockIdx.z")};
    kernel.threadIndex = {thread, Var("threadIdx.y"), Var("threadIdx.z")};
    kernel.parameters = std::move(parameters);
    kernel.body = body;
    program.kernels = {kernel};
    program.provenance = {{}};
    return program;
}

Buffer argument(const char* name, int64_t elements, DataType type = float32)
{
    return makeBuffer(name, {elements}, type, Scope::Argument);
}

} // namespace

class TestCudaSource : public QObject
{
    Q_OBJECT
private slots:
    void boundValuesAreComputedOnce()
    {
        const Buffer in = argument("in", 32);
        const Buffer out = argument("out", 32);
        const Var i("i");
        const Var t("t");
        const Expr bound = letRef(t, float32);
        const Expr square = let({{t, load(in, {Expr(i)}) + constant(1, float32)}}, bound * bound);
        const auto source = cudaSource(oneStatement({in, out}, 1, i, makeStmt(Store{out, {Expr(i)}, square})));
        QVERIFY2(source.has_value(), source ? "" : source.error().message.c_str());
        QVERIFY2(contains(*source, "out[tx] = [&] { const float t = in[tx] + 1.0f; return t * t; }();"), source->c_str());
    }

    void aKernelReadsAsItWasScheduled()
    {
        const auto source = cudaSource(HandMatmul().program());
        QVERIFY2(source.has_value(), source ? "" : source.error().message.c_str());
        const std::string expected = R"(// 8 blocks (2 x 4 x 1) of 64 threads (8 x 8 x 1), 1536 bytes of shared memory
extern "C" __global__ void __launch_bounds__(64) matmul(
    const float* __restrict__ A,  // [64, 64]
    const float* __restrict__ B,  // [64, 64]
    float* __restrict__ C)  // [64, 64]
{
    const int bx = blockIdx.x;
    const int by = blockIdx.y;
    const int tx = threadIdx.x;
    const int ty = threadIdx.y;
    __shared__ __align__(16) float A_shared[128];  // [16, 8]
    __shared__ __align__(16) float B_shared[256];  // [8, 32]
    float C_local[8];  // [2, 4]
    #pragma unroll
    for (int y_init = 0; y_init < 2; ++y_init) {
        #pragma unroll
        for (int x_init = 0; x_init < 4; ++x_init) {
            C_local[y_init * 4 + x_init] = 0.0f;
        }
    }
    for (int k_outer = 0; k_outer < 8; ++k_outer) {  // tile_k: split(k, factor=8)
        __syncthreads();
        for (int ax0 = 0; ax0 < 2; ++ax0) {  // split(fused, nparts=64)
            A_shared[ax0 * 64 + ty * 8 + tx] = A[by * 1024 + ax0 * 512 + ty * 64 + k_outer * 8 + tx];
        }
        *reinterpret_cast<float4*>(&B_shared[ty * 32 + tx * 4]) = *reinterpret_cast<const float4*>(&B[k_outer * 512 + ty * 64 + bx * 32 + tx * 4]);
        __syncthreads();
        #pragma unroll
        for (int k_inner = 0; k_inner < 8; ++k_inner) {  // tile_k: split(k, factor=8)
            #pragma unroll
            for (int y_inner = 0; y_inner < 2; ++y_inner) {  // tile_y: split(y, factor=2)
                #pragma unroll
                for (int x_inner = 0; x_inner < 4; ++x_inner) {  // tile_x: split(x, factor=4)
                    C_local[y_inner * 4 + x_inner] += A_shared[ty * 16 + y_inner * 8 + k_inner] * B_shared[k_inner * 32 + tx * 4 + x_inner];
                }
            }
        }
    }
    #pragma unroll
    for (int y_out = 0; y_out < 2; ++y_out) {
        *reinterpret_cast<float4*>(&C[by * 1024 + ty * 128 + y_out * 64 + bx * 32 + tx * 4]) = make_float4(C_local[y_out * 4], C_local[y_out * 4 + 1], C_local[y_out * 4 + 2], C_local[y_out * 4 + 3]);
    }
}
)";
        QCOMPARE(QString::fromStdString(*source), QString::fromStdString(expected));
    }

    void linesKnowTheirLoopsAndStatements()
    {
        const DeviceProgram program = HandMatmul().program();
        const auto lines = printCuda(program);
        QVERIFY(lines.has_value());
        bool sawTile = false;
        for (const PrintedLine& line : *lines) {
            if (contains(line.text, "C_local[y_inner * 4 + x_inner] +=")) {
                sawTile = true;
                QCOMPARE(line.loops, (std::vector<ProvenanceId>{0, 0, 0, 0, 1, 5, 6, 7}));
                QVERIFY(line.statement != nullptr);
            }
            if (contains(line.text, "float4*>(&B_shared")) {
                QCOMPARE(line.loops, (std::vector<ProvenanceId>{0, 0, 0, 0, 1, 3, 4}));
            }
        }
        QVERIFY(sawTile);
    }

    void sharedMemoryBeyond48KibIsDynamic()
    {
        const Var t("t");
        const Buffer out = argument("out", 32);
        const Buffer big = makeBuffer("big", {16384}, float32, Scope::Shared);
        const Stmt body =
            makeStmt(Allocate{big, block({makeStmt(Store{big, {Expr(t)}, constant(1, float32)}), makeStmt(Barrier{}),
                                          makeStmt(Store{out, {Expr(t)}, load(big, {Expr(31) - Expr(t)})})})});
        const DeviceProgram program = oneStatement({out}, 0, t, body);
        const auto source = cudaSource(program);
        QVERIFY(source.has_value());
        QVERIFY(contains(*source, "extern __shared__"));
        QVERIFY(contains(*source, "reinterpret_cast<float*>(shared_memory + 0)"));
        const auto image = describeLaunches(program);
        QCOMPARE(image->launches[0].dynamicSharedBytes, int64_t{65536});
        QCOMPARE(image->launches[0].staticSharedBytes, int64_t{0});
    }

    void vectorsAreUsedOnlyWhereAlignmentFollows_data()
    {
        QTest::addColumn<int>("stride"); // of a thread
        QTest::addColumn<int>("offset");
        QTest::addColumn<int>("extent");
        QTest::addColumn<QString>("expected");
        QTest::newRow("four aligned") << 4 << 0 << 4 << "float4";
        QTest::newRow("offset by four") << 4 << 8 << 4 << "float4";
        QTest::newRow("offset by one") << 4 << 1 << 4 << "";
        QTest::newRow("offset by two, extent 2") << 2 << 2 << 2 << "float2";
        QTest::newRow("stride of three") << 3 << 0 << 4 << "";
        QTest::newRow("eight at once") << 8 << 0 << 8 << "float4";
        QTest::newRow("six at once") << 6 << 0 << 6 << "float2";
        QTest::newRow("three at once") << 3 << 0 << 3 << "";
    }
    void vectorsAreUsedOnlyWhereAlignmentFollows()
    {
        QFETCH(int, stride);
        QFETCH(int, offset);
        QFETCH(int, extent);
        QFETCH(QString, expected);
        const Var t("t");
        const Var v("v");
        const Buffer in = argument("in", 1024);
        const Buffer out = argument("out", 1024);
        const Expr place = Expr(t) * Expr(stride) + Expr(v) + Expr(offset);
        const Stmt body = HandMatmul::loop(v, extent, ForKind::Vectorized, 0, makeStmt(Store{out, {place}, load(in, {place})}));
        const auto source = cudaSource(oneStatement({in, out}, 1, t, body));
        QVERIFY(source.has_value());
        QCOMPARE(contains(*source, "reinterpret_cast"), !expected.isEmpty());
        QVERIFY(expected.isEmpty() ? contains(*source, "#pragma unroll") : contains(*source, expected.toStdString() + "*"));
    }

    void aGuardThatLanesShareStaysOutsideTheVector()
    {
        const Var t("t");
        const Var v("v");
        const Buffer in = argument("in", 128);
        const Buffer out = argument("out", 128);
        const Expr place = Expr(t) * Expr(4) + Expr(v);
        const auto source = [&](int limit) {
            const Stmt guarded = makeStmt(IfThen{place < Expr(limit), makeStmt(Store{out, {place}, load(in, {place})}), {}});
            return cudaSource(oneStatement({in, out}, 1, t, HandMatmul::loop(v, 4, ForKind::Vectorized, 0, guarded))).value();
        };
        QVERIFY(contains(source(100), "float4"));
        QVERIFY(contains(source(100), "if (tx * 4 < 100) {"));
        QVERIFY(!contains(source(101), "float4")); // the lanes of thread 25 would part ways
        QVERIFY(!contains(source(128), "if ("));
    }

    void arithmeticOnVectorsKeepsEachLoadInItsSelect()
    {
        const Var t("t");
        const Var v("v");
        const Buffer in = argument("in", 128);
        const Buffer out = argument("out", 128);
        const Expr place = Expr(t) * Expr(4) + Expr(v);
        const Expr padded = select(place < Expr(100), load(in, {place}), constant(0, float32));
        const auto even = cudaSource(oneStatement(
            {in, out}, 1, t,
            HandMatmul::loop(v, 4, ForKind::Vectorized, 0, makeStmt(Store{out, {place}, padded * constant(2, float32)}))));
        QVERIFY(contains(*even, "const float4 loaded = (tx * 4 < 100 ? *reinterpret_cast<const float4*>(&in[tx * 4]) : "
                                "make_float4(0.0f, 0.0f, 0.0f, 0.0f));"));
        QVERIFY(contains(*even, "make_float4(loaded.x * 2.0f, loaded.y * 2.0f, loaded.z * 2.0f, loaded.w * 2.0f)"));
        const Expr odd = select(place < Expr(101), load(in, {place}), constant(0, float32));
        const auto uneven = cudaSource(
            oneStatement({in, out}, 1, t, HandMatmul::loop(v, 4, ForKind::Vectorized, 0, makeStmt(Store{out, {place}, odd}))));
        QVERIFY(!contains(*uneven, "const float4*"));
        QVERIFY(contains(*uneven, "tx * 4 + 3 < 101 ? in[tx * 4 + 3] : 0.0f") || contains(*uneven, "tx * 4 < 98"));
    }

    void floatSumsKeepTheirOrder()
    {
        const Var t("t");
        const Buffer in = argument("in", 128);
        const Buffer out = argument("out", 32);
        const auto at = [&](int i) { return load(in, {Expr(t) + Expr(i)}); };
        const auto source =
            cudaSource(oneStatement({in, out}, 1, t, makeStmt(Store{out, {Expr(t)}, at(0) + (at(1) + at(2)) * at(3)})));
        QVERIFY(contains(*source, "in[tx] + (in[tx + 1] + in[tx + 2]) * in[tx + 3]"));
        const auto nested = cudaSource(oneStatement({in, out}, 1, t, makeStmt(Store{out, {Expr(t)}, at(0) - (at(1) - at(2))})));
        QVERIFY(contains(*nested, "in[tx] - (in[tx + 1] - in[tx + 2])"));
        const auto right = cudaSource(oneStatement({in, out}, 1, t, makeStmt(Store{out, {Expr(t)}, at(0) + (at(1) + at(2))})));
        QVERIFY(contains(*right, "in[tx] + (in[tx + 1] + in[tx + 2])"));
    }

    void divisionsRoundDownwards()
    {
        const Var t("t");
        const Buffer in = argument("in", 128);
        const Buffer out = argument("out", 32);
        const auto source = [&](const Expr& e) {
            return cudaSource(oneStatement({in, out}, 1, t, makeStmt(Store{out, {Expr(t)}, load(in, {e})}))).value();
        };
        QVERIFY(contains(source(floorDiv(Expr(t) + Expr(5), Expr(3))), "(tx + 2) / 3 + 1")
                || contains(source(floorDiv(Expr(t) + Expr(5), Expr(3))), "(tx + 5) / 3"));
        const std::string negative = source(floorMod(Expr(t) - Expr(5), Expr(3)));
        QVERIFY(contains(negative, "floor_mod(") || contains(negative, "(tx + 1) % 3"));
        QVERIFY(!contains(source(Expr(t)), "floor_"));
    }

    void namesAreIdentifiersOfTheirOwn()
    {
        const Var t("threadIdx.x");
        const Var v("float");
        const Var w("float");
        const Buffer in = argument("int", 1024);
        const Buffer out = argument("tx", 1024);
        const Stmt body =
            HandMatmul::loop(v, 4, ForKind::Serial, 0,
                             HandMatmul::loop(w, 8, ForKind::Serial, 0,
                                              makeStmt(Store{out,
                                                             {Expr(t) * Expr(32) + Expr(v) * Expr(8) + Expr(w)},
                                                             load(in, {Expr(t) * Expr(32) + Expr(v) * Expr(8) + Expr(w)})})));
        const auto source = cudaSource(oneStatement({in, out}, 1, t, body));
        QVERIFY(contains(*source, "tx[tx_1 * 32 + float_ * 8 + float__1] = int_[tx_1 * 32 + float_ * 8 + float__1];"));
    }

    void hugeTensorsAreIndexedWith64Bits()
    {
        const Var t("t");
        const Var v("v");
        const Buffer out = makeBuffer("out", {int64_t{1} << 32}, float32, Scope::Argument);
        const Stmt body = HandMatmul::loop(v, int64_t{1} << 27, ForKind::Serial, 0,
                                           makeStmt(Store{out, {Expr(v) * Expr(32) + Expr(t)}, constant(1, float32)}));
        const auto source = cudaSource(oneStatement({out}, 0, t, body));
        QVERIFY(contains(*source, "for (long long v = 0;"));
    }

    void oddProgramsAreRefused()
    {
        const Var t("t");
        const Buffer out = argument("out", 32);
        const Buffer foreign = argument("foreign", 32);
        const Stmt body = makeStmt(Store{out, {Expr(t)}, constant(1, float32)});
        DeviceProgram program = oneStatement({out}, 0, t, body);
        program.kernels[0].parameters.push_back(foreign);
        QVERIFY(!cudaSource(program));
        QVERIFY(contains(cudaSource(program).error().message, "foreign"));
        program = oneStatement({out}, 0, t, body);
        program.kernels.push_back(program.kernels[0]);
        QVERIFY(!cudaSource(program));
        const auto stray =
            cudaSource(oneStatement({out}, 0, t, makeStmt(Store{out, {Expr(Var("stray"))}, constant(1, float32)})));
        QVERIFY(!stray);
        QVERIFY(contains(stray.error().message, "does not declare"));
        For bound;
        bound.var = Var("left");
        bound.extent = 4;
        bound.kind = ForKind::ThreadBinding;
        bound.threadTag = "threadIdx.y";
        bound.body = body;
        const auto refused = cudaSource(oneStatement({out}, 0, t, makeStmt(bound)));
        QVERIFY(!refused);
        QVERIFY(contains(refused.error().message, "threadIdx.y"));
    }

    void longQuotientsGetNames()
    {
        const Var t("i0.i1.fused.inner.inner");
        const Var i("i0.i1.fused.inner.inner");
        const Buffer in = argument("in", 4096);
        const Buffer out = argument("out", 4096);
        const Expr place = Expr(t) * Expr(5) + Expr(i);
        const Expr y = floorDiv(place, Expr(7));
        const Expr x = floorMod(place, Expr(7));
        const Expr padded = select(y >= Expr(1) && x >= Expr(1), load(in, {y * Expr(9) + x * Expr(3)}), constant(0, float32));
        const Stmt guarded =
            makeStmt(IfThen{y < Expr(20), makeStmt(IfThen{place < Expr(150), makeStmt(Store{out, {place}, padded}), {}}), {}});
        const auto source = cudaSource(oneStatement({in, out}, 1, t, HandMatmul::loop(i, 6, ForKind::Serial, 0, guarded)));
        QVERIFY(source.has_value());
        QVERIFY2(contains(*source,
                          "for (int fused_inner2 = 0; fused_inner2 < 6; ++fused_inner2) {\n"
                          "        const int rest = (tx * 5 + fused_inner2) % 7;\n"
                          "        const int quotient = (tx * 5 + fused_inner2) / 7;\n"
                          "        if (quotient < 20 && tx * 5 + fused_inner2 < 150) {\n"
                          "            out[tx * 5 + fused_inner2] = quotient >= 1 && rest >= 1 ? in[quotient * 9 + rest * 3] "
                          ": 0.0f;\n"
                          "        }\n"),
                 source->c_str());
    }

    void tilesBeyondTheRegistersStayLoops()
    {
        const Var t("t");
        const auto source = [&](int64_t elements) {
            const Buffer out = argument("out", 32);
            const Buffer tile = makeBuffer("tile", {elements}, float32, Scope::Local);
            const Var v("v");
            const Stmt fill =
                HandMatmul::loop(v, elements, ForKind::Unrolled, 0, makeStmt(Store{tile, {Expr(v)}, constant(1, float32)}));
            return cudaSource(oneStatement({out}, 0, t,
                                           makeStmt(Allocate{
                                               tile, block({fill, makeStmt(Store{out, {Expr(t)}, load(tile, {Expr(0)})})})})))
                .value();
        };
        QVERIFY(!contains(source(255), "#pragma unroll 1"));
        QVERIFY(contains(source(255), "#pragma unroll\n"));
        QVERIFY(contains(source(256), "#pragma unroll 1"));
    }

    void longCopiesAreUnrolledInPart()
    {
        const Var t("t");
        const auto source = [&](int64_t copies) {
            const Buffer in = argument("in", 4096);
            const Buffer window = makeBuffer("window", {4096}, float32, Scope::Shared);
            const Var v("v");
            const Expr place = Expr(v) * Expr(32) + Expr(t);
            const Stmt copy =
                HandMatmul::loop(v, copies, ForKind::Unrolled, 0, makeStmt(Store{window, {place}, load(in, {place})}));
            return cudaSource(oneStatement({in}, 1, t, makeStmt(Allocate{window, copy}))).value();
        };
        QVERIFY(contains(source(32), "#pragma unroll\n"));
        QVERIFY(contains(source(33), "#pragma unroll 4"));
    }

    void barriersAreThoseOfTheProgram()
    {
        const auto source = cudaSource(HandMatmul().program());
        QCOMPARE(count(*source, "__syncthreads();"), size_t{2});
    }
};

QTEST_APPLESS_MAIN(TestCudaSource)
#include "tst_cudasource.moc"
