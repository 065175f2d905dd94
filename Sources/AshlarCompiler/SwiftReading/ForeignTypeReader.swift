/// Finds property types that other modules declare.
struct ForeignTypeReader {
  let types: SwiftTypes

  /// Returns the property types in a file's models that no Swift file of the target declares: types qualified with their module, and, if
  /// the file imports a module that may declare storable types, all others. `TypeTable` excludes the types of the schema and of the schema
  /// language.
  func read(_ models: [TypeDeclaration], of file: ScannedFile) -> [ForeignTypeDeclaration] {
    let importsTypes = file.imports.contains { !Self.system.contains($0.module) }
    var foreign: [ForeignTypeDeclaration] = []
    var seen: Set<String> = []
    for property in models.flatMap(\.properties) where property.type.collection != .linkingObjects {
      let name = property.type.element
      guard seen.insert(name.text).inserted else { continue }
      if let qualified = property.keys.place?.foreign {
        foreign.append(qualified)
      } else if importsTypes, types.types[types.bySchemaName[name.text] ?? name.text] == nil {
        foreign.append(ForeignTypeDeclaration(name: name, swiftName: name.text, isQualified: false))
      }
    }
    return foreign
  }

  /// Modules that declare no storable types, apart from the types that schemas support.
  private static let system: Set<String> = [
    "AppKit", "Ashlar", "AshlarCombine", "AshlarSwiftUI", "Combine", "CoreData", "CoreFoundation", "CoreGraphics", "CoreLocation",
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Observation", "OpenCombine", "Realm", "RealmSwift",
    "Swift", "SwiftUI", "Synchronization", "UIKit", "WinSDK", "os",
  ]
}
