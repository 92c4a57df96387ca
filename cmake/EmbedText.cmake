# cmake -DINPUT=FILE -DOUTPUT=FILE.cpp -DHEADER=path/from/root.h -DFUNCTION=name -P EmbedText.cmake
# Writes a source file that defines `std::string_view knobscope::FUNCTION()`, the text of INPUT.
file(READ "${INPUT}" text)
get_filename_component(name "${INPUT}" NAME)
# In pieces, since compilers limit one literal's length.
string(LENGTH "${text}" length)
set(pieces "")
set(at 0)
while(at LESS length)
  string(SUBSTRING "${text}" ${at} 8000 piece)
  string(APPEND pieces "\n    R\"embedded(${piece})embedded\"")
  math(EXPR at "${at} + 8000")
endwhile()
file(WRITE "${OUTPUT}" "// Generated from ${name} by EmbedText.cmake.
#include \"${HEADER}\"

namespace knobscope {

std::string_view ${FUNCTION}()
{
    using namespace std::string_view_literals;
    return${pieces}sv;
}

} // namespace knobscope
")
