// SPDX-License-Identifier: GPL-3.0-or-later
// The tensor-core templates, emulated lane by lane and held against plain loops over inputs as the multiplier sees them: float16
// as they are, float32 rounded to TF32. Products of such numbers are exact in float32, so that only the order of the sums
// differs: at most 5e-6 of the largest output for the reductions here. A float16 output is rounded once more (2^-11).
#include "core/ir/warpmma.h"
#include "tests/core/template/emulatedrun.h"

using namespace knobscope;

namespace {

constexpr double sumTolerance = 5e-6;
constexpr double halfTolerance = 6e-4;

/// TF32 by its definition: 10 bits of mantissa, ties away from zero.
double nearestTf32(float value)
{
    if (value == 0) {
        return 0;
    }
    int exponent = 0;
    const double mantissa = std::frexp(static_cast<double>(value), &exponent); // [0.5, 1): 11 digits
    return std::ldexp(std::round(std::ldexp(mantissa, 11)), exponent - 11);
}

struct Inputs {
    std::vector<std::vector<float>> given;
    std::vector<std::vector<double>> seen;
};

/// Numbers with full mantissas for TF32, such that rounding matters, and with 9 bits for float16.
Inputs randomInputs(std::initializer_list<int64_t> elements, bool isHalf)
{
    Inputs out;
    std::mt19937 random(11);
    for (const int64_t count : elements) {
        std::vector<float>& given = out.given.emplace_back();
        std::vector<double>& seen = out.seen.emplace_back();
        for (int64_t i = 0; i < count; ++i) {
            const int number = static_cast<int>(random() % 513) - 256;
            const float fine = static_cast<float>(static_cast<int>(random() % 20001) - 10000) / 8191.0F;
            given.push_back(isHalf ? static_cast<float>(number) / 128.0F : fine);
            seen.push_back(isHalf ? static_cast<double>(given.back()) : nearestTf32(given.back()));
        }
    }
    return out;
}

Result<EmulatedRun::Workload> workloadOf(const char* name, const json& args, Inputs inputs, std::vector<double> expected)
{
    auto task = TRY(makeTask(name, args, parseTarget("cuda -arch=sm_80").value()));
    EmulatedRun::Workload out{std::move(task), std::move(inputs.given), std::move(expected), 0};
    out.scale = EmulatedRun::scaleOf(out.expected);
    return out;
}

Result<EmulatedRun::Workload> dense(int64_t m, int64_t n, int64_t k, const std::string& type, const std::string& outType)
{
    Inputs inputs = randomInputs({m * k, n * k}, type == "float16");
    MatrixProduct p;
    p.m = m;
    p.n = n;
    p.k = k;
    auto expected = referenceMatrixProduct(p, inputs.seen[0], inputs.seen[1]);
    const json args{json{"TENSOR", {m, k}, type}, json{"TENSOR", {n, k}, type}, nullptr, outType};
    return workloadOf("dense_tensorcore.cuda", args, std::move(inputs), std::move(expected));
}

/// Values moved from one order of dimensions to another: to[i] = from[d] where d is the i-th dimension wanted.
template<class T>
std::vector<T> transposed(const std::vector<T>& values, const std::array<int64_t, 4>& shape, const std::array<size_t, 4>& order)
{
    std::array<int64_t, 4> strides{shape[1] * shape[2] * shape[3], shape[2] * shape[3], shape[3], 1};
    std::vector<T> out;
    for (int64_t a = 0; a < shape[order[0]]; ++a) {
        for (int64_t b = 0; b < shape[order[1]]; ++b) {
            for (int64_t c = 0; c < shape[order[2]]; ++c) {
                for (int64_t d = 0; d < shape[order[3]]; ++d) {
                    out.push_back(values[static_cast<size_t>(a * strides[order[0]] + b * strides[order[1]] + c * strides[order[2]]
                                                             + d * strides[order[3]])]);
                }
            }
        }
    }
    return out;
}

Result<EmulatedRun::Workload> conv(const Conv2d& c, bool isNchw, const std::string& type, const std::string& outType)
{
    Inputs inputs = randomInputs({c.n * c.c * c.h * c.w, c.k * c.c * c.r * c.s}, type == "float16");
    auto expected = referenceConv2d(c, inputs.seen[0], inputs.seen[1]);
    json data{"TENSOR", {c.n, c.c, c.h, c.w}, type};
    json kernel{"TENSOR", {c.k, c.c, c.r, c.s}, type};
    if (!isNchw) {
        inputs.given[0] = transposed(inputs.given[0], {c.n, c.c, c.h, c.w}, {0, 2, 3, 1});
        inputs.given[1] = transposed(inputs.given[1], {c.k, c.c, c.r, c.s}, {2, 3, 1, 0});
        expected = transposed(expected, {c.n, c.k, c.oh(), c.ow()}, {0, 2, 3, 1});
        data[1] = {c.n, c.h, c.w, c.c};
        kernel[1] = {c.r, c.s, c.c, c.k};
    }
    const json args{data, kernel, c.stride, c.pad, c.dilation, outType};
    return workloadOf(isNchw ? "conv2d_nchw_tensorcore.cuda" : "conv2d_nhwc_tensorcore.cuda", args, std::move(inputs),
                      std::move(expected));
}

Conv2d shape(int64_t n, int64_t c, int64_t h, int64_t w, int64_t k, int64_t r, int64_t stride, int64_t pad, int64_t dilation = 1)
{
    Conv2d out;
    out.n = n;
    out.c = c;
    out.h = h;
    out.w = w;
    out.k = k;
    out.r = r;
    out.s = r;
    out.stride = {stride, stride};
    out.pad = {pad, pad, pad, pad};
    out.dilation = {dilation, dilation};
    return out;
}

/// Whole blocks, tails in every dimension, a batch, padding, strides and dilation.
std::vector<Conv2d> shapes()
{
    return {shape(1, 16, 8, 8, 16, 3, 1, 1), shape(2, 5, 7, 6, 9, 3, 2, 1), shape(1, 40, 5, 5, 24, 1, 1, 0),
            shape(1, 3, 9, 9, 20, 4, 2, 2, 1), shape(1, 8, 7, 7, 10, 2, 1, 1, 2)};
}

} // namespace

class TestGpuTensorcore : public QObject
{
    Q_OBJECT

private slots:
    void layoutsAreThePtxManuals();
    void denseIsRight();
    void nchwIsRight();
    void nhwcIsRight();
    void smallShapesOfEveryKind_data();
    void smallShapesOfEveryKind();
    void missingBarriersAreFound();
    void definitionsRoundAsTheMultiplierDoes();
    void otherTypesAreRefused();

private:
    void checkAll(const std::vector<Result<EmulatedRun::Workload>>& works, int rounds, double tolerance);
    EmulatedRun m_run;
};

void TestGpuTensorcore::checkAll(const std::vector<Result<EmulatedRun::Workload>>& works, int rounds, double tolerance)
{
    int kernels = 0;
    double worst = 0;
    for (const auto& work : works) {
        QVERIFY2(work.has_value(), work ? "" : work.error().message.c_str());
        m_run.checkRandomConfigs(*work, rounds, tolerance, kernels, worst);
        if (QTest::currentTestFailed()) {
            return;
        }
    }
    qInfo("%d configs, worst relative error %.2g", kernels, worst);
}

/// Written down from the PTX manual's own formulas for lane and element number, apart from the program's tables.
void TestGpuTensorcore::layoutsAreThePtxManuals()
{
    const auto check = [](ir::MmaKind kind, ir::MmaTile tile, int64_t elements, auto row, auto column) {
        const ir::MmaLayout& layout = ir::mmaLayout(kind, tile);
        QCOMPARE(layout.elementsOfLane(), elements);
        for (int lane = 0; lane < 32; ++lane) {
            for (int i = 0; i < elements; ++i) {
                const auto owner =
                    ir::mmaOwner(layout, ir::Expr(row(lane >> 2, lane % 4, i)), ir::Expr(column(lane >> 2, lane % 4, i)));
                QCOMPARE(ir::asInt(owner.lane).value(), lane);
                QCOMPARE(ir::asInt(owner.element).value(), i);
            }
        }
    };
    const auto f16 = ir::MmaKind::F16;
    const auto tf32 = ir::MmaKind::Tf32;
    check(
        f16, ir::MmaTile::A, 8, [](int group, int, int i) { return i < 2 || (i >= 4 && i < 6) ? group : group + 8; },
        [](int, int thread, int i) { return i < 4 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8; });
    check(
        f16, ir::MmaTile::B, 4, [](int, int thread, int i) { return i < 2 ? thread * 2 + (i & 1) : thread * 2 + (i & 1) + 8; },
        [](int group, int, int) { return group; });
    check(
        tf32, ir::MmaTile::A, 4, [](int group, int, int i) { return i == 0 || i == 2 ? group : group + 8; },
        [](int, int thread, int i) { return i < 2 ? thread : thread + 4; });
    check(
        tf32, ir::MmaTile::B, 2, [](int, int thread, int i) { return i == 0 ? thread : thread + 4; },
        [](int group, int, int) { return group; });
    for (const ir::MmaKind kind : {f16, tf32}) {
        check(
            kind, ir::MmaTile::Sum, 4, [](int group, int, int i) { return i < 2 ? group : group + 8; },
            [](int, int thread, int i) { return thread * 2 + (i & 1); });
    }
}

void TestGpuTensorcore::denseIsRight()
{
    std::vector<Result<EmulatedRun::Workload>> works;
    for (const char* type : {"float16", "float32"}) {
        works.push_back(dense(32, 32, 64, type, "float32"));
        works.push_back(dense(1, 10, 33, type, "float32"));
        works.push_back(dense(50, 41, 24, type, "float32"));
        works.push_back(dense(17, 9, 100, type, "float32"));
    }
    checkAll(works, 6, sumTolerance);
    checkAll({dense(20, 30, 40, "float16", "float16")}, 12, halfTolerance);
}

void TestGpuTensorcore::nchwIsRight()
{
    std::vector<Result<EmulatedRun::Workload>> works;
    for (const Conv2d& c : shapes()) {
        works.push_back(conv(c, true, "float16", "float32"));
        works.push_back(conv(c, true, "float32", "float32"));
    }
    checkAll(works, 6, sumTolerance);
    checkAll({conv(shapes()[1], true, "float16", "float16")}, 5, halfTolerance);
}

void TestGpuTensorcore::nhwcIsRight()
{
    std::vector<Result<EmulatedRun::Workload>> works;
    for (const Conv2d& c : shapes()) {
        works.push_back(conv(c, false, "float16", "float32"));
        works.push_back(conv(c, false, "float32", "float32"));
    }
    checkAll(works, 6, sumTolerance);
    checkAll({conv(shapes()[1], false, "float16", "float16")}, 5, halfTolerance);
}

void TestGpuTensorcore::smallShapesOfEveryKind_data()
{
    QTest::addColumn<QString>("name");
    for (const char* name : {"dense", "nchw", "nhwc"}) {
        QTest::newRow(name) << name;
    }
}

void TestGpuTensorcore::smallShapesOfEveryKind()
{
    QFETCH(QString, name);
    std::mt19937_64 random(17);
    std::vector<Result<EmulatedRun::Workload>> works;
    const std::vector<Conv2d> convs = smallConvs();
    for (size_t i = 0; i < convs.size(); i += 3) { // a third of them: multipliers of 16 by 16 are emulated slowly
        const Conv2d& c = convs[i];
        const char* type = works.size() % 2 == 0 ? "float16" : "float32";
        if (name == "dense") {
            const int64_t depth = random() % 25 == 0 ? 1000 : 1 + static_cast<int64_t>(random() % 130);
            works.push_back(
                dense(pick(random, {1, 2, 5, 16, 17, 33, 50}), pick(random, {1, 3, 8, 17, 40, 100}), depth, type, "float32"));
        } else {
            works.push_back(conv(c, name == "nchw", type, "float32"));
        }
    }
    checkAll(works, 1, sumTolerance);
}

/// Between two products of a warp its lanes wait for each other, but warps do not: every barrier of a block with several warps
/// shows when it is missing.
void TestGpuTensorcore::missingBarriersAreFound()
{
    const auto work = dense(64, 48, 96, "float16", "float32");
    QVERIFY2(work.has_value(), work ? "" : work.error().message.c_str());
    std::mt19937_64 random(5);
    const int wanted = casesOf(12, 4);
    int dropped = 0;
    for (int round = 0; round < 200 && dropped < wanted; ++round) {
        const ConfigEntity entity = EmulatedRun::randomConfig(work->task, random);
        const auto program = lowerDeviceConfig(work->task, entity);
        QVERIFY2(program.has_value(), program ? "" : program.error().message.c_str());
        if (program->kernels.back().block[1] == 1 || program->kernels.back().block[2] == 1) {
            continue;
        }
        for (size_t which = 0; which < countOf<ir::Barrier>(*program); ++which) {
            bool found = false;
            for (const ThreadOrder order : {ThreadOrder::Forward, ThreadOrder::Backward, ThreadOrder::Shuffled}) {
                const auto error = m_run.relativeError(*work, without<ir::Barrier>(*program, which), {order, 1});
                QVERIFY(error.has_value());
                found = found || !(*error <= sumTolerance);
            }
            QVERIFY2(found, fmt::format("nothing changes without barrier {}\n{}", which, ir::text(*program)).c_str());
            ++dropped;
        }
    }
    QVERIFY(dropped >= wanted);
}

/// What answers on a GPU are held against.
void TestGpuTensorcore::definitionsRoundAsTheMultiplierDoes()
{
    for (const auto& work : {dense(9, 10, 33, "float32", "float32"), dense(9, 10, 33, "float16", "float16"),
                             conv(shapes()[1], true, "float32", "float32"), conv(shapes()[1], false, "float16", "float32")}) {
        QVERIFY2(work.has_value(), work ? "" : work.error().message.c_str());
        const auto schedule = scheduleConfig(work->task, work->task.space.at(7).value());
        QVERIFY(schedule.has_value());
        TensorValues values;
        for (size_t i = 0; i < work->inputs.size(); ++i) {
            values[&schedule->inputs()[i].node()].assign(work->inputs[i].begin(), work->inputs[i].end());
        }
        const auto defined = evaluate(schedule->outputs().front(), values);
        QVERIFY2(defined.has_value(), defined ? "" : defined.error().message.c_str());
        QCOMPARE(defined->size(), work->expected.size());
        const bool isHalf = schedule->outputs().front().type() == ir::float16;
        for (size_t i = 0; i < defined->size(); ++i) {
            const double difference = std::abs((*defined)[i] - work->expected[i]);
            QVERIFY(difference <= (isHalf ? std::abs(work->expected[i]) / 2048 : work->scale * 1e-12));
            QVERIFY(!isHalf
                    || static_cast<double>(EmulatedRun::halfValue(EmulatedRun::halfBits(static_cast<float>((*defined)[i]))))
                           == (*defined)[i]);
        }
    }
}

void TestGpuTensorcore::otherTypesAreRefused()
{
    const auto work = dense(16, 16, 16, "int8", "int32");
    QVERIFY(!work);
    QVERIFY2(work.error().message.find("float16") != std::string::npos && work.error().message.find("int8") != std::string::npos,
             work.error().message.c_str());
}

QTEST_GUILESS_MAIN(TestGpuTensorcore)
#include "tst_gpu_tensorcore.moc"
