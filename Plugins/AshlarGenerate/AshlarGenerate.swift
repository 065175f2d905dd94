import Foundation
import PackagePlugin

/// Generates Swift models on every build, from the schema files of the target.
@main
struct AshlarGenerate: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let schemas = SchemaInputs.find(for: target, packageFolder: context.package.directoryURL)
    guard !schemas.isEmpty else {
      Diagnostics.warning(
        "target '\(target.name)' uses the plugin AshlarGenerate but has no schema: no *.yaml and no '@Persisted' in it, and "
          + "no *.yaml in Schemas/\(target.name)")
      return []
    }
    let history = SchemaInputs.history(of: target, packageFolder: context.package.directoryURL)
    let releases = SchemaInputs.releases(in: history)
    let names =
      OutputNames.names(for: schemas.filter { !$0.isSwift }.map(\.path)) + ["\(target.moduleName)Schema.swift"]
      + (releases.isEmpty ? [] : ["\(target.moduleName)Migration.swift"])
    let committed = target.sourceFiles.map(\.url.lastPathComponent).filter { names.contains($0) }
    guard committed.isEmpty else {
      Diagnostics.error(
        "target '\(target.name)' has generated models among its sources (\(committed.sorted().joined(separator: ", "))) and also uses "
          + "the plugin AshlarGenerate; remove one of the two")
      return []
    }
    let folder = context.pluginWorkDirectoryURL.appending(path: "Generated")
    let arguments =
      ["generate"] + schemas.map(\.path) + ["--output", folder.path(percentEncoded: false), "--name", target.moduleName]
      + ["--history", history.path(percentEncoded: false)]
    return [
      .buildCommand(
        displayName: "Generating the models of \(target.name)", executable: try context.tool(named: "AshlarTool").url,
        arguments: arguments, inputFiles: schemas.map(\.url) + releases, outputFiles: names.map { folder.appending(path: $0) })
    ]
  }
}
