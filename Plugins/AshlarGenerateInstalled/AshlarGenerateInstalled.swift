import PackagePlugin

/// Generates Swift models on every build, like `AshlarGenerate`, but with the installed command `ashlar`, so that the build compiles no
/// tool.
@main
struct AshlarGenerateInstalled: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try ModelBuild(plugin: "AshlarGenerateInstalled", context: context).commands(for: target) {
      .init(executable: try InstalledCommand.find(), arguments: ["plugin", "--for", PackageVersion.current], isBuilt: false)
    }
  }
}
