// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <cstdint>

namespace knobscope {

/// What a file that was dropped or opened is, told from its first bytes; a model from its name, since ONNX files begin as they
/// like.
enum class FileKind : uint8_t { Project, Log, Trace, RecordedSpace, Model, Missing, Other };

FileKind fileKind(const QString& path);
/// What to say of a file that is none of ours.
QString notOurFile(const QString& path, FileKind kind);

} // namespace knobscope
