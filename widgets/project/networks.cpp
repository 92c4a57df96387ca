// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/networks.h"

#include "core/graph/onnx/dynamictail.h"
#include "widgets/base/coretext.h"

#include <algorithm>

namespace knobscope {

namespace {

void dropWeights(Graph& graph)
{
    const auto empty = std::make_shared<const Tensor>();
    for (Value& value : graph.values) {
        value.constant = value.constant ? empty : nullptr;
    }
}

/// Drops weights: views need only shapes and which values are constant, and weights may take half a gigabyte.
Result<ModelNetwork> withoutWeights(Result<ModelNetwork> model)
{
    if (model) {
        dropWeights(model->imported.graph);
    }
    if (model && model->imported.tail) {
        auto tail = std::make_shared<DynamicTail>(*model->imported.tail);
        tail->model.reset();
        std::ranges::for_each(tail->sections, [](TailSection& section) { dropWeights(section.graph); });
        model->imported.tail = std::move(tail);
    }
    return model;
}

/// True if a person can answer; hostile files leave thousands of extents open.
bool canBeAsked(const std::vector<DeclaredInput>& inputs)
{
    constexpr size_t most = 100;
    const size_t open = openExtents(inputs).size();
    return open > 0 && open <= most;
}

} // namespace

/// A file's model and its inputs, or why it could not be read.
struct Networks::ReadFile {
    Result<ModelNetwork> model;
    OpenInputs open;
};

Networks::Networks(QObject* parent)
    : QObject(parent)
    , m_all(loadNetworks().value_or(std::vector<Network>())) // embedded in the program; a test covers it
{
}

const Network* Networks::find(const std::string& id) const
{
    const auto found = std::find_if(m_all.begin(), m_all.end(), [&](const Network& network) { return network.id() == id; });
    return found == m_all.end() ? nullptr : &*found;
}

std::shared_ptr<const ModelNetwork> Networks::model(const std::string& id) const
{
    const auto found = m_models.find(id);
    return found == m_models.end() ? nullptr : found->second;
}

void Networks::requestModel(const std::string& id)
{
    if (m_builder.isBusy() && m_wanted == id) {
        return; // a new request would restart it
    }
    m_wanted = id;
    m_builder.ask([id] { return withoutWeights(openModelNetwork(id)); },
                  [this, id](Result<ModelNetwork> model) {
                      if (model) {
                          m_models[id] = std::make_shared<const ModelNetwork>(std::move(*model));
                      }
                      emit modelRead(QString::fromStdString(id), model ? QString() : coreText(model.error()));
                  });
}

std::string Networks::nameToOpen(const std::string& id) const
{
    const Network* network = find(id);
    return network && m_files.contains(QString::fromStdString(network->source)) ? network->source : id;
}

std::string Networks::networkOf(const QString& taskLabel)
{
    return taskLabel.left(taskLabel.lastIndexOf(QLatin1Char(':'))).toStdString();
}

QStringList Networks::files() const
{
    QStringList all = m_files;
    for (const QString& path : m_pending) {
        if (!all.contains(path)) {
            all << path;
        }
    }
    return all;
}

void Networks::open(const QString& path, OpenMode mode)
{
    const auto known = m_extents.find(path);
    read(path, mode, known == m_extents.end() ? ChosenExtents() : known->second);
}

void Networks::openWith(const QString& path, const ChosenExtents& extents)
{
    read(path, OpenMode::Shown, extents);
}

void Networks::read(const QString& path, OpenMode mode, const ChosenExtents& extents)
{
    m_pending << path;
    if (mode == OpenMode::Shown) {
        emit reading(path);
    }
    m_reading.add(this, {}, [this, path, mode, extents](const std::atomic<bool>&) {
        auto file = std::make_shared<ReadFile>(readFile(path.toStdString(), extents));
        return SerialWork::Deliver([=, this] { addFile(std::move(*file), path, mode, extents); });
    });
}

ChosenExtents Networks::lastExtents(const QString& path) const
{
    const auto wrong = m_wrongExtents.find(path);
    const auto known = m_extents.find(path);
    return wrong != m_wrongExtents.end() ? wrong->second : known != m_extents.end() ? known->second : ChosenExtents();
}

QJsonObject Networks::extentsToJson() const
{
    QJsonObject all;
    for (const auto& [path, extents] : m_extents) {
        QJsonObject own;
        for (const auto& [name, number] : extents) {
            own[QString::fromStdString(name)] = static_cast<qint64>(number);
        }
        all[path] = own;
    }
    return all;
}

void Networks::setExtents(const QJsonObject& extents)
{
    m_extents.clear();
    for (auto file = extents.begin(); file != extents.end(); ++file) {
        const QJsonObject own = file.value().toObject();
        for (auto extent = own.begin(); extent != own.end(); ++extent) {
            m_extents[file.key()][extent.key().toStdString()] = extent.value().toInteger();
        }
    }
}

/// Empty if nothing is open in the network's file, or a bundled network is none with a graph.
std::vector<DeclaredInput> Networks::openInputs(const std::string& id) const
{
    const Network* network = find(id);
    const auto found = network ? m_open.find(QString::fromStdString(network->source)) : m_open.end();
    return found != m_open.end() ? found->second.inputs : network ? openInputsOf(*network) : std::vector<DeclaredInput>();
}

QString Networks::extentsObstacle(const std::string& id) const
{
    return !find(id)              ? tr("Choose a network first.")
         : openInputs(id).empty() ? tr("%1 has no inputs whose extents are open.").arg(QString::fromStdString(id))
                                  : QString();
}

void Networks::askExtents(const std::string& id)
{
    emit extentsWanted(QString::fromStdString(nameToOpen(id)), openInputs(id), {});
}

QString Networks::closingObstacle(const std::string& id) const
{
    return !find(id) ? tr("Choose a network first.")
         : !m_files.contains(QString::fromStdString(nameToOpen(id)))
             ? tr("%1 is a bundled network; only opened ones can be closed.").arg(QString::fromStdString(id))
             : QString();
}

void Networks::close(const std::string& id)
{
    const QString opened = QString::fromStdString(nameToOpen(id));
    std::erase_if(m_all, [&](const Network& network) { return network.id() == id; });
    m_models.erase(id);
    m_files.removeOne(opened);
    m_fileNames.erase(opened);
    m_open.erase(opened);
    emit changed();
    emit closed(QString::fromStdString(id));
}

std::vector<std::pair<std::string, Shape>> Networks::shapesOf(const std::string& id) const
{
    const auto open = m_open.find(QString::fromStdString(nameToOpen(id)));
    return open != m_open.end()
             ? std::vector<std::pair<std::string, Shape>>(open->second.shapes.begin(), open->second.shapes.end())
             : std::vector<std::pair<std::string, Shape>>();
}

Networks::ReadFile Networks::readFile(const std::string& path, const ChosenExtents& extents)
{
    ReadFile file;
    file.model = catchExceptions([&]() -> Result<ModelNetwork> {
        ImportOptions options;
        if (!extents.empty()) {
            file.open.inputs = TRY(declaredInputsOf(path));
            options.shapes = TRY(withPrefix(path, shapesWith(file.open.inputs, extents)));
        }
        file.open.shapes = options.shapes;
        return withoutWeights(openModelNetwork(path, options));
    });
    if (!file.model && extents.empty()) {
        file.open.inputs = declaredInputsOf(path).value_or(std::vector<DeclaredInput>());
    }
    if (openExtents(file.open.inputs).empty()) {
        file.open = {};
    }
    return file;
}

void Networks::addFile(ReadFile file, const QString& path, OpenMode mode, const ChosenExtents& extents)
{
    m_pending.removeOne(path);
    m_wrongExtents.erase(path);
    if (file.model) {
        if (isModelFileName(path.toStdString())) {
            if (!extents.empty()) {
                m_extents[path] = extents;
            }
            m_open[path] = std::move(file.open);
            nameFile(file.model->network, path);
        } else if (const QString id = QString::fromStdString(file.model->network.id());
                   file.model->network.hasOtherInput && !m_files.contains(id)) {
            m_files << id;
        }
        addModel(std::move(*file.model), mode);
    } else if (mode == OpenMode::Shown && canBeAsked(file.open.inputs)) {
        if (!extents.empty()) {
            m_wrongExtents[path] = extents;
        }
        emit extentsWanted(path, file.open.inputs, extents.empty() ? QString() : coreText(file.model.error()));
    } else {
        emit failed(coreText(file.model.error()), mode);
    }
}

/// Whether another network has the name, or gets it when its own is taken back.
bool Networks::isTaken(const std::string& name, const QString& byOtherThan) const
{
    const Network* named = find(name);
    return (named && QString::fromStdString(named->source) != byOtherThan)
        || std::ranges::any_of(m_fileNames, [&](const auto& file) { return file.second == name && file.first != byOtherThan; });
}

/// The shortest end of the path that is no other network's name.
std::string Networks::nameAfterFile(const QString& path) const
{
    qsizetype begin = path.size();
    std::string name;
    do {
        begin = begin > 0 ? path.lastIndexOf(QLatin1Char('/'), begin - 1) : -1;
        name = path.mid(begin + 1).toStdString();
    } while (begin >= 0 && isTaken(name, path));
    return name;
}

QString Networks::renamingObstacle(const std::string& id) const
{
    const Network* network = find(id);
    return !network ? tr("Choose a network first.")
         : !m_fileNames.contains(QString::fromStdString(network->source))
             ? tr("%1 is a bundled network; only opened models can be renamed.").arg(QString::fromStdString(id))
             : QString();
}

Result<std::string> Networks::checkName(const std::string& id, const QString& name) const
{
    const auto refuse = [](const QString& sentence) { return fail(ErrorCode::InvalidArgument, "{}", sentence.toStdString()); };
    if (const QString obstacle = renamingObstacle(id); !obstacle.isEmpty()) {
        return refuse(obstacle);
    }
    const QString path = QString::fromStdString(find(id)->source);
    const QString wanted = name.trimmed();
    if (wanted.isEmpty()) {
        return m_fileNames.at(path);
    }
    if (wanted.toStdString() == m_fileNames.at(path)) { // may have a folder
        return wanted.toStdString();
    }
    if (wanted.contains(QLatin1Char(':')) || wanted.contains(QLatin1Char('/'))) {
        return refuse(tr("A name cannot contain ':' or '/'."));
    }
    if (isTaken(wanted.toStdString(), path)) {
        return refuse(tr("Another network is named %1.").arg(wanted));
    }
    return wanted.toStdString();
}

void Networks::rename(const std::string& id, const std::string& name)
{
    const auto network = std::ranges::find(m_all, id, &Network::id);
    const QString path = QString::fromStdString(network->source);
    network->name = name;
    m_chosenNames.erase(path);
    if (name != m_fileNames.at(path)) {
        m_chosenNames[path] = QString::fromStdString(name);
    }
    if (auto model = m_models.extract(id)) {
        model.key() = name;
        m_models.insert(std::move(model));
    }
    emit renamed(QString::fromStdString(id), QString::fromStdString(name));
}

void Networks::nameFile(Network& network, const QString& path)
{
    if (!m_files.contains(path)) {
        m_files << path;
    }
    const std::string named = m_fileNames.try_emplace(path, nameAfterFile(path)).first->second;
    const auto chosen = m_chosenNames.find(path);
    const bool isChosen = chosen != m_chosenNames.end() && !isTaken(chosen->second.toStdString(), path);
    network.name = isChosen ? chosen->second.toStdString() : named;
    network.source = path.toStdString();
}

void Networks::addModel(ModelNetwork model, OpenMode mode)
{
    const std::string id = model.network.id();
    if (const Network* same = find(id); same) {
        m_all[static_cast<size_t>(same - m_all.data())] = model.network;
    } else {
        m_all.push_back(model.network);
    }
    m_models[id] = std::make_shared<const ModelNetwork>(std::move(model));
    emit changed();
    if (mode == OpenMode::Shown) {
        emit opened(QString::fromStdString(id));
    }
}

} // namespace knobscope
