// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measure/codeworker.h"
#include "core/task/kernelcode.h"
#include "core/task/task.h"

#include <QString>

#include <deque>
#include <memory>

namespace knobscope {

/// Which code: a task with its edits and a config of its space.
struct CodeKey {
    std::shared_ptr<const Task> task;
    qint64 index = -1;

    bool isValid() const { return task && index >= 0; }
    friend bool operator==(const CodeKey& a, const CodeKey& b) { return a.task == b.task && a.index == b.index; }
};

/// The last pieces of generated code by kernelKey, so that going back to a config is instant. A value of one thread.
class CodeStore
{
public:
    using Code = std::shared_ptr<const KernelCode>;
    /// Null when it has to be generated, and for no key.
    Code find(const CodeKey& key) const;
    /// Code that is null or known is left alone; what a compiler could not make is not kept: it may be able to when it is asked
    /// again.
    void insert(const CodeKey& key, Code code);

private:
    static constexpr size_t most = 24;
    struct Entry {
        std::string kernel;
        Code code;
    };
    std::deque<Entry> m_entries; ///< newest first
};

/// Generates the code of a key; a config that is not in the space is code whose every level says so. Any thread. A raised
/// `stop` gives it up within a moment.
CodeStore::Code generateCode(const CodeKey& key, CodeWorker& compiler, const std::atomic<bool>& stop);

} // namespace knobscope
