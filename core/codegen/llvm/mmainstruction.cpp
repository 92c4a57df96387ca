// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/mmainstruction.h"

#include <fmt/format.h>
#include <llvm/IR/InlineAsm.h>

namespace knobscope {

std::vector<llvm::Value*> multiplyAdd(llvm::IRBuilder<>& builder, const std::string& shape, const std::vector<llvm::Value*>& sums,
                                      const std::vector<llvm::Value*>& a, const std::vector<llvm::Value*>& b)
{
    size_t next = 0;
    const auto registers = [&](size_t count) {
        std::string out = "{";
        for (size_t i = 0; i < count; ++i) {
            out += fmt::format("{}${}", i == 0 ? "" : ", ", next++);
        }
        return out + "}";
    };
    std::string text = fmt::format("mma.sync.aligned.{} {}", shape, registers(sums.size()));
    text += ", " + registers(a.size());
    text += ", " + registers(b.size());
    text += ", " + registers(sums.size()) + ";";
    std::string constraints;
    std::vector<llvm::Type*> types;
    std::vector<llvm::Value*> values;
    const auto add = [&](const std::vector<llvm::Value*>& all, const char* kind) {
        for (llvm::Value* v : all) {
            constraints += fmt::format(",{}", kind);
            types.push_back(v->getType());
            values.push_back(v);
        }
    };
    for (size_t i = 0; i < sums.size(); ++i) {
        constraints += i == 0 ? "=f" : ",=f";
    }
    add(a, "r");
    add(b, "r");
    add(sums, "f");
    auto* result = llvm::StructType::get(builder.getContext(), std::vector<llvm::Type*>(sums.size(), builder.getFloatTy()));
    auto* type = llvm::FunctionType::get(result, types, false);
    llvm::CallInst* call = builder.CreateCall(llvm::InlineAsm::get(type, text, constraints, true), values);
    call->addFnAttr(llvm::Attribute::Convergent);
    std::vector<llvm::Value*> out;
    for (unsigned i = 0; i < sums.size(); ++i) {
        out.push_back(builder.CreateExtractValue(call, i));
    }
    return out;
}

} // namespace knobscope
