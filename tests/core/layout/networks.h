// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layout/problem.h"

#include <array>
#include <cmath>
#include <random>
#include <utility>

namespace knobscope {

/// Layout problems as networks make them: convolutions whose candidates are pairs of blocks (input's and output's channels) and
/// transforms that cost by the tensor's size. What a layer costs and how large its output is are drawn.
class NetworkProblems
{
public:
    NetworkProblems(unsigned seed, size_t candidates)
        : m_random(seed)
        , m_candidates(candidates)
    {
    }

    LayoutProblem problem;

    /// A convolution of another node's output; of the network's input without one.
    size_t convolution(int input = -1)
    {
        std::vector<double> seconds;
        std::vector<Blocks> blocks;
        const double base = std::exp(draw(-9, -6));
        for (size_t i = 0; i < m_candidates; ++i) {
            seconds.push_back(base * draw(1, 1.6));
            blocks.push_back({kBlocks[m_random() % kBlocks.size()], kBlocks[m_random() % kBlocks.size()]});
        }
        const size_t node = problem.addNode("conv" + std::to_string(problem.nodes.size()), seconds);
        m_blocks.push_back(std::move(blocks));
        m_outputs.push_back(base * draw(0.05, 0.6)); // a transform's seconds
        if (input >= 0) {
            transform(static_cast<size_t>(input), node, [](const Blocks& blocks) { return blocks.first; });
        }
        return node;
    }
    /// An addition or concatenation: the first input decides.
    size_t joined(const std::vector<size_t>& inputs)
    {
        const size_t node = problem.addTied("join" + std::to_string(problem.nodes.size()), inputs.front());
        m_blocks.push_back(m_blocks[inputs.front()]);
        m_outputs.push_back(m_outputs[inputs.front()]);
        for (size_t i = 1; i < inputs.size(); ++i) {
            transform(inputs[i], node, [](const Blocks& blocks) { return blocks.second; });
        }
        return node;
    }
    size_t chain(size_t from, int convolutions)
    {
        for (int i = 0; i < convolutions; ++i) {
            from = convolution(static_cast<int>(from));
        }
        return from;
    }
    /// ResNet-50's stage.
    size_t residualStage(size_t from, int blocks)
    {
        from = joined({chain(from, 3), convolution(static_cast<int>(from))});
        for (int i = 1; i < blocks; ++i) {
            from = joined({chain(from, 3), from});
        }
        return from;
    }
    /// DenseNet's block: each layer reads all before it, through one concatenation of all or a chain of them.
    size_t denseBlock(size_t from, int layers, bool concatenatesAll)
    {
        std::vector<size_t> all{from};
        for (int i = 0; i < layers; ++i) {
            const size_t made = chain(from, 2);
            all.push_back(made);
            from = joined(concatenatesAll ? all : std::vector<size_t>{from, made});
        }
        return from;
    }

private:
    using Blocks = std::pair<int, int>;
    static constexpr std::array<int, 6> kBlocks{1, 4, 8, 16, 32, 64};

    double draw(double low, double high) { return std::uniform_real_distribution<>(low, high)(m_random); }

    template<class Function>
    void transform(size_t from, size_t to, Function wanted)
    {
        problem.addEdge(from, to, [&](size_t i, size_t j) {
            return m_blocks[from][i].second == wanted(m_blocks[to][j]) ? 0 : m_outputs[from];
        });
    }

    std::mt19937 m_random;
    size_t m_candidates;
    std::vector<std::vector<Blocks>> m_blocks;
    std::vector<double> m_outputs;
};

} // namespace knobscope
