// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loop/transferpreview.h"

namespace knobscope {

Result<TransferPreview> previewTransfer(LoopTask task, Project* project, int threads)
{
    TransferPreview preview;
    preview.sentences = TRY(applyTransfer(task, project, threads));
    preview.tasks = static_cast<int64_t>(task.history.size());
    preview.known = static_cast<int64_t>(task.known.size());
    for (const EarlierTask& earlier : task.history) {
        preview.records += static_cast<int64_t>(earlier.trials.size());
    }
    TunerContext context;
    context.space = &task.task.space;
    context.task = &task.task;
    context.seed = task.options.seed;
    context.parameters = task.options.parameters;
    context.history = task.history;
    size_t fromTuner = 0;
    context.say = [&](const Sentence& line) {
        preview.sentences.push_back(line);
        ++fromTuner;
    };
    TRY(makeTuner(task.options.tuner, context));
    preview.tunerLearns = fromTuner > 0 || task.history.empty();
    return preview;
}

} // namespace knobscope
