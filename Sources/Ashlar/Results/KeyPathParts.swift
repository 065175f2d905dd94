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
    var path: (use: KeyPathUse, text: String)?
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

  /// What a key path of one step is of.
  enum Origin: Equatable {
    case stored(String)
    /// Something that is computed of these stored properties, of none where nothing of the row is read.
    case computed([String])
  }

  /// Whether a key path is of a stored property. One that is not may read a stored one, and may give it back as it is for many values.
  static func origin<Root: ObjectBase>(of keyPath: PartialKeyPath<Root>) -> Origin {
    let type = Swift.type(of: keyPath).valueType
    let known = Root._keyPathColumns
    if !known.isEmpty, let column = known[keyPath] { return .stored(Root._entity.model.properties[column].name) }
    let cases = QueryConstant.rawValues(type)
    var marks = RecorderMark.usual
    var names: [String] = []
    var index = 0
    while index < marks.count {
      let recorder = _Recorder()
      recorder.mark = marks[index]
      recorder.cases = cases
      let isStored = withExtendedLifetime(recorder) {
        let value: Any = recorder.make(Root.self)[keyPath: keyPath]
        guard recorder.names.count == 1, let last = recorder.last, index == 0 || recorder.names == names else { return false }
        if last.customName != nil, known.values.contains(recorder.lastColumn) { return false }
        return marks[index].isValue(value, of: last, cases: recorder.lastCases, type)
      }
      if index == 0 { marks += recorder.lastCases.indices.map { .enumCase($0) } }
      if !recorder.names.isEmpty { names = recorder.names }
      if !isStored { return .computed(names) }
      index += 1
    }
    return .stored(names[0])
  }

  // A condition on what is computed would be about what it read.
  private static func storedName<Root: ObjectBase>(of keyPath: PartialKeyPath<Root>) -> String {
    switch origin(of: keyPath) {
    case .stored(let name): return name
    case .computed([]):
      misuse(
        .query("The key path '\(keyPath)' touches no stored property. What is computed or ignored is in no row: filter in Swift instead."))
    case .computed(let read):
      let names = read.indices.filter { !read[..<$0].contains(read[$0]) }.map { read[$0] }
      misuse(
        .query(
          "The key path '\(keyPath)' is of a property that is not stored: it is computed of '\(names.joined(separator: "', '"))'. "
            + "Conditions are about stored properties."))
    }
  }

  /// The properties that a key path touches; empty when there are none.
  static func of<Root: ObjectBase>(_ keyPath: PartialKeyPath<Root>) -> [PathPart] {
    let address = UInt(bitPattern: ObjectIdentifier(keyPath))
    let place = Int(truncatingIfNeeded: (address >> 4) ^ (address >> 12)) & (size - 1)
    if let known = lock.withLock({ entries[place].keyPath === keyPath ? entries[place].parts : nil }), !known.isEmpty { return known }
    checkRoot(keyPath)
    let type = Swift.type(of: keyPath).valueType
    let name = storedName(of: keyPath)
    let isCollection = type is any RealmCollectionBase.Type || type is any RealmKeyedCollection.Type
    let parts: [PathPart] = [isCollection ? .many(name) : .name(name)]
    lock.withLock { remember(keyPath, address, place) { $0.parts = parts } }
    return parts
  }

  // Under the lock.
  private static func remember(_ keyPath: AnyKeyPath, _ address: UInt, _ place: Int, _ set: (inout Entry) -> Void) {
    if entries[place].keyPath === keyPath {
      set(&entries[place])
    } else if entries[place].seen == address {
      entries[place].keyPath = keyPath
      (entries[place].parts, entries[place].path) = ([], nil)
      set(&entries[place])
    }
    entries[place].seen = address
  }

  /// The path of a key path that begins at an object. One that is not of a stored property stops the program.
  /// Complexity: O(1), under a microsecond for stored properties of generated classes and from the third use on, else some microseconds.
  static func path<Root: ObjectBase>(of keyPath: PartialKeyPath<Root>, for use: KeyPathUse) -> String {
    let known = Root._keyPathColumns
    if !known.isEmpty, let column = known[keyPath] { return Root._entity.model.properties[column].name }
    let address = UInt(bitPattern: ObjectIdentifier(keyPath))
    let place = Int(truncatingIfNeeded: (address >> 4) ^ (address >> 12)) & (size - 1)
    let found = lock.withLock { entries[place].keyPath === keyPath ? entries[place].path : nil }
    if let found, found.use == use { return found.text }
    let path = use.path(of: keyPath, columns: Set(known.values)) { $0.make(Root.self)[keyPath: keyPath] }
    lock.withLock { remember(keyPath, address, place) { $0.path = (use, path) } }
    return path
  }
}
