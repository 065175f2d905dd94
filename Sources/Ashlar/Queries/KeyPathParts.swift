import AshlarSchema
import AshlarStore

/// What key paths mean, remembered: to record one takes longer than many a query.
///
/// A key path without arguments is one object for the life of the process, wherever it is written, so its address says which it
/// is. The table keeps what it remembers, so that no other gets the address: at most `size` key paths, and only those that came
/// twice in a row to a place, which key paths created on each call hardly ever do.
enum KeyPathParts {
  private struct Entry {
    // The key path that came last, and that is remembered.
    var seen: UInt = 0
    var keyPath: AnyKeyPath?
    var parts: [PathPart] = []
  }

  private static let size = 256
  private static let lock = ThreadLock()
  // Only under the lock.
  private nonisolated(unsafe) static let entries = {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: size)
    entries.initialize(repeating: Entry(), count: size)
    return entries
  }()

  // In a key path of its own, `\Query<Person>.name.count`, the compiler takes a dynamic member whose constraints do not hold, so the
  // root may be anything. Never optimised, for the optimiser believes the constraints.
  @_optimize(none)
  private static func checkRoot(_ keyPath: AnyKeyPath) {
    let root: Any.Type = type(of: keyPath).rootType
    if root is ObjectBase.Type { return }
    misuse(
      .query(
        "The key path '\(keyPath)' begins at '\(root)', which is not an object: conditions reach only stored properties of objects. "
          + "Compare the property itself."))
  }

  // The names that a key path touches. A property that is not stored stops the program, also when its getter reads a stored one: the
  // condition would be about what it read.
  private static func storedName<Root: ObjectBase>(for keyPath: PartialKeyPath<Root>, _ type: Any.Type) -> String {
    let known = Root._keyPathColumns
    if !known.isEmpty, let column = known[keyPath] { return Root._entity.model.properties[column].name }
    var names: [String] = []
    for mark in RecorderMark.allCases {
      let recorder = _Recorder()
      recorder.mark = mark
      let isStored = withExtendedLifetime(recorder) {
        let value: Any = recorder.make(Root.self)[keyPath: keyPath]
        return recorder.last.map { mark.isValue(value, of: $0, type) } ?? true
      }
      names = recorder.names
      if isStored { continue }
      misuse(
        .query(
          "The key path '\(keyPath)' is of a property that is not stored: it is computed of '\(names.joined(separator: "', '"))'. "
            + "Conditions are about stored properties."))
    }
    if names.isEmpty {
      misuse(
        .query("The key path '\(keyPath)' touches no stored property. What is computed or ignored is in no row: filter in Swift instead."))
    }
    return names.joined(separator: ".")
  }

  /// The properties that a key path touches; empty when there are none.
  static func of<Root: ObjectBase>(_ keyPath: PartialKeyPath<Root>) -> [PathPart] {
    let address = UInt(bitPattern: ObjectIdentifier(keyPath))
    let place = Int(truncatingIfNeeded: (address >> 4) ^ (address >> 12)) & (size - 1)
    if let known = lock.withLock({ entries[place].keyPath === keyPath ? entries[place].parts : nil }) { return known }
    checkRoot(keyPath)
    let type = Swift.type(of: keyPath).valueType
    var parts = [PathPart](dotted: storedName(for: keyPath, type))
    if case .name(let name)? = parts.last, type is any RealmCollectionBase.Type || type is any RealmKeyedCollection.Type {
      parts[parts.count - 1] = .many(name)
    }
    lock.withLock {
      if entries[place].seen == address {
        entries[place].keyPath = keyPath
        entries[place].parts = parts
      }
      entries[place].seen = address
    }
    return parts
  }
}
