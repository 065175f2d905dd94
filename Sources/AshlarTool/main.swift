import AshlarGeneration

// The tool that the plugins run. The build system finds a tool only if its product and target have the same name, and a target named
// `ashlar` would collide with `Ashlar` on file systems that ignore case. The first build of every user compiles this tool, so it contains
// only what generation requires, and no argument parser for interactive use.
do throws(CommandFailure) {
  try Generation(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch {
  error.end()
}
