// SPDX-License-Identifier: GPL-3.0-or-later
// Small networks in files, and one that computes wrong numbers.
#pragma once

#include "core/graph/onnx/onnxfile.h"
#include "core/target/host.h"
#include "core/worker/networkrunner.h"
#include "tests/core/graph/handmade.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <cstdint>

namespace knobscope {

/// A convolution with an activation behind it, in an ONNX file.
inline Result<void> writeConvNetwork(const std::string& path, const std::string& activation = "Tanh", int64_t channels = 16)
{
    HandMade made;
    const ValueId x = made.input("x", {1, channels, 14, 14});
    const ValueId weights = made.constant("w", {channels, channels, 3, 3});
    const ValueId conv = made.node("Conv", "conv", {x, weights}, {{"pads", std::vector<int64_t>{1, 1, 1, 1}}});
    made.output(made.node(activation, "activation", {conv}));
    return writeOnnx(made.graph, path);
}

/// The same, followed by a convolution with computed weights, which no template is for.
inline Result<void> writeComputedWeights(const std::string& path)
{
    HandMade made;
    const ValueId x = made.input("x", {1, 16, 14, 14});
    const ValueId weights = made.constant("w", {16, 16, 3, 3});
    const ValueId first = made.node("Conv", "plain", {x, weights}, {{"pads", std::vector<int64_t>{1, 1, 1, 1}}});
    const ValueId mean = made.node("ReduceMean", "mean", {x}, {{"keepdims", int64_t{1}}});
    const ValueId computed = made.node("Mul", "scaled", {made.constant("v", {16, 16, 3, 3}), mean});
    made.output(made.node("Conv", "dynamic", {first, computed}, {{"pads", std::vector<int64_t>{1, 1, 1, 1}}}));
    return writeOnnx(made.graph, path);
}

/// Writes writeConvNetwork(path), and has the kernels on disk below `cacheHome`, the $XDG_CACHE_HOME of workers that are started
/// from now on, compute another activation for it. False where that did not work.
inline bool makeWrongNetwork(const std::string& path, const QString& cacheHome)
{
    const QDir cache(cacheHome + QStringLiteral("/knobscope/kernels"));
    const auto compiled = [&](const char* activation) {
        const QStringList before = cache.entryList(QDir::Files);
        auto runner = NetworkRunner::start({});
        NetworkOpening opening;
        opening.network = path;
        opening.target = hostTarget()->text;
        const bool isOpen = writeConvNetwork(path, activation) && runner && runner->open(opening);
        QStringList added = QDir(cache.path()).entryList(QDir::Files);
        added.removeIf([&](const QString& file) { return !isOpen || before.contains(file); });
        return added;
    };
    const QStringList other = compiled("Sigmoid");
    const QStringList own = compiled("Tanh");
    if (own.size() != 1 || other.isEmpty()) {
        return false;
    }
    // The convolution's is the largest. A kernel is a magic line, a checksum, a line of JSON with its key, and an object.
    const QString largest =
        *std::ranges::max_element(other, {}, [&](const QString& name) { return QFileInfo(cache.filePath(name)).size(); });
    QFile from(cache.filePath(largest));
    QFile to(cache.filePath(own.front()));
    if (!from.open(QIODevice::ReadOnly) || !to.open(QIODevice::WriteOnly | QIODevice::Truncate)) {
        return false;
    }
    QByteArray content = from.readAll();
    const QByteArray magic = content.left(content.indexOf('\n') + 1);
    content.remove(0, magic.size() + 65);
    content.replace(QFileInfo(largest).completeBaseName().toLatin1(), QFileInfo(own.front()).completeBaseName().toLatin1());
    to.write(magic + QCryptographicHash::hash(content, QCryptographicHash::Sha256).toHex() + '\n' + content);
    return to.flush();
}

} // namespace knobscope
