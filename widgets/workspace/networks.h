// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/network/modelfile.h"
#include "widgets/background/latestwork.h"

#include <QStringList>

#include <map>

namespace knobscope {

/// The networks that a person can choose from: those that ship with the program, and models that were opened. Files are read in
/// the background, one after the other. GUI thread only.
class Networks : public QObject
{
    Q_OBJECT
public:
    explicit Networks(QObject* parent = nullptr);

    const std::vector<Network>& all() const { return m_all; }
    /// By its id; null for one that is not there.
    const Network* find(const std::string& id) const;
    /// The graph of a network without its weights, as far as it was read; null otherwise.
    std::shared_ptr<const ModelNetwork> model(const std::string& id) const;
    /// Builds the graph of a network that ships with the program; the newest that was asked for is answered.
    void wantModel(const std::string& id);
    /// What a worker opens it by: the path of a file, else its id.
    std::string toOpen(const std::string& id) const;
    /// The id of the network that a task's label names: of "resnet-18:2" the part before the colon.
    static std::string networkOf(const QString& taskLabel);

    enum class Manner { Shown, Quiet };
    /// Reads a model; quietly what comes back from the last time. It is called as its file is, without the folder unless another
    /// one is called so; a file that was opened before takes its own place.
    void open(const QString& path, Manner manner = Manner::Shown);
    bool isReading() const { return !m_waiting.isEmpty(); }
    /// The files that were opened, in their order.
    const QStringList& files() const { return m_files; }

signals:
    void changed();
    /// After changed(), of a file that is to be shown.
    void opened(const QString& id);
    /// `manner`: as the file was to be opened.
    void failed(const QString& reason, knobscope::Networks::Manner manner);
    /// What wantModel() asked for; `problem` says why there is none.
    void modelRead(const QString& id, const QString& problem);

private:
    void readNext();
    /// Of the first that waits.
    void take(Result<ModelNetwork> model);

    std::vector<Network> m_all;
    std::map<std::string, std::shared_ptr<const ModelNetwork>> m_models; ///< by id
    QStringList m_files;
    QList<std::pair<QString, Manner>> m_waiting; ///< the first is being read
    LatestWork m_work;
    LatestWork m_builder;
    std::string m_wanted; ///< what it builds, or built last
};

} // namespace knobscope
