// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/target/bestrate.h"

#include "core/base/readjson.h"
#include "core/base/unfinishedfile.h"
#include "core/target/machineprofile.h"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace knobscope {

namespace {

constexpr double kMinImprovement = 1.001;
constexpr double kMaxPlausibleRate = 1e15; // FLOP/s of all cores of a CPU

/// Rates by machine: several machines may share a home directory.
nlohmann::json readFile(const std::string& path)
{
    const auto json = readJsonFile(path, Readable::Files);
    return json && json->is_object() ? *json : nlohmann::json::object();
}

} // namespace

std::string stateFolder()
{
    const char* state = std::getenv("XDG_STATE_HOME");
    const char* home = std::getenv("HOME");
    const std::string folder = state && *state ? state : home && *home ? std::string(home) + "/.local/state" : std::string();
    return folder.empty() ? folder : folder + "/knobscope";
}

BestRate::BestRate(const MachineProfile& machine, std::string path)
    : m_path(path.empty() && !stateFolder().empty() ? stateFolder() + "/pace.json" : std::move(path))
    , m_machine(machine.cpu + " of " + machine.host)
{
    const auto all = readFile(m_path);
    const auto mine = all.find(m_machine);
    const auto rates = mine != all.end() && mine->is_object() ? *mine : nlohmann::json::object();
    for (const auto& [threads, rate] : rates.items()) {
        const int n = std::atoi(threads.c_str());
        if (n > 0 && rate.is_number() && rate.get<double>() > 0 && rate.get<double>() < kMaxPlausibleRate) {
            m_rates[n] = rate.get<double>();
        }
    }
}

double BestRate::rateFor(int threads) const
{
    const auto found = m_rates.find(threads);
    return found == m_rates.end() ? 0 : found->second;
}

void BestRate::offer(int threads, double rate)
{
    if (!(rate > rateFor(threads) * kMinImprovement) || rate >= kMaxPlausibleRate) {
        return;
    }
    m_rates[threads] = rate;
    if (m_path.empty()) {
        return;
    }
    std::error_code ignored;
    std::filesystem::create_directories(std::filesystem::path(m_path).parent_path(), ignored);
    auto all = readFile(m_path);
    for (const auto& [n, known] : m_rates) {
        auto& kept = all[m_machine][std::to_string(n)];
        kept = std::max(known, kept.is_number() ? kept.get<double>() : 0.0);
    }
    if (auto unfinished = UnfinishedFile::begin(m_path, NewFile::Own)) {
        std::ofstream file(unfinished->temporaryPath(), std::ios::binary);
        file << all.dump(1) << '\n';
        file.close();
        (void)unfinished->commit();
    }
}

} // namespace knobscope
