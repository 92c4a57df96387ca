// SPDX-License-Identifier: GPL-3.0-or-later
// Accesses beyond shared and local arrays, which results need not show: found in broken programs, in no other.
#include "core/lower/gpu/accessbounds.h"
#include "core/lower/gpu/emulate.h"
#include "core/lower/gpu/lowerdevice.h"
#include "tests/core/lower/interpreter.h"

#include <QTest>

using namespace knobscope;
using test::Interpreter;
using test::Values;

namespace {

/// A product whose factors come through shared memory, eight threads a block; 13 columns, so that the last block is not full.
ir::DeviceProgram product()
{
    const ir::Tensor a = ir::placeholder("A", {6, 16});
    const ir::Tensor b = ir::placeholder("B", {16, 13});
    const ir::IterVar k = ir::reduceAxis("k", 16);
    const ir::Tensor c =
        ir::compute("C", {6, 13}, [&](auto i) { return ir::sum(a({i[0], k.var}) * b({k.var, i[1]}), {k}); }, {"y", "x"});
    Schedule s({c});
    const ir::Tensor local = s.cacheWrite(c, ir::Scope::Local);
    const std::array readers{local};
    const ir::Tensor shared = s.cacheRead(b, ir::Scope::Shared, readers);
    StageRef out = s[c];
    const auto [block, thread] = out.split(out.axis(1), 8);
    out.reorder({block, thread, out.axis(0)});
    out.bind(block, "blockIdx.x");
    out.bind(thread, "threadIdx.x");
    StageRef sum = s[local];
    sum.computeAt(out, thread);
    const auto [outer, inner] = sum.split(sum.reduceAxis(0), 4);
    sum.reorder({outer, inner, sum.axis(0), sum.axis(1)});
    StageRef copy = s[shared];
    copy.computeAt(sum, outer);
    copy.bind(copy.split(copy.fuse(copy.axes()), 8)[1], "threadIdx.x");
    return lowerDevice(s, "mm").value();
}

/// The arrays that a run of the program leaves.
std::vector<std::string> arraysLeft(const ir::DeviceProgram& program)
{
    const CheckedProgram checked = addBoundsChecks(program);
    const ir::LoopNest nest = emulate(checked.program).value();
    Values values;
    for (const ir::Buffer& parameter : nest.parameters) {
        values[parameter.get()].assign(static_cast<size_t>(parameter->elements()), 1.0);
    }
    if (checked.flags) {
        values[checked.flags.get()].assign(static_cast<size_t>(checked.flags->elements()), 0.0);
    }
    Interpreter(values).run(nest.body);
    std::vector<std::string> out;
    for (size_t i = 0; i < checked.arrays.size(); ++i) {
        if (values[checked.flags.get()][i] != 0) {
            out.push_back(checked.arrays[i]);
        }
    }
    return out;
}

/// The program with every access of arrays of `scope` changed: loads by `load`, stores by `store`.
ir::DeviceProgram broken(ir::DeviceProgram program, ir::Scope scope, int64_t load, int64_t store)
{
    for (ir::DeviceKernel& kernel : program.kernels) {
        const auto moved = [](std::vector<ir::Expr> indices, int64_t by) {
            indices.front() = indices.front() + ir::Expr(by);
            return indices;
        };
        const ir::Stmt reads = ir::transformExprsIn(kernel.body, [&](const ir::Expr& e) {
            return ir::transformExpr(e, [&](const ir::Expr& part) {
                const auto* n = part.as<ir::Load>();
                return n && n->buffer->scope == scope ? ir::load(n->buffer, moved(n->indices, load)) : part;
            });
        });
        kernel.body = ir::transformStmt(reads, [&](const ir::Stmt& s) {
            const auto* n = s.as<ir::Store>();
            return n && n->buffer->scope == scope ? ir::makeStmt(ir::Store{n->buffer, moved(n->indices, store), n->value}) : s;
        });
    }
    return program;
}

} // namespace

class TestAccessBounds : public QObject
{
    Q_OBJECT
private slots:
    void soundProgramsLeaveNothing() { QVERIFY(arraysLeft(product()).empty()); }

    void loadsAreFound()
    {
        for (const ir::Scope scope : {ir::Scope::Shared, ir::Scope::Local}) {
            for (const int64_t by : {1, -1, 100}) {
                const auto left = arraysLeft(broken(product(), scope, by, 0));
                QCOMPARE(left.size(), size_t{1});
                const char* word = scope == ir::Scope::Shared ? "shared array B" : "local array C";
                QVERIFY2(left[0].find(word) == 0, left[0].c_str());
                QVERIFY2(left[0].find("of kernel mm") != std::string::npos, left[0].c_str());
            }
        }
    }

    void storesAreFound()
    {
        for (const ir::Scope scope : {ir::Scope::Shared, ir::Scope::Local}) {
            QCOMPARE(arraysLeft(broken(product(), scope, 0, 1)).size(), size_t{1});
            QCOMPARE(arraysLeft(broken(product(), scope, 0, -1)).size(), size_t{1});
        }
    }

    /// Each array has bounds of its own: the place behind one may well be another's.
    void aRowTooFarIsFoundInsideTheMemory()
    {
        ir::DeviceProgram program = product();
        for (ir::DeviceKernel& kernel : program.kernels) {
            kernel.body = ir::transformExprsIn(kernel.body, [&](const ir::Expr& e) {
                return ir::transformExpr(e, [&](const ir::Expr& part) {
                    const auto* n = part.as<ir::Load>();
                    if (!n || n->buffer->scope != ir::Scope::Shared) {
                        return part;
                    }
                    // [k, x] as [0, x + k * row]: the same element, beyond the row that it names
                    return ir::load(n->buffer, {ir::Expr(0), n->indices[1] + n->indices[0] * ir::Expr(n->buffer->shape[1])});
                });
            });
        }
        QCOMPARE(arraysLeft(program).size(), size_t{1});
    }

    void whatASelectProtectsIsFine()
    {
        ir::DeviceProgram program = product();
        for (ir::DeviceKernel& kernel : program.kernels) {
            kernel.body = ir::transformExprsIn(kernel.body, [&](const ir::Expr& e) {
                return ir::transformExpr(e, [&](const ir::Expr& part) {
                    const auto* n = part.as<ir::Load>();
                    if (!n || n->buffer->scope != ir::Scope::Shared) {
                        return part;
                    }
                    std::vector<ir::Expr> next = n->indices;
                    next.front() = next.front() + ir::Expr(1);
                    return ir::select(next.front() < ir::Expr(n->buffer->shape[0]), ir::load(n->buffer, next),
                                      ir::constant(0, ir::float32));
                });
            });
        }
        QVERIFY(arraysLeft(program).empty());
    }
};

QTEST_GUILESS_MAIN(TestAccessBounds)
#include "tst_accessbounds.moc"
