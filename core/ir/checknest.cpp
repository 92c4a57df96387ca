// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/checknest.h"

#include "core/ir/visit.h"

#include <set>

namespace knobscope::ir {

namespace {

class DeclarationCheck
{
public:
    void declare(const std::vector<Buffer>& buffers)
    {
        for (const Buffer& buffer : buffers) {
            m_declared.insert(buffer.get());
        }
    }

    void visit(const Stmt& s)
    {
        if (s.isNull() || !m_error.empty()) {
            return;
        }
        if (const auto* loop = s.as<For>()) {
            within(loop->var.id(), [&] { visit(loop->body); });
        } else if (const auto* allocate = s.as<Allocate>()) {
            within(allocate->buffer.get(), [&] { visit(allocate->body); });
        } else if (const auto* store = s.as<Store>()) {
            access(*store->buffer, store->indices);
            visit(store->value);
        } else if (const auto* prefetch = s.as<Prefetch>()) {
            access(*prefetch->buffer, prefetch->indices);
        } else if (const auto* mma = s.as<WarpMma>()) {
            for (const Fragment* part : {&mma->sum, &mma->a, &mma->b}) {
                access(*part->buffer, part->indices);
            }
        } else {
            if (const auto* branch = s.as<IfThen>()) {
                visit(branch->condition);
            }
            forEachChild(s, [&](const Stmt& child) { visit(child); });
        }
    }

    const Sentence& error() const { return m_error; }

private:
    template<class Inside>
    void within(const void* declared, const Inside& inside)
    {
        const bool isNew = m_declared.insert(declared).second;
        inside();
        if (isNew) {
            m_declared.erase(declared);
        }
    }

    void access(const BufferNode& buffer, const std::vector<Expr>& indices)
    {
        need(&buffer, buffer.name);
        if (indices.size() != buffer.shape.size()) {
            m_error =
                phrase("{} has {} dimensions but is accessed with {} indices", buffer.name, buffer.shape.size(), indices.size());
        }
        for (const Expr& index : indices) {
            visit(index);
        }
    }

    void need(const void* id, const std::string& name)
    {
        if (m_error.empty() && !m_declared.contains(id)) {
            m_error = phrase("{} is used but not declared", name);
        }
    }

    void visit(const Expr& e)
    {
        if (e.isNull()) {
            m_error = phrase("an expression is missing");
        }
        if (!m_error.empty()) {
            return;
        }
        if (const auto* ref = e.as<VarRef>()) {
            need(ref->var.id(), ref->var.name());
        } else if (const auto* bound = e.as<LetRef>()) {
            need(bound->var.id(), bound->var.name());
        } else if (const auto* load = e.as<Load>()) {
            access(*load->buffer, load->indices);
        } else if (const auto* read = e.as<TensorRead>()) {
            m_error = phrase("the tensor {} was not lowered to a buffer", read->tensor->name);
        } else if (e.as<Reduce>()) {
            m_error = phrase("a reduction was not lowered to loops");
        } else if (const auto* let = e.as<Let>()) {
            for (const LetBinding& binding : let->bindings) {
                visit(binding.value);
                m_declared.insert(binding.var.id());
            }
            visit(let->body);
            for (const LetBinding& binding : let->bindings) {
                m_declared.erase(binding.var.id());
            }
        } else {
            forEachChild(e, [&](const Expr& child) { visit(child); });
        }
    }

    std::set<const void*> m_declared;
    Sentence m_error;
};

} // namespace

Result<void> checkDeclared(const LoopNest& nest)
{
    DeclarationCheck check;
    check.declare(nest.parameters);
    check.declare(nest.prepared);
    check.visit(nest.prepare);
    check.visit(nest.body);
    return check.error().empty() ? Result<void>() : fail(ErrorCode::Internal, "{}: {}", nest.name, check.error());
}

} // namespace knobscope::ir
