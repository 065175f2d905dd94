import Foundation
import PackagePlugin

/// The command `swift package generate-models [--target NAME]… [--check]`, which writes models to the target, to be committed.
@main
struct AshlarGenerateCommand: CommandPlugin {
  /// The reason why the command ended early.
  enum Failure: Error, CustomStringConvertible {
    case unknownArguments([String])
    case noSchema(String)
    case failed(target: String)

    var description: String {
      switch self {
      case .unknownArguments(let arguments): "unknown arguments: \(arguments.joined(separator: " "))"
      case .noSchema(let target):
        "target '\(target)' has no schema: no *.yaml or *.yml and no '@Persisted' in it, and no *.yaml or *.yml in Schemas/\(target)"
      case .failed(let target): "the models of target '\(target)' were not generated"
      }
    }
  }

  func performCommand(context: PluginContext, arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    let names = extractor.extractOption(named: "target")
    let isCheck = extractor.extractFlag(named: "check") > 0
    guard extractor.remainingArguments.isEmpty else { throw Failure.unknownArguments(extractor.remainingArguments) }
    let targets = try names.isEmpty ? context.package.targets : context.package.targets(named: names)
    let tool = try context.tool(named: "AshlarTool").url
    for target in targets.compactMap({ $0 as? any SourceModuleTarget }) {
      let schemas = SchemaFolders.schemas(of: target, packageFolder: context.package.directoryURL)
      if schemas.isEmpty {
        if names.isEmpty { continue }
        throw Failure.noSchema(target.name)
      }
      let output = outputFolder(of: target).path(percentEncoded: false)
      let process = Process()
      process.executableURL = tool
      process.arguments =
        ["generate"] + schemas + ["--output", output, "--name", target.moduleName]
        + ["--history", SchemaFolders.history(of: target, packageFolder: context.package.directoryURL).path(percentEncoded: false)]
        + written(of: target, outside: output).flatMap { ["--beside", $0] } + (isCheck ? ["--check"] : ["--verbose"])
      try process.run()
      process.waitUntilExit()
      guard process.terminationReason == .exit, process.terminationStatus == 0 else { throw Failure.failed(target: target.name) }
    }
  }

  /// Returns the names of the target's Swift files outside of a folder.
  private func written(of target: any SourceModuleTarget, outside folder: String) -> [String] {
    target.sourceFiles.map(\.url).filter { url in
      url.pathExtension == "swift" && !url.path(percentEncoded: false).hasPrefix(folder.hasSuffix("/") ? folder : folder + "/")
    }.map(\.lastPathComponent)
  }

  /// Returns the folder with the target's models; if the target has no models yet, the folder `Generated` in the target.
  private func outputFolder(of target: any SourceModuleTarget) -> URL {
    let known = target.sourceFiles.map(\.url).first { $0.lastPathComponent == "\(target.moduleName)Schema.swift" }
    return known?.deletingLastPathComponent() ?? target.directoryURL.appending(path: "Generated")
  }
}
