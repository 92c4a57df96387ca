// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/dynamictail.h"
#include "core/graph/onnx/onnxfile.h"
#include "core/graph/onnx/openextents.h"

namespace knobscope {
namespace {

tl::unexpected<Error> onnxUnavailable()
{
    return fail(ErrorCode::Unsupported,
                "This build has no ONNX, so it cannot read models; install libonnx-dev and libprotobuf-dev and build again");
}

} // namespace

std::string onnxVersion()
{
    return {};
}

Result<ImportedGraph> importOnnx(const std::string&, const ImportOptions&)
{
    return onnxUnavailable();
}

Result<ImportedGraph> importOnnxBytes(std::string_view, const std::string&, const ImportOptions&)
{
    return onnxUnavailable();
}

int64_t newestWrittenOpset()
{
    return 0;
}

Result<void> writeOnnx(const Graph&, const std::string&, std::optional<int64_t>)
{
    return onnxUnavailable();
}

Result<void> writeOnnx(const ImportedGraph&, const std::string&, std::optional<int64_t>)
{
    return onnxUnavailable();
}

Result<std::vector<std::string>> readOnnxInputs(const std::string&)
{
    return onnxUnavailable();
}

Result<std::vector<DeclaredInput>> readDeclaredInputs(const std::string&)
{
    return onnxUnavailable();
}

Result<Tensor> readOnnxTensor(const std::string&)
{
    return onnxUnavailable();
}

Result<std::vector<SharedTensor>> runTail(const DynamicTail&, const std::vector<SharedTensor>&, const TailRun&)
{
    return onnxUnavailable();
}

} // namespace knobscope
