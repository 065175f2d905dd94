import PackagePlugin

/// Generates Swift models on every build, from the schema files of the target, with a tool that the build compiles.
@main
struct AshlarGenerate: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    try ModelBuild(plugin: "AshlarGenerate", context: context).commands(for: target) {
      .init(executable: try context.tool(named: "AshlarTool").url)
    }
  }
}
