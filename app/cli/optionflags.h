// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/arguments.h"
#include "core/tuning/optiontable.h"

#include <CLI/CLI.hpp>

namespace knobscope::cli {

/// Adds the flags of an option, which write to `options`. Returns null if it has none.
template<class Options>
CLI::Option* addFlag(CLI::App& command, const OptionField<Options>& field, Options& options)
{
    return std::visit(
        [&](auto member) -> CLI::Option* {
            auto& value = options.*member;
            using T = std::remove_cvref_t<decltype(value)>;
            const std::string& help = field.sentence.message;
            if (field.flags.empty()) {
                return nullptr;
            }
            if constexpr (std::is_same_v<T, bool>) {
                return command.add_flag(field.flags, value, help);
            } else if constexpr (std::is_same_v<T, std::string>) {
                return command.add_option(field.flags, value, help);
            } else {
                const std::string unit = field.flagUnit != 1 ? fmt::format(" (in{})", field.suffix) : std::string();
                const auto take = [&value, unit = field.flagUnit](const T& number) { value = static_cast<T>(number * unit); };
                return command.add_option_function<T>(field.flags, take, help + unit)
                    ->check(between(field.low / field.flagUnit, field.high / field.flagUnit));
            }
        },
        field.member);
}

} // namespace knobscope::cli
