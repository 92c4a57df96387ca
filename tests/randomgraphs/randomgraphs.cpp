// SPDX-License-Identifier: GPL-3.0-or-later
// Makes random ONNX models, runs each as a child process with limits, and compares what it computes with ONNX Runtime, where npm
// has installed it, and with the operators' definitions. `./dev graphs` runs it.
#include "core/base/strings.h"
#include "tests/randomgraphs/judge.h"
#include "tests/randomgraphs/recipes.h"
#include "tests/randomgraphs/testdata.h"
#include "tests/sanitizers/sanitizers.h"
#include "tests/soak/programs.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <sys/wait.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <thread>

namespace knobscope::randomgraphs {

namespace {

constexpr int kSets = 2;
constexpr int kBatch = 25; ///< models that one process of ONNX Runtime computes
constexpr int64_t kAddressSpace = underAddressSanitizer || underThreadSanitizer ? 0 : int64_t{16} << 30; // 0: any

struct Options {
    int count = 1000;
    uint64_t seed = 1;
    int jobs = 0;
    double seconds = 10;
    int64_t megabytes = 2048;
    std::string folder = "build/randomgraphs";
    std::string peers = KNOBSCOPE_PEERS;
    std::string judged; ///< child: judge this folder
};

/// How a graph ended, in the order of the table.
enum class Outcome : uint8_t { Right, Special, Limited, Refused, Wrong, Hang, Memory, Crash };
constexpr const char* kOutcomes[] = {
    "right", "right, peer differs", "NaN, known limit", "refused", "wrong", "hang", "too much memory", "crash"};

bool isGood(Outcome outcome)
{
    return outcome == Outcome::Right || outcome == Outcome::Special || outcome == Outcome::Limited || outcome == Outcome::Refused;
}

struct Verdict {
    Outcome outcome = Outcome::Right;
    std::string message;
};

/// Seeds of models on which ONNX Runtime 1.30 differs from the definition, which kernels match, and why. A change to the
/// generator gives a seed another model: then remove its line.
constexpr std::pair<uint64_t, const char*> kKnownDifferences[] = {
    {20526, "LayerNormalization of numbers near 1000 that differ by 0.5: it rounds their mean to single precision"}};

/// A difference of ONNX Runtime alone is none of ours if its reason is known.
Verdict withKnownDifference(uint64_t seed, Verdict verdict)
{
    const auto* known = std::ranges::find(kKnownDifferences, seed, [](const auto& one) { return one.first; });
    if (verdict.outcome == Outcome::Wrong && known != std::end(kKnownDifferences) && verdict.message.starts_with(kPeerDiffers)) {
        return {Outcome::Special, fmt::format("{}: {}", known->second, verdict.message)};
    }
    return verdict;
}

std::string contentOf(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Writes model.onnx, inputs.json and the sets' inputs; false where nothing came of the seed.
bool writeModel(uint64_t seed, const std::string& folder)
{
    ModelBuilder builder(seed);
    const auto model = randomModel(builder);
    if (!model) {
        return false;
    }
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder);
    std::ofstream(folder + "/model.onnx", std::ios::binary) << model->SerializeAsString();
    nlohmann::json names = nlohmann::json::array();
    for (const Edge* input : builder.inputs()) {
        names.push_back(input->name);
    }
    std::ofstream(folder + "/inputs.json") << names.dump();
    std::mt19937_64 random(seed);
    for (int set = 0; set < kSets; ++set) {
        const std::string path = fmt::format("{}/set_{}", folder, set);
        std::filesystem::create_directories(path);
        const std::vector<Tensor> tensors = testInputs(builder, set, random);
        for (size_t i = 0; i < tensors.size(); ++i) {
            writeTensor(tensors[i], builder.inputs()[i]->name, fmt::format("{}/input_{}.pb", path, i));
        }
    }
    return true;
}

class Campaign
{
public:
    explicit Campaign(Options options)
        : m_options(std::move(options))
        , m_programs(std::filesystem::read_symlink("/proc/self/exe").parent_path().string())
    {
        std::filesystem::remove_all(m_options.folder);
        std::filesystem::create_directories(m_options.folder);
        m_options.folder = std::filesystem::absolute(m_options.folder).string();
        m_hasPeer = std::filesystem::exists(m_options.peers + "/node_modules/onnxruntime-node") && !node().empty();
    }

    int run()
    {
        const int jobs =
            m_options.jobs > 0 ? m_options.jobs : static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
        std::vector<std::jthread> threads;
        for (int job = 0; job < jobs; ++job) {
            threads.emplace_back([this] { work(); });
        }
        threads.clear();
        report();
        return m_counts[Outcome::Wrong] + m_counts[Outcome::Hang] + m_counts[Outcome::Memory] + m_counts[Outcome::Crash] > 0 ? 1
                                                                                                                             : 0;
    }

private:
    static std::string node()
    {
        const char* variable = std::getenv("PATH");
        for (const std::string& folder : splitText(variable ? variable : "", ':')) {
            if (const std::string path = folder + "/node"; std::filesystem::exists(path)) {
                return path;
            }
        }
        return {};
    }

    void work()
    {
        const int batches = (m_options.count + kBatch - 1) / kBatch;
        for (int batch = m_next++; batch < batches; batch = m_next++) {
            std::map<uint64_t, std::string> folders;
            for (int i = batch * kBatch; i < std::min(m_options.count, (batch + 1) * kBatch); ++i) {
                const uint64_t seed = m_options.seed + static_cast<uint64_t>(i);
                const std::string folder = fmt::format("{}/{}", m_options.folder, seed);
                if (writeModel(seed, folder)) {
                    folders[seed] = folder;
                }
            }
            askPeer(batch, folders);
            for (const auto& [seed, folder] : folders) {
                count(seed, folder, tryModel(seed, folder));
            }
        }
    }

    /// ONNX Runtime's answers; a model that ends its process has none.
    void askPeer(int batch, const std::map<uint64_t, std::string>& folders) const
    {
        const std::string list = fmt::format("{}/batch-{}", m_options.folder, batch);
        for (int attempt = 0; m_hasPeer && attempt < 3; ++attempt) {
            std::ofstream file(list);
            for (const auto& [seed, folder] : folders) {
                if (!std::filesystem::exists(folder + "/begun.txt")) {
                    file << folder << '\n';
                }
            }
            file.close();
            const soak::Ending ending = soak::runProgram(
                {{node(), KNOBSCOPE_RANDOMGRAPHS "/onnxruntime.mjs", m_options.peers, list}, list + ".log", {}}, 120);
            if (ending.isTimely && ending.status == 0) {
                break;
            }
        }
        std::filesystem::remove(list);
        std::filesystem::remove(list + ".log");
    }

    Verdict tryModel(uint64_t seed, const std::string& folder) const
    {
        const Verdict computed = withKnownDifference(
            seed, runLimited({m_programs + "/knobscope-randomgraphs", "--judge", folder}, folder + "/judge.log", folder));
        if (!isGood(computed.outcome)) {
            return computed;
        }
        const Verdict ran = runLimited(
            {m_programs + "/knobscope-cli", "network", "run", folder + "/model.onnx", "--runs", "1", "--json", "--no-cache"},
            folder + "/run.log", folder);
        return isGood(ran.outcome) ? agreed(computed, ran) : ran;
    }

    /// `network run` has one tolerance for all graphs, and finds what rounding explains wrong: the judge decides about that.
    static Verdict agreed(const Verdict& computed, const Verdict& ran)
    {
        if (computed.outcome != Outcome::Refused && ran.outcome == Outcome::Refused) {
            return {Outcome::Wrong, "`network run` refuses it, and the libraries do not: " + ran.message};
        }
        return computed;
    }

    Verdict runLimited(const std::vector<std::string>& command, const std::string& log, const std::string& folder) const
    {
        soak::StartOptions options{command, log, {"XDG_CACHE_HOME=" + folder, "XDG_STATE_HOME=" + folder}};
        options.mostAddressSpace = kAddressSpace;
        const soak::Ending ending = soak::runProgram(options, m_options.seconds);
        const std::string name = std::filesystem::path(command[0]).filename().string();
        const std::string said = contentOf(log);
        if (!ending.isTimely) {
            return {Outcome::Hang, fmt::format("{} took more than {} s", name, m_options.seconds)};
        }
        if (ending.mostBytes > m_options.megabytes << 20) {
            return {Outcome::Memory, fmt::format("{} took {} MB", name, ending.mostBytes >> 20)};
        }
        if (!WIFEXITED(ending.status) || WEXITSTATUS(ending.status) > 3) {
            return {Outcome::Crash, fmt::format("{} ended with status {:#x}", name, ending.status)};
        }
        return name == "knobscope-cli" ? verdictOfRun(said) : verdictOfJudge(said);
    }

    static Verdict verdictOfJudge(const std::string& said)
    {
        for (const auto& [word, outcome] : {std::pair{"right: ", Outcome::Right},
                                            {"special: ", Outcome::Special},
                                            {"limited: ", Outcome::Limited},
                                            {"refused: ", Outcome::Refused},
                                            {"wrong: ", Outcome::Wrong}}) {
            if (said.starts_with(word)) {
                return {outcome, said.substr(std::string_view(word).size(), said.find('\n') - std::string_view(word).size())};
            }
        }
        return {Outcome::Crash, "the judge said: " + said};
    }

    /// The answer of `network run` with --json; stderr is in the same file.
    static Verdict verdictOfRun(const std::string& said)
    {
        const size_t from = said.find("{\n");
        const auto document =
            from == std::string::npos ? nlohmann::json() : nlohmann::json::parse(said.substr(from), nullptr, false, true);
        if (said.find("process ended") != std::string::npos || said.find("crashed") != std::string::npos) {
            return {Outcome::Crash, said};
        }
        if (document.is_object() && document.contains("milliseconds")) {
            return {Outcome::Right, {}};
        }
        return {Outcome::Refused, said};
    }

    void count(uint64_t seed, const std::string& folder, const Verdict& verdict)
    {
        const bool isCompared = std::filesystem::exists(folder + "/set_0/output_0.pb");
        const std::lock_guard lock(m_mutex);
        ++m_counts[verdict.outcome];
        m_compared += isCompared ? 1 : 0;
        if (verdict.outcome == Outcome::Refused) {
            ++m_refusals[verdict.message];
        } else if (verdict.outcome != Outcome::Right) {
            fmt::print("{} {}: {}\n", seed, kOutcomes[static_cast<size_t>(verdict.outcome)], verdict.message);
            std::fflush(stdout);
        }
        if (verdict.outcome == Outcome::Right) {
            std::filesystem::remove_all(folder);
        }
    }

    void report()
    {
        int made = 0;
        for (const auto& [outcome, count] : m_counts) {
            made += count;
        }
        fmt::print("{} graphs from seed {}; {} of them compared with ONNX Runtime{}\n", made, m_options.seed, m_compared,
                   m_hasPeer ? "" : " (`npm install --ignore-scripts` in bench/peers brings it)");
        for (size_t outcome = 0; outcome < std::size(kOutcomes); ++outcome) {
            fmt::print("{:<20} {:>6}\n", kOutcomes[outcome], m_counts[static_cast<Outcome>(outcome)]);
        }
        for (const auto& [message, count] : m_refusals) {
            fmt::print("refused {} times: {}\n", count, message);
        }
        if (m_counts[Outcome::Right] < made) {
            fmt::print("the models of all but the right ones are in {}\n", m_options.folder);
        }
    }

    Options m_options;
    std::string m_programs;
    bool m_hasPeer = false;
    std::atomic<int> m_next = 0;
    std::mutex m_mutex;
    std::map<Outcome, int> m_counts;
    std::map<std::string, int> m_refusals;
    int m_compared = 0;
};

} // namespace

} // namespace knobscope::randomgraphs

int main(int argc, char** argv)
{
    using namespace knobscope::randomgraphs;
    Options options;
    CLI::App app("Runs random ONNX models, and counts wrong answers, hangs and crashes");
    app.add_option("COUNT", options.count, "How many (default: 1000)");
    app.add_option("--seed", options.seed, "Of the first model; the others have the next ones");
    app.add_option("--jobs", options.jobs, "At a time (default: one a core)");
    app.add_option("--seconds", options.seconds, "How long a program may take for one");
    app.add_option("--megabytes", options.megabytes, "How much memory it may take");
    app.add_option("--folder", options.folder, "Where models are written, and bad ones left");
    app.add_option("--peers", options.peers, "Where npm installed onnxruntime-node");
    app.add_option("--judge", options.judged, "Judge the model in this folder, in this process");
    CLI11_PARSE(app, argc, argv);
    if (!options.judged.empty()) {
        fmt::print("{}\n", judgeFolder(options.judged));
        return 0;
    }
    return Campaign(options).run();
}
