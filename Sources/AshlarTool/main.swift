import AshlarGeneration

// What the plugins run. The build system finds a tool only when product and target have one name, and a target named `ashlar`
// would collide with `Ashlar` where file names are compared without case. Every user's first build compiles it: it has no more
// than generating needs, and no parser of arguments for people.
do throws(CommandFailure) {
  try Generation(arguments: Array(CommandLine.arguments.dropFirst())).run()
} catch {
  error.end()
}
