// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "bench/rows.h"

#include "core/tuning/wholerun.h"

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace knobscope::bench {

/// ONNX Runtime with a model, in a node process (bench/peers/onnxruntime.mjs).
class Peer
{
public:
    /// `batch` replaces a first extent that the model leaves open.
    Peer(const std::string& model, int threads, int64_t batch);
    ~Peer();
    Peer(const Peer&) = delete;
    Peer& operator=(const Peer&) = delete;

    /// Why there is none: no node, no packages, or what ONNX Runtime says of the model; empty if it runs.
    const std::string& problem() const { return m_problem; }
    /// Shapes of the inputs by name, with the batch.
    const std::vector<std::pair<std::string, std::vector<int64_t>>>& inputs() const { return m_inputs; }
    /// Returns true if the model leaves the batch open.
    bool isDynamic() const { return m_isDynamic; }
    /// Returns the seconds of each run; empty if the process ended.
    std::vector<double> time(int runs);

private:
    std::optional<std::string> line();
    void readGreeting();

    pid_t m_pid = -1;
    FILE* m_to = nullptr;
    FILE* m_from = nullptr;
    std::string m_problem;
    std::vector<std::pair<std::string, std::vector<int64_t>>> m_inputs;
    bool m_isDynamic = false;
};

/// As `network run` opens it: with the results of the project in KNOBSCOPE_BENCH_PROJECT, else untuned.
NetworkOpening openingFor(WholeNetwork whole);

/// Runs a network and ONNX Runtime with the same model alternately, so that a slow period of the machine affects both. Returns
/// our share of the peer's time, from the least disturbed quarter of each one's samples; 0 and a sentence in place of the unit if
/// one of them cannot run.
Row shareOfPeer(const std::string& name, WholeNetwork whole, const std::string& model, int64_t batch, double target);

} // namespace knobscope::bench
