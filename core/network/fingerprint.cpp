// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/network/fingerprint.h"

#include "core/base/sha256.h"

#include <fmt/ranges.h>

#include <map>

namespace knobscope {

namespace {

constexpr int64_t kMostNumbers = 64;

/// Builds the text that is hashed. Values are numbered in the order in which nodes produce them.
class Description
{
public:
    explicit Description(const Graph& graph)
        : m_graph(graph)
    {
        for (const ValueId input : graph.inputs) {
            m_text += fmt::format("input {} {}\n", numberOf(input), typeText(graph.value(input)));
        }
        for (const Node& node : graph.nodes) {
            add(node);
        }
        for (const ValueId output : graph.outputs) {
            m_text += fmt::format("output {}\n", valueText(output));
        }
    }

    const std::string& text() const { return m_text; }

private:
    static std::string typeText(const Value& value) { return value.type ? value.type->text() : "unknown"; }

    size_t numberOf(ValueId id) { return m_numbers.try_emplace(id, m_numbers.size()).first->second; }

    std::string valueText(ValueId id)
    {
        if (id == kNoValue) {
            return "none";
        }
        const Tensor* constant = m_graph.value(id).constant.get();
        if (!constant) {
            return std::to_string(numberOf(id));
        }
        const bool hasNumbers = !constant->number().isFloat() && constant->size() <= kMostNumbers;
        return fmt::format("{}{}", constant->type().text(),
                           hasNumbers ? fmt::format("{{{}}}", fmt::join(constant->integers(), ",")) : std::string());
    }

    static std::string attributeText(const Attribute& attribute)
    {
        const auto text = []<class T>(const T& value) {
            if constexpr (std::is_same_v<T, std::string>) {
                return fmt::format("{}:{}", value.size(), value);
            } else {
                return fmt::format("{}", value);
            }
        };
        return fmt::format("{} {}", attribute.index(), std::visit(text, attribute));
    }

    void add(const Node& node)
    {
        m_text += node.op;
        for (const auto& [name, attribute] : node.attributes) {
            m_text += fmt::format(" {}={}", name, attributeText(attribute));
        }
        for (const ValueId input : node.inputs) {
            m_text += fmt::format(" <{}", valueText(input));
        }
        for (const ValueId output : node.outputs) {
            m_text +=
                fmt::format(" >{}", output == kNoValue ? "none" : valueText(output) + ' ' + typeText(m_graph.value(output)));
        }
        m_text += '\n';
    }

    const Graph& m_graph;
    std::map<ValueId, size_t> m_numbers;
    std::string m_text = "knobscope network 1\n";
};

} // namespace

std::string fingerprintOf(const Graph& graph)
{
    return sha256(Description(graph).text());
}

} // namespace knobscope
