// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/graph/onnx/onnxfile.h"

namespace knobscope {
namespace {

tl::unexpected<Error> noOnnx()
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
    return noOnnx();
}

Result<ImportedGraph> importOnnxBytes(std::string_view, const std::string&, const ImportOptions&)
{
    return noOnnx();
}

int64_t newestWrittenOpset()
{
    return 0;
}

Result<void> writeOnnx(const Graph&, const std::string&, std::optional<int64_t>)
{
    return noOnnx();
}

Result<std::vector<std::string>> readOnnxInputs(const std::string&)
{
    return noOnnx();
}

Result<Tensor> readOnnxTensor(const std::string&)
{
    return noOnnx();
}

} // namespace knobscope
