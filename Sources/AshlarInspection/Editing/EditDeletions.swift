internal import Ashlar
internal import AshlarSchema
internal import AshlarStore

/// The rows that the actions of an edit delete. Compared with all rows that its write deletes, among them those that delete rules add.
struct EditDeletions {
  private let realm: Realm
  private var keys: [String: Set<Int64>] = [:]
  // Whether an action may delete nothing else.
  private var areAlone = false

  init(_ realm: Realm) { self.realm = realm }

  /// Adds a row. Returns false if it has been added before.
  mutating func add(_ type: String, _ key: Int64, alone: Bool) -> Bool {
    areAlone = areAlone || alone
    return keys[type, default: []].insert(key).inserted
  }

  /// Throws a conflict if an object that the edit does not delete links to one of these objects. Called before their deletion.
  func checkLinks(to objects: [DynamicObject]) throws(ViewFailure) {
    // If more objects link to one, the edit does not delete all of them.
    let limit = keys.values.reduce(0) { $0 + $1.count }
    for object in objects {
      let linking = object._linkingObjects(limit: limit)
      if linking?.allSatisfy({ keys[$0._model.name]?.contains($0._rowKey) == true }) == true { continue }
      throw ViewFailure(.conflict, "Another object links to the '\(object._model.name)' that the edit would delete.", conflicts: .array([]))
    }
  }

  /// Throws a conflict if an action may delete nothing else, and the write has deleted further objects, or if the numbers of deleted
  /// objects differ from `expected`. Called at the end of the write.
  /// - Parameter expected: The numbers by type; types without deleted objects may be missing. Nil if any numbers are expected.
  func check(_ expected: [String: Int]?) throws(ViewFailure) {
    let names = realm._typeNames
    let models = Dictionary(realm._types.map { ($0.name, $0) }) { first, _ in first }
    var counts: [String: Int] = [:]
    for (id, change) in realm._pendingChanges.tables {
      guard let name = names[id], let model = models[name] else { continue }
      if !change.deleted.isEmpty { counts[name] = change.deleted.count }
      // Embedded objects are deleted with their owners.
      guard areAlone, model.kind != .embedded else { continue }
      let own = keys[name] ?? []
      if change.isAnything || change.deleted.contains(where: { !own.contains($0) }) {
        throw ViewFailure(.conflict, "Delete rules would delete objects of '\(name)' that the edit does not name.", conflicts: .array([]))
      }
    }
    guard let expected, expected.filter({ $0.value != 0 }) != counts else { return }
    throw ViewFailure(
      .conflict, "The edit would delete \(EditDeletions.text(counts)), no longer \(EditDeletions.text(expected)).",
      conflicts: .array([]))
  }

  private static func text(_ counts: [String: Int]) -> String {
    let parts = counts.sorted { $0.key < $1.key }.filter { $0.value != 0 }.map { "\($0.value) '\($0.key)'" }
    return parts.isEmpty ? "nothing" : parts.joined(separator: " and ")
  }
}
