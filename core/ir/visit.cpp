// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/visit.h"

#include <algorithm>

namespace knobscope::ir {

namespace {

template<class... F>
struct Overloaded : F... {
    using F::operator()...;
};
template<class... F>
Overloaded(F...) -> Overloaded<F...>;

} // namespace

Expr mapChildren(const Expr& e, const std::function<Expr(const Expr&)>& map)
{
    const auto rebuilt = [&](ExprNode::Kind kind) {
        return Expr(std::make_shared<const ExprNode>(ExprNode{std::move(kind), e.type()}));
    };
    const auto moved = [&](auto access) {
        bool changed = false;
        for (Expr& index : access.indices) {
            Expr now = map(index);
            changed = changed || now.id() != index.id();
            index = std::move(now);
        }
        return changed ? rebuilt(std::move(access)) : e;
    };
    return std::visit(Overloaded{
                          [&](const Binary& n) {
                              const Expr a = map(n.a);
                              const Expr b = map(n.b);
                              return a.id() == n.a.id() && b.id() == n.b.id() ? e : binary(n.op, a, b);
                          },
                          [&](const Not& n) {
                              const Expr a = map(n.a);
                              return a.id() == n.a.id() ? e : !a;
                          },
                          [&](const Select& n) {
                              const Expr c = map(n.condition);
                              if (isTrue(c)) {
                                  return map(n.whenTrue);
                              }
                              if (isFalse(c)) {
                                  return map(n.whenFalse);
                              }
                              const Expr t = map(n.whenTrue);
                              const Expr f = map(n.whenFalse);
                              return c.id() == n.condition.id() && t.id() == n.whenTrue.id() && f.id() == n.whenFalse.id()
                                       ? e
                                       : select(c, t, f);
                          },
                          [&](const Cast& n) {
                              const Expr v = map(n.value);
                              return v.id() == n.value.id() ? e : cast(n.type, v);
                          },
                          [&](const Call& n) {
                              const Expr v = map(n.value);
                              return v.id() == n.value.id() ? e : rebuilt(Call{n.function, v});
                          },
                          [&](const TensorRead& n) { return moved(n); },
                          [&](const Load& n) { return moved(n); },
                          [&](const Reduce& n) {
                              const Expr source = map(n.source);
                              return source.id() == n.source.id() ? e : rebuilt(Reduce{n.op, source, n.axes});
                          },
                          [&](const Let& n) {
                              std::vector<LetBinding> bindings;
                              bool changed = false;
                              for (const LetBinding& binding : n.bindings) {
                                  bindings.push_back({binding.var, map(binding.value)});
                                  changed = changed || bindings.back().value.id() != binding.value.id();
                              }
                              const Expr body = map(n.body);
                              return changed || body.id() != n.body.id() ? let(std::move(bindings), body) : e;
                          },
                          [&](const auto&) { return e; },
                      },
                      e.node().kind);
}

void forEachChild(const Expr& e, const std::function<void(const Expr&)>& visit)
{
    std::visit(Overloaded{
                   [&](const Binary& n) {
                       visit(n.a);
                       visit(n.b);
                   },
                   [&](const Not& n) { visit(n.a); },
                   [&](const Select& n) {
                       visit(n.condition);
                       visit(n.whenTrue);
                       visit(n.whenFalse);
                   },
                   [&](const Cast& n) { visit(n.value); },
                   [&](const Call& n) { visit(n.value); },
                   [&](const TensorRead& n) { std::for_each(n.indices.begin(), n.indices.end(), visit); },
                   [&](const Load& n) { std::for_each(n.indices.begin(), n.indices.end(), visit); },
                   [&](const Reduce& n) { visit(n.source); },
                   [&](const Let& n) {
                       for (const LetBinding& binding : n.bindings) {
                           visit(binding.value);
                       }
                       visit(n.body);
                   },
                   [](const auto&) {},
               },
               e.node().kind);
}

void forEachExpr(const Expr& e, const std::function<void(const Expr&)>& visit)
{
    if (!e.isNull()) {
        visit(e);
        forEachChild(e, [&](const Expr& child) { forEachExpr(child, visit); });
    }
}

Expr transformExpr(const Expr& e, const std::function<Expr(const Expr&)>& rewrite)
{
    return rewrite(mapChildren(e, [&](const Expr& child) { return transformExpr(child, rewrite); }));
}

Expr substitute(const Expr& e, const Substitution& values)
{
    if (const auto* ref = e.as<VarRef>()) {
        const auto found = values.find(ref->var.id());
        return found == values.end() ? e : found->second;
    }
    if (const auto* ref = e.as<LetRef>()) {
        const auto found = values.find(ref->var.id());
        return found == values.end() ? e : found->second;
    }
    return mapChildren(e, [&](const Expr& child) { return substitute(child, values); });
}

bool anyExpr(const Expr& e, const std::function<bool(const Expr&)>& holds)
{
    bool found = false;
    forEachExpr(e, [&](const Expr& part) { found = found || holds(part); });
    return found;
}

bool usesVar(const Expr& e, const Var& var)
{
    return anyExpr(e, [&](const Expr& part) { return isVar(part, var); });
}

bool usesVar(const Expr& e, const std::function<bool(const Var&)>& isMeant)
{
    return anyExpr(e, [&](const Expr& part) {
        const auto* ref = part.as<VarRef>();
        return ref && isMeant(ref->var);
    });
}

void forEachChild(const Stmt& s, const std::function<void(const Stmt&)>& visit)
{
    std::visit(Overloaded{
                   [&](const For& n) { visit(n.body); },
                   [&](const Block& n) { std::for_each(n.statements.begin(), n.statements.end(), visit); },
                   [&](const IfThen& n) {
                       visit(n.then);
                       visit(n.elseBody);
                   },
                   [&](const Allocate& n) { visit(n.body); },
                   [](const auto&) {},
               },
               s.node().kind);
}

void forEachStmt(const Stmt& s, const std::function<void(const Stmt&)>& visit)
{
    if (!s.isNull()) {
        visit(s);
        forEachChild(s, [&](const Stmt& child) { forEachStmt(child, visit); });
    }
}

void forEachExprIn(const Stmt& s, const std::function<void(const Expr&)>& visit)
{
    const auto all = [&](const std::vector<Expr>& indices) {
        for (const Expr& index : indices) {
            forEachExpr(index, visit);
        }
    };
    forEachStmt(s, [&](const Stmt& part) {
        if (const auto* store = part.as<Store>()) {
            all(store->indices);
            forEachExpr(store->value, visit);
        } else if (const auto* branch = part.as<IfThen>()) {
            forEachExpr(branch->condition, visit);
        } else if (const auto* mma = part.as<WarpMma>()) {
            for (const Fragment* fragment : {&mma->sum, &mma->a, &mma->b}) {
                all(fragment->indices);
            }
        } else if (const auto* prefetch = part.as<Prefetch>()) {
            all(prefetch->indices);
        }
    });
}

void forEachAccess(const Stmt& s, const std::function<void(const Buffer&, const std::vector<Expr>&)>& visit)
{
    forEachStmt(s, [&](const Stmt& part) {
        if (const auto* store = part.as<Store>()) {
            visit(store->buffer, store->indices);
        } else if (const auto* mma = part.as<WarpMma>()) {
            for (const Fragment* fragment : {&mma->sum, &mma->a, &mma->b}) {
                visit(fragment->buffer, fragment->indices);
            }
        }
    });
    forEachExprIn(s, [&](const Expr& part) {
        if (const auto* load = part.as<Load>()) {
            visit(load->buffer, load->indices);
        }
    });
}

Stmt transformExprsIn(const Stmt& s, const std::function<Expr(const Expr&)>& rewrite)
{
    const auto rewriteAll = [&](std::vector<Expr>& indices) {
        for (Expr& index : indices) {
            index = rewrite(index);
        }
    };
    return transformStmt(s, [&](const Stmt& part) {
        if (const auto* store = part.as<Store>()) {
            Store out = *store;
            rewriteAll(out.indices);
            out.value = rewrite(out.value);
            return makeStmt(std::move(out));
        }
        if (const auto* mma = part.as<WarpMma>()) {
            WarpMma out = *mma;
            for (Fragment* fragment : {&out.sum, &out.a, &out.b}) {
                rewriteAll(fragment->indices);
            }
            return makeStmt(std::move(out));
        }
        if (const auto* prefetch = part.as<Prefetch>()) {
            Prefetch out = *prefetch;
            rewriteAll(out.indices);
            return makeStmt(std::move(out));
        }
        if (const auto* branch = part.as<IfThen>()) {
            const Expr condition = rewrite(branch->condition);
            return isTrue(condition)  ? branch->then
                 : isFalse(condition) ? branch->elseBody
                                      : makeStmt(IfThen{condition, branch->then, branch->elseBody});
        }
        return part;
    });
}

Stmt mapChildren(const Stmt& s, const std::function<Stmt(const Stmt&)>& visit)
{
    if (s.isNull()) {
        return s;
    }
    const auto around = [&](auto out) {
        const void* const before = out.body.id();
        out.body = visit(out.body);
        return out.body.isNull() ? Stmt() : out.body.id() == before ? s : makeStmt(std::move(out));
    };
    return std::visit(Overloaded{
                          [&](const For& n) { return around(n); },
                          [&](const Block& n) {
                              std::vector<Stmt> out;
                              bool changed = false;
                              for (const Stmt& child : n.statements) {
                                  out.push_back(visit(child));
                                  changed = changed || out.back().id() != child.id();
                              }
                              return changed ? block(std::move(out)) : s;
                          },
                          [&](const IfThen& n) {
                              IfThen out{n.condition, visit(n.then), visit(n.elseBody)};
                              if (out.then.isNull() && out.elseBody.isNull()) {
                                  return Stmt();
                              }
                              if (out.then.isNull()) {
                                  out = IfThen{!n.condition, out.elseBody, {}};
                              } else if (out.then.id() == n.then.id() && out.elseBody.id() == n.elseBody.id()) {
                                  return s;
                              }
                              return makeStmt(std::move(out));
                          },
                          [&](const Allocate& n) { return around(n); },
                          [&](const auto&) { return s; },
                      },
                      s.node().kind);
}

Stmt transformStmt(const Stmt& s, const std::function<Stmt(const Stmt&)>& rewrite)
{
    const Stmt rebuilt = mapChildren(s, [&](const Stmt& child) { return transformStmt(child, rewrite); });
    return rebuilt.isNull() ? rebuilt : rewrite(rebuilt);
}

Stmt substitute(const Stmt& s, const Substitution& values)
{
    return transformExprsIn(s, [&](const Expr& e) { return substitute(e, values); });
}

bool anyExprIn(const Stmt& s, const std::function<bool(const Expr&)>& holds)
{
    bool found = false;
    forEachExprIn(s, [&](const Expr& part) { found = found || holds(part); });
    return found;
}

bool usesVar(const Stmt& s, const Var& var)
{
    return anyExprIn(s, [&](const Expr& part) { return isVar(part, var); });
}

Stmt moveAccesses(const Stmt& s, const MovedAccess& moved)
{
    const Stmt reads = transformExprsIn(s, [&](const Expr& e) {
        return transformExpr(e, [&](const Expr& part) {
            const auto* load = part.as<Load>();
            const auto place = load ? moved(load->buffer, load->indices) : std::nullopt;
            return place ? ir::load(place->buffer, place->indices) : part;
        });
    });
    return transformStmt(reads, [&](const Stmt& part) {
        if (const auto* mma = part.as<WarpMma>()) {
            WarpMma out = *mma;
            for (Fragment* fragment : {&out.sum, &out.a, &out.b}) {
                *fragment = moved(fragment->buffer, fragment->indices).value_or(*fragment);
            }
            return makeStmt(std::move(out));
        }
        const auto* store = part.as<Store>();
        const auto place = store ? moved(store->buffer, store->indices) : std::nullopt;
        return place ? makeStmt(Store{place->buffer, place->indices, store->value}) : part;
    });
}

bool storesInto(const Stmt& s, const BufferNode& buffer)
{
    return std::ranges::any_of(statementsOf<Store>(s), [&](const Store* store) { return store->buffer.get() == &buffer; });
}

} // namespace knobscope::ir
