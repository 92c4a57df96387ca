// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCoreApplication>
#include <QString>

#include <algorithm>
#include <utility>

namespace knobscope {

/// Beginnings of names, longer ones before their own beginnings.
inline constexpr std::pair<const char*, const char*> kInstructions[] = {
    {"vfmadd", QT_TRANSLATE_NOOP("Instructions", "multiplies two registers and adds the product to a third, lane by lane")},
    {"vfnmadd",
     QT_TRANSLATE_NOOP("Instructions", "multiplies two registers and subtracts the product from a third, lane by lane")},
    {"vfmsub",
     QT_TRANSLATE_NOOP("Instructions", "multiplies two registers and subtracts a third from the product, lane by lane")},
    {"vpdpbusd", QT_TRANSLATE_NOOP("Instructions", "adds products of four unsigned and signed bytes to each 32-bit lane")},
    {"vpdpwssd", QT_TRANSLATE_NOOP("Instructions", "adds products of two 16-bit integers to each 32-bit lane")},
    {"vdpbf16ps", QT_TRANSLATE_NOOP("Instructions", "adds products of two bfloat16 numbers to each float32 lane")},
    {"tdpbf16ps",
     QT_TRANSLATE_NOOP("Instructions", "multiplies two tiles of bfloat16 numbers and adds the products to a tile of sums")},
    {"tdpb", QT_TRANSLATE_NOOP("Instructions", "multiplies two tiles of bytes and adds the products to a tile of sums")},
    {"tileload", QT_TRANSLATE_NOOP("Instructions", "loads a tile, row by row")},
    {"tilestore", QT_TRANSLATE_NOOP("Instructions", "stores a tile, row by row")},
    {"tilezero", QT_TRANSLATE_NOOP("Instructions", "sets a tile to zero")},
    {"ldtilecfg", QT_TRANSLATE_NOOP("Instructions", "sets the numbers of rows and bytes of the tiles")},
    {"vbroadcast", QT_TRANSLATE_NOOP("Instructions", "loads one element into all lanes")},
    {"vpbroadcast", QT_TRANSLATE_NOOP("Instructions", "copies one element into all lanes")},
    {"vgather", QT_TRANSLATE_NOOP("Instructions", "loads elements from computed addresses, one by one")},
    {"vscatter", QT_TRANSLATE_NOOP("Instructions", "stores elements at computed addresses, one by one")},
    {"vmovnt", QT_TRANSLATE_NOOP("Instructions", "stores without filling the caches")},
    {"vmov", QT_TRANSLATE_NOOP("Instructions", "copies, loads or stores a register")},
    {"vxor", QT_TRANSLATE_NOOP("Instructions", "exclusive or; of a register with itself: sets it to zero")},
    {"vpxor", QT_TRANSLATE_NOOP("Instructions", "exclusive or; of a register with itself: sets it to zero")},
    {"vzeroupper",
     QT_TRANSLATE_NOOP("Instructions", "ends the use of wide registers, so that older code after it is not slowed down")},
    {"vmul", QT_TRANSLATE_NOOP("Instructions", "multiplies, lane by lane")},
    {"vadd", QT_TRANSLATE_NOOP("Instructions", "adds, lane by lane")},
    {"vsub", QT_TRANSLATE_NOOP("Instructions", "subtracts, lane by lane")},
    {"vdiv", QT_TRANSLATE_NOOP("Instructions", "divides, lane by lane; many times slower than a multiplication")},
    {"vmax", QT_TRANSLATE_NOOP("Instructions", "takes the greater of two numbers, lane by lane")},
    {"vmin", QT_TRANSLATE_NOOP("Instructions", "takes the lesser of two numbers, lane by lane")},
    {"vpmadd", QT_TRANSLATE_NOOP("Instructions", "multiplies pairs of integers and adds neighbouring products")},
    {"vpadd", QT_TRANSLATE_NOOP("Instructions", "adds integers, lane by lane")},
    {"vpmul", QT_TRANSLATE_NOOP("Instructions", "multiplies integers, lane by lane")},
    {"vcvt", QT_TRANSLATE_NOOP("Instructions", "converts numbers to another type")},
    {"vcmp", QT_TRANSLATE_NOOP("Instructions", "compares, lane by lane, into a mask")},
    {"vblend", QT_TRANSLATE_NOOP("Instructions", "chooses lanes of two registers")},
    {"vperm", QT_TRANSLATE_NOOP("Instructions", "reorders lanes")},
    {"vpsh", QT_TRANSLATE_NOOP("Instructions", "reorders or shifts lanes")},
    {"vshuf", QT_TRANSLATE_NOOP("Instructions", "reorders lanes")},
    {"vunpck", QT_TRANSLATE_NOOP("Instructions", "interleaves lanes of two registers")},
    {"vpunpck", QT_TRANSLATE_NOOP("Instructions", "interleaves lanes of two registers")},
    {"vinsert", QT_TRANSLATE_NOOP("Instructions", "replaces a part of a register")},
    {"vextract", QT_TRANSLATE_NOOP("Instructions", "takes a part of a register")},
    {"prefetch", QT_TRANSLATE_NOOP("Instructions", "loads a line into a cache ahead of its use")},
    {"lea", QT_TRANSLATE_NOOP("Instructions", "computes an address, without a load")},
    {"mov", QT_TRANSLATE_NOOP("Instructions", "copies, loads or stores an integer")},
    {"imul", QT_TRANSLATE_NOOP("Instructions", "multiplies integers")},
    {"add", QT_TRANSLATE_NOOP("Instructions", "adds integers")},
    {"sub", QT_TRANSLATE_NOOP("Instructions", "subtracts integers")},
    {"inc", QT_TRANSLATE_NOOP("Instructions", "adds 1")},
    {"dec", QT_TRANSLATE_NOOP("Instructions", "subtracts 1")},
    {"shl", QT_TRANSLATE_NOOP("Instructions", "shifts left: multiplies by a power of two")},
    {"sar", QT_TRANSLATE_NOOP("Instructions", "shifts right: divides by a power of two")},
    {"shr", QT_TRANSLATE_NOOP("Instructions", "shifts right: divides by a power of two")},
    {"xor", QT_TRANSLATE_NOOP("Instructions", "exclusive or; of a register with itself: sets it to zero")},
    {"cmp", QT_TRANSLATE_NOOP("Instructions", "compares, for the jump after it")},
    {"test", QT_TRANSLATE_NOOP("Instructions", "compares with zero, for the jump after it")},
    {"cmov", QT_TRANSLATE_NOOP("Instructions", "copies under a condition, without a jump")},
    {"jmp", QT_TRANSLATE_NOOP("Instructions", "jumps")},
    {"j", QT_TRANSLATE_NOOP("Instructions", "jumps under a condition: often the end of a loop")},
    {"call", QT_TRANSLATE_NOOP("Instructions", "calls a function")},
    {"ret", QT_TRANSLATE_NOOP("Instructions", "returns to the caller")},
    {"push", QT_TRANSLATE_NOOP("Instructions", "saves a register on the stack")},
    {"pop", QT_TRANSLATE_NOOP("Instructions", "restores a register from the stack")},
    {"fmla", QT_TRANSLATE_NOOP("Instructions", "multiplies and adds to the sums, lane by lane")},
    {"ld", QT_TRANSLATE_NOOP("Instructions", "loads")},
    {"st", QT_TRANSLATE_NOOP("Instructions", "stores")},
    {"b.", QT_TRANSLATE_NOOP("Instructions", "jumps under a condition: often the end of a loop")},
};

/// What the instruction of a line of assembly does, in a sentence: "vfmadd231ps: multiplies …". For the instructions of x86-64
/// and Arm that kernels consist of; empty for others, labels and directives.
inline QString instructionHelp(const QString& line)
{
    const QString name = line.trimmed().section(QChar(' '), 0, 0).section(QChar('\t'), 0, 0);
    if (name.isEmpty() || name.endsWith(QLatin1Char(':')) || name.startsWith(QLatin1Char('.'))) {
        return {};
    }
    const auto found =
        std::ranges::find_if(kInstructions, [&](const auto& one) { return name.startsWith(QLatin1String(one.first)); });
    return found == std::end(kInstructions)
             ? QString()
             : QStringLiteral("%1: %2").arg(name, QCoreApplication::translate("Instructions", found->second));
}

} // namespace knobscope
