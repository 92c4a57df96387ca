// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/graph/onnx/openextents.h"
#include "core/network/modelfile.h"
#include "widgets/base/latestwork.h"
#include "widgets/base/serialwork.h"

#include <QJsonObject>
#include <QStringList>

#include <map>

namespace knobscope {

/// The available networks: those that ship with the program, and opened models. Reads files in the background, one after the
/// other. GUI thread only.
class Networks : public QObject
{
    Q_OBJECT
public:
    explicit Networks(QObject* parent = nullptr);

    const std::vector<Network>& all() const { return m_all; }
    /// Finds a network by its id; null if there is none.
    const Network* find(const std::string& id) const;
    /// The graph of a network without its weights, if it was read; else null.
    std::shared_ptr<const ModelNetwork> model(const std::string& id) const;
    /// Builds the graph of a network that ships with the program; a new request replaces the pending one.
    void requestModel(const std::string& id);
    /// Name by which a worker opens it: the path of its file, else its id.
    std::string nameToOpen(const std::string& id) const;
    /// Returns the id of the network in a task's label: the part before the colon of "resnet-18:2".
    static std::string networkOf(const QString& taskLabel);

    enum class OpenMode { Shown, Quiet };
    /// Reads a model; `Quiet` is for restored sessions. It has the name chosen for its file, else is named after the file, with
    /// as many of its folders as other files of that name need; a file that was opened before replaces its network.
    void open(const QString& path, OpenMode mode = OpenMode::Shown);
    void openAll(const QStringList& paths, OpenMode mode)
    {
        for (const QString& path : paths) {
            open(path, mode);
        }
    }
    /// Why a network cannot be renamed at all, as a sentence: it ships with the program, or there is none; empty: it can.
    QString renamingObstacle(const std::string& id) const;
    /// Whether the network can have this name, which an error explains in a sentence. An empty name is that of its file.
    Result<std::string> checkName(const std::string& id, const QString& name) const;
    /// Names a network; `id` must be that of an opened file, and the name must have been checked. Emits renamed(), not changed().
    void rename(const std::string& id, const std::string& name);
    /// The names that were chosen, by path. They are for files that are opened later, too.
    const std::map<QString, QString>& chosenNames() const { return m_chosenNames; }
    void setChosenNames(std::map<QString, QString> names) { m_chosenNames = std::move(names); }
    /// Numbers that were last chosen for the extents that a file leaves open, even if they are wrong; empty: none were.
    ChosenExtents lastExtents(const QString& path) const;
    /// Reads a model with these numbers. They are kept for later if the model can be read with them. Of a bundled network, named
    /// by its id, this makes another network.
    void openWith(const QString& path, const ChosenExtents& extents);
    /// The chosen extents of all files: {path: {name: number}}.
    QJsonObject extentsToJson() const;
    void setExtents(const QJsonObject& extents);
    /// Why a network's extents cannot be changed, as a sentence; empty: they can.
    QString extentsObstacle(const std::string& id) const;
    /// Emits extentsWanted() for an opened network without an obstacle.
    void askExtents(const std::string& id);
    /// Why a network cannot be closed, as a sentence; empty: it can.
    QString closingObstacle(const std::string& id) const;
    /// Takes an opened network from the list. Its file keeps the chosen name and extents for the next time.
    void close(const std::string& id);
    /// Shapes of the inputs whose extents were chosen, for a worker that opens the network.
    std::vector<std::pair<std::string, Shape>> shapesOf(const std::string& id) const;
    bool isReading() const { return m_reading.isBusy(); }
    /// The opened files and the bundled networks of other extents, by their ids, in order; then those that are still being read.
    QStringList files() const;

signals:
    /// A file that is to be shown is being read. opened(), failed() or extentsWanted() follows.
    void reading(const QString& path);
    void changed();
    void renamed(const QString& before, const QString& now);
    /// Emitted after changed().
    void closed(const QString& id);
    /// Emitted after changed() for a file that is to be shown.
    void opened(const QString& id);
    /// `mode` is the one passed to open().
    void failed(const QString& reason, knobscope::Networks::OpenMode mode);
    /// A file that is to be shown leaves extents of its inputs open; openWith() answers. `problem`: why the chosen ones are
    /// wrong; empty: none were chosen.
    void extentsWanted(const QString& path, const std::vector<knobscope::DeclaredInput>& inputs, const QString& problem);
    /// The result of requestModel(); `problem` is the reason if there is none.
    void modelRead(const QString& id, const QString& problem);

private:
    /// Inputs of a file that leaves extents open, and the shapes with which it was read.
    struct OpenInputs {
        std::vector<DeclaredInput> inputs;
        std::map<std::string, Shape> shapes;
    };
    struct ReadFile;
    std::vector<DeclaredInput> openInputs(const std::string& id) const;
    static ReadFile readFile(const std::string& path, const ChosenExtents& extents);
    void read(const QString& path, OpenMode mode, const ChosenExtents& extents);
    void addFile(ReadFile file, const QString& path, OpenMode mode, const ChosenExtents& extents);
    void nameFile(Network& network, const QString& path);
    void addModel(ModelNetwork model, OpenMode mode);
    bool isTaken(const std::string& name, const QString& byOtherThan) const;
    std::string nameAfterFile(const QString& path) const;

    std::vector<Network> m_all;
    std::map<std::string, std::shared_ptr<const ModelNetwork>> m_models; ///< by id
    QStringList m_files;
    std::map<QString, std::string> m_fileNames; ///< of the opened files, by path: "full.onnx", "b/full.onnx"
    std::map<QString, QString> m_chosenNames;
    std::map<QString, ChosenExtents> m_extents; ///< by path
    std::map<QString, ChosenExtents> m_wrongExtents; ///< chosen last, if the file cannot be read with them
    std::map<QString, OpenInputs> m_open; ///< of the files that were read, by path
    SerialWork m_reading;
    LatestWork m_builder{JobLength::Long};
    std::string m_wanted; ///< id of the network being built, or built last
    QStringList m_pending; ///< files that are being read
};

} // namespace knobscope
