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
    let sources = target.sourceFiles.map(\.url).filter { $0.pathExtension == "swift" }
    let yaml = schemas.filter { !$0.isSwift }.map(\.path)
    let whole = ["\(target.moduleName)Schema.swift"] + (releases.isEmpty ? [] : ["\(target.moduleName)Migration.swift"])
    let possible = OutputNames.names(for: yaml) + whole
    let committed = sources.filter { possible.contains($0.lastPathComponent) && SchemaInputs.isGenerated($0) }.map(\.lastPathComponent)
    guard committed.isEmpty else {
      Diagnostics.error(
        "target '\(target.name)' has generated models among its sources (\(committed.sorted().joined(separator: ", "))) and also uses "
          + "the plugin AshlarGenerate; remove one of the two")
      return []
    }
    let written = sources.map(\.lastPathComponent)
    let taken = whole.filter { name in written.contains { $0.lowercased() == name.lowercased() } }
    guard taken.isEmpty else {
      Diagnostics.error(
        "target '\(target.name)' has a file \(taken[0]), which is the name of one that the plugin AshlarGenerate makes; rename the file")
      return []
    }
    let beside = OutputNames.inTheWay(of: yaml, among: written)
    let names = OutputNames.names(for: yaml, beside: beside) + whole
    let folder = context.pluginWorkDirectoryURL.appending(path: "Generated")
    let arguments =
      ["generate"] + schemas.map(\.path) + ["--output", folder.path(percentEncoded: false), "--name", target.moduleName]
      + ["--history", history.path(percentEncoded: false)] + beside.flatMap { ["--beside", $0] }
    return [
      .buildCommand(
        displayName: "Generating the models of \(target.name)", executable: try context.tool(named: "AshlarTool").url,
        arguments: arguments, inputFiles: schemas.map(\.url) + releases, outputFiles: names.map { folder.appending(path: $0) })
    ]
  }
}
