// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/space/variantstore.h"

#include "widgets/translation/coretext.h"

#include <QCryptographicHash>
#include <QSettings>

#include <algorithm>

namespace knobscope {

namespace {

/// Task keys hold characters that settings cannot.
QString settingsKey(const std::string& task)
{
    return QStringLiteral("variants/")
         + QString::fromLatin1(QCryptographicHash::hash(QByteArray::fromStdString(task), QCryptographicHash::Sha1).toHex());
}

} // namespace

Result<std::vector<SpaceEdit>> editsOf(const NamedEdits& variant)
{
    return editsFromJson(variant.edits);
}

VariantStore::VariantStore(Workspace& workspace, QObject* parent)
    : QObject(parent)
    , m_workspace(workspace)
{
    connect(&workspace, &Workspace::taskChanged, this, &VariantStore::load);
    connect(&workspace, &Workspace::projectChanged, this, &VariantStore::load);
    load();
}

std::vector<NamedEdits> VariantStore::fromSettings() const
{
    const QByteArray text = QSettings().value(settingsKey(m_task)).toByteArray();
    return variantsFromJson(nlohmann::json::parse(text.toStdString(), nullptr, false)).value_or(std::vector<NamedEdits>{});
}

void VariantStore::toSettings(const std::vector<NamedEdits>& variants)
{
    QSettings settings;
    if (variants.empty()) {
        settings.remove(settingsKey(m_task));
    } else {
        settings.setValue(settingsKey(m_task), QByteArray::fromStdString(variantsToJson(variants).dump(
                                                   -1, ' ', false, nlohmann::json::error_handler_t::replace)));
    }
}

void VariantStore::load()
{
    m_writer.reset(); // waits for what is being written
    const auto task = m_workspace.task();
    m_task = task ? workloadKey(*task) : std::string();
    m_variants = task ? fromSettings() : std::vector<NamedEdits>{};
    if (task && m_workspace.project()) {
        auto kept = variants(*m_workspace.project(), m_task);
        if (!kept) {
            m_workspace.say(MessageLevel::Warning, coreText(kept.error().message));
        } else {
            // What was made before there was a project follows what the project has.
            for (NamedEdits& old : m_variants) {
                const bool isThere =
                    std::any_of(kept->begin(), kept->end(), [&](const NamedEdits& v) { return v.name == old.name; });
                if (!isThere) {
                    kept->push_back(std::move(old));
                }
            }
            m_variants = std::move(*kept);
        }
    }
    emit changed();
}

const NamedEdits* VariantStore::find(const QString& name) const
{
    const auto found =
        std::find_if(m_variants.begin(), m_variants.end(), [&](const NamedEdits& v) { return v.name == name.toStdString(); });
    return found == m_variants.end() ? nullptr : &*found;
}

void VariantStore::save(const QString& name, const std::vector<SpaceEdit>& edits)
{
    NamedEdits variant{name.toStdString(), {}};
    for (const SpaceEdit& edit : edits) {
        variant.edits.push_back(editText(edit));
    }
    const auto same =
        std::find_if(m_variants.begin(), m_variants.end(), [&](const NamedEdits& v) { return v.name == variant.name; });
    if (same == m_variants.end()) {
        m_variants.push_back(std::move(variant));
    } else {
        *same = std::move(variant);
    }
    write();
}

void VariantStore::remove(const QString& name)
{
    std::erase_if(m_variants, [&](const NamedEdits& v) { return v.name == name.toStdString(); });
    write();
}

void VariantStore::write()
{
    if (m_task.empty()) {
        return;
    }
    if (m_workspace.projectPath().isEmpty()) {
        toSettings(m_variants);
        emit changed();
        return;
    }
    if (!m_writer) {
        auto opened = ProjectWriter::open(m_workspace.projectPath().toStdString(), [this](const std::string& problem) {
            QMetaObject::invokeMethod(this, [this, problem] { m_workspace.say(MessageLevel::Error, coreText(problem)); });
        });
        if (!opened) {
            m_workspace.say(MessageLevel::Error,
                            tr("The variants stay in the settings: %1").arg(coreText(opened.error().message)));
            toSettings(m_variants);
            emit changed();
            return;
        }
        m_writer = std::move(*opened);
    }
    setVariants(*m_writer, m_task, m_variants);
    toSettings({});
    emit changed();
}

} // namespace knobscope
