import Foundation
import PackagePlugin

/// A schema file, or a Swift file of a target with classes that are written by hand.
struct SchemaInput {
  var url: URL
  var isSwift: Bool { url.pathExtension == "swift" }
  var path: String { url.path(percentEncoded: false) }
}

/// Finds the schema files of a target.
enum SchemaInputs {
  /// The target's own YAML files, without its declared resources; if it has none, those in `Schemas/<TargetName>/` at the package root. Sorted by path.
  ///
  /// Where `@Persisted` occurs in one of its Swift files, all of these count as well: enums and types of properties may be in any.
  static func find(for target: any SourceModuleTarget, packageFolder: URL) -> [SchemaInput] {
    let own = target.sourceFiles.filter { $0.type != .resource }.map(\.url).filter(isSchema)
    let urls = own.isEmpty ? files(below: packageFolder.appending(path: "Schemas").appending(path: target.name)) : own
    return (urls + models(of: target)).map { SchemaInput(url: $0) }.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  /// The folder with the releases of the target's schema, which may be missing.
  static func history(of target: any SourceModuleTarget, packageFolder: URL) -> URL {
    let apart = packageFolder.appending(path: "Schemas").appending(path: target.name)
    let hasOwn = target.sourceFiles.contains { $0.type != .resource && isSchema($0.url) }
    let folder = hasOwn || files(below: apart).isEmpty ? target.directoryURL : apart
    return folder.appending(path: "History")
  }

  /// Its releases.
  static func releases(in history: URL) -> [URL] {
    let found = try? FileManager.default.contentsOfDirectory(at: history, includingPropertiesForKeys: nil)
    return (found ?? []).filter { $0.pathExtension == "ashlarbin" }.sorted { $0.path < $1.path }
  }

  private static func models(of target: any SourceModuleTarget) -> [URL] {
    let sources = target.sourceFiles.map(\.url).filter { $0.pathExtension == "swift" }
    let word = Data("@Persisted".utf8)
    return sources.contains { (try? Data(contentsOf: $0, options: .mappedIfSafe))?.range(of: word) != nil } ? sources : []
  }

  private static func files(below folder: URL) -> [URL] {
    guard let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles]) else {
      return []
    }
    return enumerator.compactMap { $0 as? URL }.filter(isSchema)
  }

  private static func isSchema(_ url: URL) -> Bool { ["yaml", "yml"].contains(url.pathExtension) }
}
