// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sentencejson.h"
#include "core/target/description.h"
#include "core/timing/imagemessage.h"
#include "core/worker/codemessage.h"
#include "core/worker/kernelmessage.h"
#include "core/worker/machinepeak.h"
#include "tests/fuzz/readers.h"

#include <sys/socket.h>
#include <unistd.h>

namespace knobscope::fuzz {

namespace {

/// Decodes answers like the program: kernels may corrupt a worker's memory, so answers are untrusted.
void decodeAnswer(const Message& message)
{
    const auto member = [&](const char* key) { return message.header.value(key, nlohmann::json()); };
    (void)nlohmann::json(fromJson<std::vector<StageTime>>(member("stages")));
    const nlohmann::json timing = fromJson<Timing>(member("timing"));
    require(nlohmann::json(fromJson<Timing>(timing)) == timing, "A timing that is another one when it is read again");
    if (const auto device = deviceFromJson(member("device"))) {
        require(deviceFromJson(deviceToJson(*device)).has_value(), "A device that cannot be read again");
    }
    (void)peakFromJson(member("peak"));
    const Sentence said = readSentence(message.header, "message");
    nlohmann::json sent;
    writeSentence(sent, "message", said);
    require(readSentence(sent, "message") == said, "A sentence that is another one when it is read again");
    if (const auto levels = levelsOf(message)) {
        Message again;
        for (const LevelText& level : *levels) {
            addLevel(again, level);
        }
        require(levels->empty() || levelsOf(again).has_value(), "Code that cannot be read again");
    }
}

/// Decodes requests like a worker, which answers an invalid one with the JSON parser's exception (WorkerService::answer).
void decodeRequest(const Message& message)
{
    const auto member = [&](const char* key) { return message.header.value(key, nlohmann::json()); };
    const nlohmann::json kernel = member("kernel");
    try {
        if (isImageHeader(kernel)) {
            if (const auto image = imageFrom(kernel, message.blob)) {
                require(imageFrom(imageHeader(*image), image->bytes).has_value(), "A GPU program that cannot be read again");
            }
        } else if (const auto compiled = kernelFrom(kernel, message.blob)) {
            require(kernelFrom(kernelHeader(*compiled), compiled->object).has_value(), "A kernel that cannot be read again");
        }
        (void)nlohmann::json(optionsFromJson(member("options")));
        (void)entityFromJson(member("entity"));
        if (message.header.contains("level")) {
            (void)parseLevel(message.header["level"].get<std::string>());
        }
    } catch (const nlohmann::json::exception&) {
        return;
    }
}

} // namespace

/// Reads messages of a worker's channel, as answers and as requests.
void readMessages(std::string_view input)
{
    int ends[2];
    require(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "There is no socket");
    Channel channel(ends[0]);
    {
        const Channel other(ends[1]);
        (void)::send(other.descriptor(), input.data(), std::min<size_t>(input.size(), 65536), MSG_DONTWAIT | MSG_NOSIGNAL);
    }
    while (const auto message = channel.receive()) {
        decodeAnswer(*message);
        decodeRequest(*message);
    }
}

} // namespace knobscope::fuzz
