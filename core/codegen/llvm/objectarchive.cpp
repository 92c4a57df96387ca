// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/objectarchive.h"

#include <llvm/Object/ArchiveWriter.h>

namespace knobscope {

Result<void> writeObjectArchive(const std::string& path, const std::vector<ArchiveMember>& members)
{
    std::vector<llvm::NewArchiveMember> list;
    for (const ArchiveMember& member : members) {
        const llvm::StringRef bytes(reinterpret_cast<const char*>(member.object.data()), member.object.size());
        list.emplace_back(llvm::MemoryBufferRef(bytes, member.name));
    }
    if (llvm::Error error =
            llvm::writeArchive(path, list, llvm::SymtabWritingMode::NormalSymtab, llvm::object::Archive::K_GNU, true, false)) {
        return fail(ErrorCode::Io, "{} cannot be written: {}", path, llvm::toString(std::move(error)));
    }
    return {};
}

} // namespace knobscope
