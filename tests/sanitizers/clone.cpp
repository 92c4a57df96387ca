// SPDX-License-Identifier: GPL-3.0-or-later
#include <dlfcn.h>
#include <sys/types.h>

// QProcess starts its child by clone() as vfork() would: in the parent's memory, while the parent waits. The thread sanitizer
// takes every clone() for a fork, attaches the child as a thread of its own, and ends the parent by a failed check afterwards.
// This one is linked before the sanitizer's and goes past it; what the child does until exec() counts as the parent's.
extern "C" __attribute__((no_sanitize("thread"))) int clone(int (*run)(void*), void* stack, int flags, void* argument,
                                                            pid_t* parent, void* tls, pid_t* child)
{
    using Clone = int (*)(int (*)(void*), void*, int, void*, pid_t*, void*, pid_t*);
    static const auto systems = reinterpret_cast<Clone>(dlsym(RTLD_NEXT, "clone"));
    return systems(run, stack, flags, argument, parent, tls, child);
}
