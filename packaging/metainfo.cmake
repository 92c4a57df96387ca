# Writes the metainfo: cmake -DIN=FILE -DOUT=FILE -DURL=https://HOST/OWNER/knobscope -P metainfo.cmake
# With links and pictures where it is known where the project is published, without where it is not.
set(KNOBSCOPE_LINKS "")
if(URL)
  set(KNOBSCOPE_LINKS "
  <url type=\"homepage\">${URL}</url>
  <url type=\"bugtracker\">${URL}/issues</url>
  <url type=\"vcs-browser\">${URL}</url>
  <screenshots>
    <screenshot type=\"default\">
      <caption>A tuned convolution of ResNet-18: its knobs, and every kernel that was timed</caption>
      <image>${URL}/raw/HEAD/docs/screenshots/workbench.png</image>
    </screenshot>
    <screenshot>
      <caption>A config's loop nest, LLVM IR and assembly, linked line by line</caption>
      <image>${URL}/raw/HEAD/docs/screenshots/code.png</image>
    </screenshot>
    <screenshot>
      <caption>Which knob explains the speeds</caption>
      <image>${URL}/raw/HEAD/docs/screenshots/insight.png</image>
    </screenshot>
  </screenshots>")
endif()
configure_file(${IN} ${OUT} @ONLY)
