// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/project.h"
#include "widgets/background/serialwork.h"

#include <QStringList>
#include <QTimer>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

namespace knobscope {

/// All that the window writes to projects beside its runs: what is prepared, lines of the log, configs measured by hand. Each
/// file has a queue and a thread of its own, which writes in the order asked and waits while another program holds the file's
/// lock: nothing is given up for that. GUI thread only, unless said.
class ProjectWrites : public QObject
{
    Q_OBJECT
public:
    explicit ProjectWrites(QObject* parent = nullptr);
    /// Waits until all is written, unless giveUp() was called.
    ~ProjectWrites() override;

    /// `what` names what is written for a person: "edits and queue". `write`, in the queue's thread, gives a Result, which `take`
    /// gets in the GUI thread as long as `asker` lives. One that waits under the same asker and key is replaced; an empty key
    /// replaces nothing.
    template<class Write, class Take>
    void add(const QString& path, const QString& what, QObject* asker, const QString& key, Write write, Take take);
    bool isBusy() const;
    /// "Another program is writing to FILE. Not in it yet: …"; empty: all is written.
    QString unwritten() const;
    /// The same as of when it is called, which any thread may do, of what is asked for by now.
    std::function<QString()> unwrittenLater() const;
    /// Waits at most so long until all is written. Whether it is.
    bool finishWithin(std::chrono::milliseconds patience);
    /// Waits until all is written (tests).
    void finishNow();
    /// What is not written yet is lost, and so is what is added from now on.
    void giveUp();
    /// Waits until all that was asked for this file so far is written, or `stop`; for any thread.
    using Wait = std::function<void(const std::atomic<bool>& stop)>;
    Wait waitFor(const QString& path);

signals:
    /// Something has waited for a second, and what (see unwritten()); once until all is written.
    void delayed(const QString& sentence);
    /// All is written.
    void idle();

private:
    struct Waiting {
        QString what;
        std::chrono::steady_clock::time_point since;
    };
    struct Queue {
        SerialWork work;
        std::vector<std::weak_ptr<const Waiting>> waiting; ///< expired: written
    };
    /// `attempt` gives true when it is done, or hopeless.
    void put(const QString& path, const QString& what, QObject* asker, const QString& key, std::function<bool()> attempt,
             SerialWork::Deliver deliver);
    void tellOfDelay();
    void tellOfEnd();
    std::map<QString, std::unique_ptr<Queue>> m_queues; ///< by path
    QTimer m_look;
    bool m_isGivenUp = false;
    bool m_isTold = false; ///< of what waits now
};

template<class Write, class Take>
void ProjectWrites::add(const QString& path, const QString& what, QObject* asker, const QString& key, Write write, Take take)
{
    const auto given = std::make_shared<std::optional<std::invoke_result_t<Write&>>>();
    put(
        path, what, asker, key,
        [given, write = std::move(write)]() mutable {
            given->emplace(caught(write));
            return **given || !isLocked((*given)->error());
        },
        [given, take = std::move(take)]() mutable { take(**given); });
}

} // namespace knobscope
