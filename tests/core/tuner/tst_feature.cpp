// SPDX-License-Identifier: GPL-3.0-or-later
// Features against AutoTVM's recorded rows, and against loop nests worked out by hand.
#include "core/tuner/feature/featurematrix.h"
#include "core/tuner/feature/featuresource.h"
#include "core/tuner/feature/touches.h"
#include "tests/core/space/spacecases.h"

#include <QTest>

#include <fstream>

using namespace knobscope;
using nlohmann::json;

namespace {

ir::Stmt loop(const ir::Var& var, int64_t extent, ir::ForKind kind, ir::Stmt body)
{
    ir::For node;
    node.var = var;
    node.extent = extent;
    node.kind = kind;
    node.body = std::move(body);
    return ir::makeStmt(std::move(node));
}

/// parallel i in 4: vectorized j in 8: { C[i,j] = 0; for k in 2: C[i,j] = C[i,j] + A[i,k] * B[k,j] }
ir::LoopNest matmul()
{
    const auto a = ir::makeBuffer("A", {4, 2}, ir::float32, ir::Scope::Argument);
    const auto b = ir::makeBuffer("B", {2, 8}, ir::float32, ir::Scope::Argument);
    const auto c = ir::makeBuffer("C", {4, 8}, ir::float32, ir::Scope::Argument);
    const ir::Var i("i");
    const ir::Var j("j");
    const ir::Var k("k");
    const ir::Stmt clear = ir::makeStmt(ir::Store{c, {i, j}, ir::constant(0, ir::float32)});
    const ir::Expr value = ir::load(c, {i, j}) + ir::load(a, {i, k}) * ir::load(b, {k, j});
    const ir::Stmt add = loop(k, 2, ir::ForKind::Serial, ir::makeStmt(ir::Store{c, {i, j}, value}));
    ir::LoopNest nest;
    nest.body = loop(i, 4, ir::ForKind::Parallel, loop(j, 8, ir::ForKind::Vectorized, ir::block({clear, add})));
    return nest;
}

double log1(double x)
{
    return std::log2(x + 1);
}

bool isAbout(const Touch& t, int64_t stride, int64_t count, int64_t reuse, int64_t threadCount, int64_t threadReuse)
{
    return t.stride == stride && t.mod == -1 && t.count == count && t.reuse == reuse && t.threadCount == threadCount
        && t.threadReuse == threadReuse;
}

Task matmulTask()
{
    return makeTask("tutorial/matmul", {64, 48, 32, "float32"}, parseTarget("llvm").value()).value();
}

} // namespace

class TestFeature : public QObject
{
    Q_OBJECT
private slots:
    void knobEqualsAutotvm()
    {
        std::ifstream stream(KNOBSCOPE_FIXTURES "/space-cases.json");
        const json file = json::parse(stream);
        int compared = 0;
        int refused = 0;
        for (const json& item : file["cases"]) {
            const auto space = spacecases::spaceFromJson(item);
            QVERIFY(space.has_value());
            for (const json& sample : item["samples"]) {
                const auto entity = space->at(sample["index"].get<int64_t>()).value();
                FeatureRow row;
                const auto added = addKnobFeatures(row, entity);
                if (!sample.contains("knob_feature") || !sample["knob_feature"].is_array()) {
                    ++refused;
                    continue;
                }
                QVERIFY2(added.has_value(), item["id"].get<std::string>().c_str());
                QVERIFY2(json(row.values()) == json(sample["knob_feature"].get<std::vector<float>>()),
                         item["id"].get<std::string>().c_str());
                FeatureSource source(*space, nullptr);
                const int64_t index = sample["index"].get<int64_t>();
                QVERIFY(source.rows(FeatureKind::Knob, std::span(&index, 1)).front() == row.values());
                ++compared;
            }
        }
        QVERIFY(compared > 150);
        qInfo("%d rows equal AutoTVM's, %d samples hold none", compared, refused);
    }

    void textOptionsAreRefusedByKnobAndTakenByValue()
    {
        ConfigSpace space;
        (void)space.define(Knob::make("mode", OtherKnob{{std::string("fast"), std::string("small")}}).value());
        const auto entity = space.at(1).value();
        FeatureRow row;
        const auto added = addKnobFeatures(row, entity);
        QVERIFY(!added);
        QVERIFY(added.error().message.find("mode") != std::string::npos);
        const auto value = features(FeatureKind::Value, space, nullptr, entity);
        QVERIFY(value.has_value());
        QCOMPARE(value->values().front(), 1.0F);
    }

    void touchesOfAMatmul()
    {
        const auto loops = touchedLoops(matmul());
        QCOMPARE(loops.size(), size_t(3));
        const TouchedLoop& i = loops[0];
        const TouchedLoop& j = loops[1];
        const TouchedLoop& k = loops[2];
        QCOMPARE(k.topdown, int64_t(64));
        QCOMPARE(k.bottomup, int64_t(2));
        QCOMPARE(k.adds, int64_t(1));
        QCOMPARE(k.multiplies, int64_t(1));
        QCOMPARE(j.adds, int64_t(0));
        QCOMPARE(j.bottomup, int64_t(16));
        QCOMPARE(i.bottomup, int64_t(64));
        QVERIFY(isAbout(k.touches.at("A_0"), 1, 2, 1, 0, 0));
        QVERIFY(isAbout(k.touches.at("C_2"), 0, 1, 2, 0, 0));
        QVERIFY(isAbout(j.touches.at("B_0"), 1, 16, 1, 0, 0));
        QVERIFY(isAbout(i.touches.at("A_0"), 2, 8, 8, 4, 1));
        QVERIFY(isAbout(i.touches.at("B_0"), 0, 16, 4, 1, 4));
        QVERIFY(isAbout(i.touches.at("C_0"), 8, 32, 1, 4, 1));
        QVERIFY(isAbout(i.touches.at("C_1"), 8, 32, 2, 4, 1));
    }

    void itervarOfAMatmul()
    {
        FeatureRow row(true);
        addItervarFeatures(row, matmul());
        QCOMPARE(row.values().size(), size_t(48 + 48 + 42));
        QCOMPARE(row.names().size(), row.values().size());
        // i: length, level, topdown, bottomup, then parallel alone of the eleven kinds, no arithmetic, then A_0.
        const std::vector<double> expected{log1(4), 1, log1(4), log1(64), 0, 0, 0,       0,  0,       0,       0,       0,
                                           1,       0, 0,       0,        0, 0, log1(2), -1, log1(8), log1(8), log1(4), log1(1)};
        for (size_t at = 0; at < expected.size(); ++at) {
            QVERIFY2(std::abs(row.values()[at] - expected[at]) < 1e-5, row.names()[at].c_str());
        }
        QCOMPARE(row.names()[12], std::string("i: parallel"));
        QCOMPARE(row.names()[18], std::string("i: A_0 stride"));
        QCOMPARE(row.names()[96], std::string("k: length"));
    }

    void curveOfAMatmul()
    {
        FeatureRow row(true);
        addCurveFeatures(row, matmul());
        QCOMPARE(row.values().size(), size_t(3 * 160)); // A, B, and the last of C
        // A_0: count 0 1 1 3, reuse 0 0 3 3. Reuse over count, with the distance to the knot:
        const std::vector<float> expected{0, 0, 3, 0, 3, 1, 3, 0, 3, 1, 3, 2};
        QVERIFY(std::equal(expected.begin(), expected.end(), row.values().begin()));
        QVERIFY(row.names()[0].find("A_0: reuse over count at 0") == 0);
        QVERIFY(std::any_of(row.names().begin(), row.names().end(), [](const auto& name) { return name.starts_with("C_2"); }));
        QVERIFY(std::none_of(row.names().begin(), row.names().end(), [](const auto& name) { return name.starts_with("C_1"); }));
    }

    void stridesOfSumsAndOfDivisions()
    {
        const auto a = ir::makeBuffer("A", {8, 16}, ir::float32, ir::Scope::Argument);
        const auto b = ir::makeBuffer("B", {8, 16}, ir::float32, ir::Scope::Argument);
        const ir::Var x("x");
        const ir::Var y("y");
        const auto store = [&](std::vector<ir::Expr> at, std::vector<ir::Expr> from) {
            ir::LoopNest nest;
            nest.body =
                loop(x, 8, ir::ForKind::Serial,
                     loop(y, 4, ir::ForKind::Serial, ir::makeStmt(ir::Store{a, std::move(at), ir::load(b, std::move(from))})));
            return touchedLoops(nest);
        };
        auto loops = store({x, ir::Expr(y) * 4 + 1}, {ir::floorDiv(x, 2), y});
        QCOMPARE(loops[0].touches.at("A_0").stride, int64_t(16));
        QCOMPARE(loops[1].touches.at("A_0").stride, int64_t(4));
        QCOMPARE(loops[0].touches.at("B_0").stride, int64_t(1)); // inside a division: met, with no constant of its own
        QCOMPARE(loops[1].touches.at("B_0").stride, int64_t(1));
        loops = store({0, y}, {0, 0});
        QCOMPARE(loops[0].touches.at("A_0").stride, int64_t(0));
        QCOMPARE(loops[0].touches.at("B_0").reuse, int64_t(32));
    }

    void rowsOfATaskHaveOneLength()
    {
        const Task task = matmulTask();
        FeatureSource source(task.space, &task);
        for (const FeatureKind kind : {FeatureKind::Knob, FeatureKind::Itervar, FeatureKind::Curve, FeatureKind::Value}) {
            QVERIFY(source.check(kind).has_value());
            std::vector<int64_t> indexes;
            for (int64_t index = 0; index < task.space.rangeLength(); index += task.space.rangeLength() / 7) {
                indexes.push_back(index);
            }
            const auto rows = source.rows(kind, indexes);
            for (size_t i = 0; i < rows.size(); ++i) {
                QCOMPARE(rows[i].size(), rows.front().size());
                const auto named = features(kind, task.space, &task, task.space.at(indexes[i]).value(), true);
                QVERIFY(named->values() == rows[i]);
                QCOMPARE(named->names().size(), rows[i].size());
                for (const float value : rows[i]) {
                    QVERIFY(std::isfinite(value));
                }
            }
            QVERIFY(rows.front() != rows.back());
        }
    }

    void withoutATaskLoopsCannotBeSeen()
    {
        const Task task = matmulTask();
        FeatureSource source(task.space, nullptr);
        QVERIFY(!source.check(FeatureKind::Itervar));
        QVERIFY(source.check(FeatureKind::Value).has_value());
        QVERIFY(!featureKind("itervars"));
        QVERIFY(featureKind("curve").value() == FeatureKind::Curve);
        const int64_t outside = 0;
        QVERIFY(source.rows(FeatureKind::Itervar, std::span(&outside, 1)).front().empty()); // AutoTVM: a row of zeros
    }

    void shorterRowsArePadded()
    {
        const std::vector<std::vector<float>> rows{{1, 2, 3}, {}, {4}};
        const FeatureMatrix matrix(rows);
        QCOMPARE(matrix.columns(), size_t(3));
        QVERIFY(matrix.values() == (std::vector<float>{1, 2, 3, 0, 0, 0, 4, 0, 0}));
        QVERIFY(matrix.withColumns(2).values() == (std::vector<float>{1, 2, 0, 0, 4, 0}));
        QVERIFY(FeatureMatrix(std::span<const std::vector<float>>()).values().empty());
    }
};

QTEST_APPLESS_MAIN(TestFeature)
#include "tst_feature.moc"
