// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"

#include <QObject>
#include <QString>

#include <atomic>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace knobscope {

/// Reads a project in a thread and through a connection of its own, one question at a time: a new one takes the place of that
/// before it, which is given up. Answers come to the GUI thread. Used from the GUI thread.
class ProjectReader : public QObject
{
    Q_OBJECT
public:
    using Answer = std::function<void()>;
    /// Runs in the reader's thread; what it returns is called in the GUI thread, unless another question was asked meanwhile.
    using Question = std::function<Answer(Project& project, const std::atomic<bool>& isCancelled)>;

    explicit ProjectReader(QObject* parent = nullptr)
        : QObject(parent)
    {
    }
    /// Gives up what goes on and waits for it.
    ~ProjectReader() override;

    /// Another file, or the same opened anew; gives up what goes on. Empty: none.
    void setPath(const QString& path);
    /// Does nothing without a file.
    void ask(Question question);
    void cancel();
    bool isBusy() const { return m_isBusy; }

signals:
    /// The file could not be opened.
    void failed(const QString& sentence);

private:
    struct Asked {
        std::string path;
        uint64_t generation = 0;
        uint64_t number = 0;
        Question question;
        std::shared_ptr<std::atomic<bool>> isCancelled;
    };
    void run();
    void deliver(uint64_t number, const Answer& answer, const QString& problem);

    std::thread m_thread;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<Asked> m_asked;
    bool m_isStopping = false;
    // Of the GUI thread:
    std::string m_path;
    uint64_t m_generation = 0;
    uint64_t m_number = 0;
    bool m_isBusy = false;
    std::shared_ptr<std::atomic<bool>> m_isCancelled;
};

} // namespace knobscope
