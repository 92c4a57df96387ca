// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/codegen/llvm/objectarchive.h"

#include <llvm/Object/ArchiveWriter.h>

namespace knobscope {

Result<std::string> makeObjectArchive(const std::vector<ArchiveMember>& members)
{
    std::vector<llvm::NewArchiveMember> list;
    for (const ArchiveMember& member : members) {
        const llvm::StringRef bytes(reinterpret_cast<const char*>(member.object.data()), member.object.size());
        list.emplace_back(llvm::MemoryBufferRef(bytes, member.name));
    }
    // Write in memory: LLVM's file output ends the process if the disk is full.
    auto archive =
        llvm::writeArchiveToBuffer(list, llvm::SymtabWritingMode::NormalSymtab, llvm::object::Archive::K_GNU, true, false);
    if (!archive) {
        return fail(ErrorCode::Internal, "LLVM cannot write the library: {}", llvm::toString(archive.takeError()));
    }
    return (*archive)->getBuffer().str();
}

} // namespace knobscope
