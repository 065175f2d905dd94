import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Realm: CustomStringConvertible {
  /// The file or the in-memory identifier, the state of the Realm, its version and its types. The description may be read on any thread
  /// while no other thread uses the Realm.
  public var description: String {
    let configuration = _core.configuration
    let place = configuration.fileURL.map { "'\($0.path)'" } ?? "in memory '\(configuration.inMemoryIdentifier ?? "")'"
    let state = isFrozen ? "frozen, " : isInWriteTransaction ? "in a write transaction, " : ""
    return "Realm(\(place), \(state)version \(_core.session.version), types: \(typeNames.joined(separator: ", ")))"
  }

  private var typeNames: [String] { _core.allEntities.map(\.model.name).sorted() }
}

extension Realm: CustomReflectable {
  /// The parts of the description, for `dump` and debuggers.
  public var customMirror: Mirror {
    let configuration = _core.configuration
    return Mirror(
      self,
      children: [
        "fileURL": configuration.fileURL as Any, "inMemoryIdentifier": configuration.inMemoryIdentifier as Any,
        "schemaVersion": configuration.schemaVersion, "version": _core.session.version, "isFrozen": isFrozen,
        "isInWriteTransaction": isInWriteTransaction, "types": typeNames,
      ], displayStyle: .struct)
  }
}
