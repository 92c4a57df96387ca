// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/store/variants.h"
#include "widgets/workspace/workspace.h"

namespace knobscope {

/// The named variants of the task in hand: in the project when there is one, in the settings until then. GUI thread only.
class VariantStore : public QObject
{
    Q_OBJECT
public:
    explicit VariantStore(Workspace& workspace, QObject* parent = nullptr);
    const std::vector<NamedEdits>& all() const { return m_variants; }
    const NamedEdits* find(const QString& name) const;
    /// Keeps edits under a name; an equal name is replaced.
    void save(const QString& name, const std::vector<SpaceEdit>& edits);
    void remove(const QString& name);

signals:
    void changed();

private:
    void load();
    void write();
    std::vector<NamedEdits> fromSettings() const;
    void toSettings(const std::vector<NamedEdits>& variants);
    Workspace& m_workspace;
    std::string m_task; ///< workloadKey of the task in hand
    std::vector<NamedEdits> m_variants;
    std::unique_ptr<ProjectWriter> m_writer; ///< kept while it may still be writing
};

/// The edits of a variant; refused when one cannot be read by this version.
Result<std::vector<SpaceEdit>> editsOf(const NamedEdits& variant);

} // namespace knobscope
