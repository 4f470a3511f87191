# Man pages and shell completion, from what the program that was built says with --help (packaging/documents.py): a new
# subcommand or option is in them without anybody's doing.

find_package(Python3 REQUIRED COMPONENTS Interpreter)

set(documents ${PROJECT_BINARY_DIR}/documents)
set(documents_program ${CMAKE_CROSSCOMPILING_EMULATOR} $<TARGET_FILE:lunette_cli>)
set(generator ${PROJECT_SOURCE_DIR}/packaging)

add_custom_command(
  OUTPUT ${documents}/changelog.gz
  COMMAND ${Python3_EXECUTABLE} -B ${generator}/documents.py ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${documents}
          ${documents_program}
  DEPENDS lunette_cli ${PROJECT_SOURCE_DIR}/CHANGELOG.md
          ${generator}/documents.py ${generator}/program_help.py ${generator}/manual.py ${generator}/completion.py
  COMMENT "Man pages and shell completion"
  VERBATIM)
add_custom_target(lunette_documents ALL DEPENDS ${documents}/changelog.gz)

# Debian's zsh looks for its own packages' functions elsewhere.
set(zsh_functions site-functions)
if(EXISTS /etc/debian_version AND CMAKE_INSTALL_PREFIX MATCHES "^/usr/?$")
  set(zsh_functions vendor-completions)
endif()

install(DIRECTORY ${documents}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
set(data ${CMAKE_INSTALL_DATADIR})
install(FILES ${documents}/bash/lunette DESTINATION ${data}/bash-completion/completions COMPONENT program)
install(FILES ${documents}/zsh/_lunette DESTINATION ${data}/zsh/${zsh_functions} COMPONENT program)
install(FILES ${documents}/fish/lunette.fish DESTINATION ${data}/fish/vendor_completions.d COMPONENT program)
install(FILES README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program
  PATTERN CMakeLists.txt EXCLUDE PATTERN Doxyfile.in EXCLUDE PATTERN c_comments.sed EXCLUDE PATTERN make.sh EXCLUDE)
# A Debian package has it compressed, under the package's name.
install(FILES CHANGELOG.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT changelog)
