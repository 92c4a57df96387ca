// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/project/networks.h"

#include "widgets/base/coretext.h"

#include <QFileInfo>

#include <algorithm>

namespace knobscope {

namespace {

/// Drops weights: views need only shapes and which values are constant, and weights may take half a gigabyte.
Result<ModelNetwork> withoutWeights(Result<ModelNetwork> model)
{
    const auto empty = std::make_shared<const Tensor>();
    for (size_t i = 0; model && i < model->imported.graph.values.size(); ++i) {
        Value& value = model->imported.graph.values[i];
        value.constant = value.constant ? empty : nullptr;
    }
    return model;
}

} // namespace

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

void Networks::open(const QString& path, OpenMode mode)
{
    m_reading.add(this, {}, [this, path, mode](const std::atomic<bool>&) {
        auto model = std::make_shared<Result<ModelNetwork>>(
            catchExceptions([&] { return withoutWeights(readModelNetwork(path.toStdString())); }));
        return SerialWork::Deliver([=, this] { addModel(std::move(*model), path, mode); });
    });
}

void Networks::addModel(Result<ModelNetwork> model, const QString& path, OpenMode mode)
{
    if (!model) {
        emit failed(coreText(model.error()), mode);
        return;
    }
    if (!m_files.contains(path)) {
        m_files << path;
    }
    model->network.name = QFileInfo(path).fileName().toStdString();
    model->network.source = path.toStdString();
    const Network* same = find(model->network.id());
    if (same && same->source != model->network.source) {
        model->network.name = path.toStdString();
    }
    const std::string id = model->network.id();
    if (same = find(id); same) {
        m_all[static_cast<size_t>(same - m_all.data())] = model->network;
    } else {
        m_all.push_back(model->network);
    }
    m_models[id] = std::make_shared<const ModelNetwork>(std::move(*model));
    emit changed();
    if (mode == OpenMode::Shown) {
        emit opened(QString::fromStdString(id));
    }
}

} // namespace knobscope
