// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/ir/deviceprogram.h"

#include <cstdint>

namespace knobscope {

/// C = A * B (n x n) as a tiled GPU kernel written by hand: blocks of 8 x 8 threads, 2 x 4 outputs a thread, a 16 x `step`
/// window of A and a `step` x 32 window of B in shared memory, the latter copied four elements at a time.
struct HandMatmul {
    int64_t n = 64;
    int64_t step = 8;
    ir::ForKind inner = ir::ForKind::Unrolled;
    ir::DataType type = ir::float32;

    ir::DeviceProgram program() const
    {
        using namespace ir;
        const Buffer a = makeBuffer("A", {n, n}, type, Scope::Argument);
        const Buffer b = makeBuffer("B", {n, n}, type, Scope::Argument);
        const Buffer c = makeBuffer("C", {n, n}, type, Scope::Argument);
        const Buffer aShared = makeBuffer("A.shared", {16, step}, type, Scope::Shared);
        const Buffer bShared = makeBuffer("B.shared", {step, 32}, type, Scope::Shared);
        const Buffer sum = makeBuffer("C.local", {2, 4}, type, Scope::Local);
        DeviceKernel kernel;
        kernel.name = "matmul";
        kernel.grid = {n / 32, n / 16, 1};
        kernel.block = {8, 8, 1};
        kernel.blockIndex = {Var("x.outer"), Var("y.outer"), Var("blockIdx.z")};
        kernel.threadIndex = {Var("x.thread"), Var("y.thread"), Var("threadIdx.z")};
        kernel.parameters = {a, b, c};
        const Expr bx(kernel.blockIndex[0]);
        const Expr by(kernel.blockIndex[1]);
        const Expr tx(kernel.threadIndex[0]);
        const Expr ty(kernel.threadIndex[1]);
        const Expr thread = ty * Expr(8) + tx;
        const Var ko("k.outer");

        // 16 * step elements of A by 64 threads, one at a time; step * 32 of B, four at a time.
        const Var ai("ax0");
        const Expr aPlace = Expr(ai) * Expr(64) + thread;
        const Stmt copyA = loop(ai, 16 * step / 64, ForKind::Serial, 2,
                                makeStmt(Store{aShared,
                                               {floorDiv(aPlace, Expr(step)), floorMod(aPlace, Expr(step))},
                                               load(a, {by * Expr(16) + floorDiv(aPlace, Expr(step)),
                                                        Expr(ko) * Expr(step) + floorMod(aPlace, Expr(step))})}));
        const Var bi("ax0.outer");
        const Var bv("ax0.inner");
        const Expr bPlace = Expr(bi) * Expr(256) + thread * Expr(4) + Expr(bv);
        const Stmt copyB = loop(bi, step * 32 / 256, ForKind::Serial, 3,
                                loop(bv, 4, ForKind::Vectorized, 4,
                                     makeStmt(Store{bShared,
                                                    {floorDiv(bPlace, Expr(32)), floorMod(bPlace, Expr(32))},
                                                    load(b, {Expr(ko) * Expr(step) + floorDiv(bPlace, Expr(32)),
                                                             bx * Expr(32) + floorMod(bPlace, Expr(32))})})));
        const Var ki("k.inner");
        const Var yi("y.inner");
        const Var xi("x.inner");
        const std::vector<Expr> place{Expr(yi), Expr(xi)};
        const Stmt add = makeStmt(
            Store{sum, place,
                  load(sum, place)
                      + load(aShared, {ty * Expr(2) + Expr(yi), Expr(ki)}) * load(bShared, {Expr(ki), tx * Expr(4) + Expr(xi)})});
        const Stmt tile = loop(ki, step, inner, 5, loop(yi, 2, inner, 6, loop(xi, 4, inner, 7, add)));
        const Stmt barrier = makeStmt(Barrier{});
        const Stmt reduce = loop(ko, n / step, ForKind::Serial, 1, block({barrier, copyA, copyB, barrier, tile}));

        const Var yz("y.init");
        const Var xz("x.init");
        const Stmt zero = loop(yz, 2, ForKind::Unrolled, 0,
                               loop(xz, 4, ForKind::Unrolled, 0, makeStmt(Store{sum, {Expr(yz), Expr(xz)}, constant(0, type)})));
        const Var yw("y.out");
        const Var xw("x.out");
        const Stmt write =
            loop(yw, 2, ForKind::Unrolled, 0,
                 loop(xw, 4, ForKind::Vectorized, 0,
                      makeStmt(Store{c,
                                     {by * Expr(16) + ty * Expr(2) + Expr(yw), bx * Expr(32) + tx * Expr(4) + Expr(xw)},
                                     load(sum, {Expr(yw), Expr(xw)})})));
        kernel.body =
            makeStmt(Allocate{aShared, makeStmt(Allocate{bShared, makeStmt(Allocate{sum, block({zero, reduce, write})})})});
        DeviceProgram out;
        out.name = "matmul";
        out.parameters = {a, b, c};
        out.inputs = 2;
        out.kernels = {kernel};
        out.provenance = {{},
                          {"C", "split(k, factor=8)", "tile_k"},
                          {"A.shared", "split(fused, nparts=64)", ""},
                          {"B.shared", "split(fused, factor=256)", ""},
                          {"B.shared", "vectorize(ax0.inner)", "vectorize"},
                          {"C", "split(k, factor=8)", "tile_k"},
                          {"C", "split(y, factor=2)", "tile_y"},
                          {"C", "split(x, factor=4)", "tile_x"}};
        return out;
    }

    static ir::Stmt loop(const ir::Var& var, int64_t extent, ir::ForKind kind, ir::ProvenanceId provenance, ir::Stmt body)
    {
        ir::For n;
        n.var = var;
        n.extent = extent;
        n.kind = kind;
        n.provenance = provenance;
        n.body = std::move(body);
        return ir::makeStmt(std::move(n));
    }
};

} // namespace knobscope
