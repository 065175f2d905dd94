import Foundation
import PackagePlugin

/// Generates a Swift file with the contents of the folder `Page` of the target, so that the program requires no other file.
@main
struct EmbedPage: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let folder = target.directoryURL.appending(path: "Page").standardizedFileURL
    let base = folder.path(percentEncoded: false)
    guard let found = FileManager.default.enumerator(atPath: base) else {
      Diagnostics.error("target '\(target.name)' uses the plugin EmbedPage but has no folder 'Page'")
      return []
    }
    var files: [String] = []
    for case let path as String in found {
      let isHidden = path.split(separator: "/").contains { $0.hasPrefix(".") }
      if !isHidden, found.fileAttributes?[.type] as? FileAttributeType == .typeRegular { files.append(path) }
    }
    files.sort()
    let output = context.pluginWorkDirectoryURL.appending(path: "PageContents.swift")
    return [
      .buildCommand(
        displayName: "Embedding the page", executable: try context.tool(named: "page-embedder").url,
        arguments: [output.path(percentEncoded: false), base] + files, inputFiles: files.map { folder.appending(path: $0) },
        outputFiles: [output])
    ]
  }
}
