// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled for its precompiled headers (knobscope_test_headers in cmake/KnobscopeTargets.cmake).
