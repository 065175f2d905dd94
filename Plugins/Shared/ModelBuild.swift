import Foundation
import PackagePlugin

/// The build command that generates the models of one target.
struct ModelBuild {
  /// The plugin's name, for messages.
  var plugin: String
  var context: PluginContext

  /// The program that the build command runs.
  struct Tool {
    var executable: URL
    /// The arguments before `generate`.
    var arguments: [String] = []
    /// Whether the build compiles the tool. An installed tool is an input of the command, so that another version regenerates the models.
    var isBuilt = true
  }

  /// Returns an empty array if the target has no schema, or if a mistake was reported.
  /// - Parameter tool: Called if there is a schema to compile.
  func commands(for target: any Target, tool: () throws -> Tool) throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let schemas = SchemaInputs.find(for: target, packageFolder: context.package.directoryURL)
    guard !schemas.isEmpty else {
      Diagnostics.warning(
        "target '\(target.name)' uses the plugin \(plugin) but has no schema: no *.yaml or *.yml and no '@Persisted' in it, "
          + "and no *.yaml or *.yml in Schemas/\(target.name)")
      return []
    }
    let history = SchemaInputs.history(of: target, packageFolder: context.package.directoryURL)
    let releases = SchemaInputs.releases(in: history)
    let sources = target.sourceFiles.map(\.url).filter { $0.pathExtension == "swift" }
    let yaml = schemas.filter { !$0.isSwift }.map(\.path)
    let whole = ["\(target.moduleName)Schema.swift"] + (releases.isEmpty ? [] : ["\(target.moduleName)Migration.swift"])
    guard check(sources, against: OutputNames.names(for: yaml) + whole, whole, target.name) else { return [] }
    let beside = OutputNames.inTheWay(of: yaml, among: sources.map(\.lastPathComponent))
    let names = OutputNames.names(for: yaml, beside: beside) + whole
    let folder = context.pluginWorkDirectoryURL.appending(path: "Generated")
    let tool = try tool()
    let arguments =
      tool.arguments + ["generate"] + schemas.map(\.path) + ["--output", folder.path(percentEncoded: false), "--name", target.moduleName]
      + ["--history", history.path(percentEncoded: false)] + beside.flatMap { ["--beside", $0] }
    return [
      .buildCommand(
        displayName: "Generating the models of \(target.name)", executable: tool.executable, arguments: arguments,
        inputFiles: schemas.map(\.url) + releases + (tool.isBuilt ? [] : [tool.executable]),
        outputFiles: names.map { folder.appending(path: $0) })
    ]
  }

  /// Reports sources that were generated earlier, and sources with the name of a file for the whole target. Returns false if there are any.
  private func check(_ sources: [URL], against possible: [String], _ whole: [String], _ target: String) -> Bool {
    let committed = sources.filter { possible.contains($0.lastPathComponent) && SchemaInputs.isGenerated($0) }.map(\.lastPathComponent)
    guard committed.isEmpty else {
      Diagnostics.error(
        "target '\(target)' has generated models among its sources (\(committed.sorted().joined(separator: ", "))) and also uses "
          + "the plugin \(plugin); remove one of the two")
      return false
    }
    let taken = whole.filter { name in sources.contains { $0.lastPathComponent.lowercased() == name.lowercased() } }
    guard taken.isEmpty else {
      Diagnostics.error(
        "target '\(target)' has a file \(taken[0]), which is the name of one that the plugin \(plugin) makes; rename the file")
      return false
    }
    return true
  }
}
