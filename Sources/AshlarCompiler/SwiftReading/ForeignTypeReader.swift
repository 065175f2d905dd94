/// Finds types of other modules among those that properties have.
struct ForeignTypeReader {
  let types: SwiftTypes

  /// The types of a file's models that no file declares: those that say where they are declared, and, in a file that imports a module whose
  /// types could be stored, any other.
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

  /// Modules without types that can be stored, other than those that schemas know.
  private static let system: Set<String> = [
    "AppKit", "Ashlar", "AshlarCombine", "AshlarSwiftUI", "Combine", "CoreData", "CoreFoundation", "CoreGraphics", "CoreLocation",
    "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc", "Musl", "Observation", "OpenCombine", "Realm", "RealmSwift",
    "Swift", "SwiftUI", "Synchronization", "UIKit", "WinSDK", "os",
  ]
}
