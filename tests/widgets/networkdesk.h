// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/widgets/controldesk.h"
#include "tests/widgets/viewharness.h"
#include "widgets/project/networks.h"
#include "widgets/views/network/networktimes.h"
#include "widgets/views/network/networkview.h"

#include <QStringList>

namespace knobscope {

inline const QString kNetworkFile = QStringLiteral(KNOBSCOPE_FIXTURES "/onnx/network/model.onnx");

/// A view beside a Run panel, with a model open.
struct NetworkDesk : Desk {
    explicit NetworkDesk(const QString& model = kNetworkFile, const QString& project = {})
        : view(workspace)
    {
        QObject::connect(&workspace, &Workspace::message, &workspace, [this](MessageLevel level, const QString& text) {
            (level == MessageLevel::Error ? problems : said) << text;
        });
        view.resize(560, 800);
        view.show();
        if (!project.isEmpty()) {
            (void)workspace.openProject(project);
        }
        workspace.networks().open(model);
    }
    bool isShown() const { return view.isVisible() && shown() > 1; }
    size_t shown() const { return const_cast<NetworkView&>(view).canvas().arrangement().boxes.size(); }
    QStringList problems, said;
    RunView control{workspace};
    NetworkView view;
};

} // namespace knobscope
