import PackagePlugin

/// Generates Swift models from the schema files of the target on every build, with a tool that the build compiles.
@main
struct AshlarGenerate: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try ModelBuild(plugin: "AshlarGenerate", context: context).commands(for: target) {
      .init(executable: try context.tool(named: "AshlarTool").url)
    }
  }
}
