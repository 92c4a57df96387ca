// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/host.h"

#include "core/target/machineprofile.h"

namespace knobscope {

bool hasLlvm()
{
    return false;
}

Result<Target> hostTarget()
{
    return parseTarget("llvm");
}

Result<void> checkTarget(const Target&)
{
    return {};
}

Result<void> checkRunsHere(const Target&)
{
    return {};
}

MachineProfile profileOf(const Target&)
{
    return {};
}

bool isThisMachine(const Target&)
{
    return true; // no code is generated for it
}

bool multipliesSignedBytes(const Target&)
{
    return false;
}

bool multipliesBytes(const Target&)
{
    return false;
}

bool hasMatrixTiles(const Target&)
{
    return false;
}

bool multipliesBfloat16(const Target&)
{
    return false;
}

BfloatUnits bfloatUnits(const Target& target)
{
    return hasMatrixTiles(target)     ? BfloatUnits::MatrixTiles
         : multipliesBfloat16(target) ? BfloatUnits::DotProducts
                                      : BfloatUnits::None;
}

int simdLanesOf(const Target&)
{
    return 16;
}

} // namespace knobscope
