// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/worker/networkservice.h"

#include "core/base/sentencejson.h"

namespace knobscope {

struct NetworkService::Impl {
};

NetworkService::NetworkService() = default;
NetworkService::~NetworkService() = default;

std::optional<Message> NetworkService::answer(const Message& request)
{
    if (!request.header.value("op", "").starts_with("network ")) {
        return std::nullopt;
    }
    Message refusal;
    writeSentence(refusal.header, "message", phrase("This build has no LLVM, which is needed to run networks"));
    return refusal;
}

} // namespace knobscope
