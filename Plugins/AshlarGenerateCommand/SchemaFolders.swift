import Foundation
import PackagePlugin

/// Finds the schema files of a target by traversing its folder, because a target without the build plugin excludes them.
enum SchemaFolders {
  /// Returns the YAML files in the target's folder, or in `Schemas/<TargetName>/` at the package root if the target's folder has none. If
  /// `@Persisted` occurs in any Swift file of the target, all its Swift files are included.
  static func schemas(of target: any SourceModuleTarget, packageFolder: URL) -> [String] {
    let own = files(below: target.directoryURL)
    let yaml = own.isEmpty ? files(below: packageFolder.appending(path: "Schemas").appending(path: target.name)) : own
    let swift = target.sourceFiles.map(\.url).filter { $0.pathExtension == "swift" }
    let word = Data("@Persisted".utf8)
    let hasModels = swift.contains { (try? Data(contentsOf: $0, options: .mappedIfSafe))?.range(of: word) != nil }
    return (yaml + (hasModels ? swift.map { $0.path(percentEncoded: false) } : [])).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Returns the folder with the releases of the target's schema, which may be missing.
  static func history(of target: any SourceModuleTarget, packageFolder: URL) -> URL {
    let apart = packageFolder.appending(path: "Schemas").appending(path: target.name)
    let hasOwn = !files(below: target.directoryURL).isEmpty || files(below: apart).isEmpty
    return (hasOwn ? target.directoryURL : apart).appending(path: "History")
  }

  private static func files(below folder: URL) -> [String] {
    guard let enumerator = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: [.skipsHiddenFiles]) else {
      return []
    }
    return enumerator.compactMap { $0 as? URL }.filter { ["yaml", "yml"].contains($0.pathExtension) }
      .map { $0.path(percentEncoded: false) }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
