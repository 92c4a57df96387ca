// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/window/closingdeadline.h"

#include <QCoreApplication>

#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <mutex>

namespace knobscope {

namespace {

struct ClosingWords {
    Q_DECLARE_TR_FUNCTIONS(ClosingDeadline)
};

} // namespace

void endAtOnce(const std::string& words)
{
    std::fprintf(stderr, "knobscope: %s\n", words.c_str());
    std::fflush(stderr);
    std::_Exit(EXIT_FAILURE);
}

void ClosingDeadline::start()
{
    const QString words = ClosingWords::tr("What went on in the background did not end within %1 s and was given up; what was "
                                           "kept in the project stays.")
                              .arg(closingPatience.count());
    m_watch = std::jthread([words = words.toStdString()](const std::stop_token& ended) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        wake.wait_for(lock, ended, closingPatience, [] { return false; });
        if (!ended.stop_requested()) {
            endAtOnce(words);
        }
    });
}

} // namespace knobscope
