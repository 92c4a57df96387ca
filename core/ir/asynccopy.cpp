// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ir/asynccopy.h"

namespace knobscope::ir {

namespace {

const Load* globalLoad(const Expr& e)
{
    const auto* load = e.as<Load>();
    const bool isGlobal = load && (load->buffer->scope == Scope::Argument || load->buffer->scope == Scope::Workspace);
    return isGlobal ? load : nullptr;
}

} // namespace

std::optional<AsyncSource> asyncSource(const Store& store)
{
    const auto* choice = store.value.as<Select>();
    if (choice && !isZero(choice->whenFalse)) {
        return std::nullopt;
    }
    const Load* load = globalLoad(choice ? choice->whenTrue : store.value);
    if (!load || store.buffer->scope != Scope::Shared || load->buffer->type != store.buffer->type) {
        return std::nullopt;
    }
    return AsyncSource{load, choice ? choice->condition : Expr()};
}

bool isAsyncWidth(int64_t bytes)
{
    return bytes == 4 || bytes == 8 || bytes == 16;
}

} // namespace knobscope::ir
