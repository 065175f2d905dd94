import AshlarSchema
import AshlarStore

/// A cache of the properties that key paths lead to. Recording a key path takes longer than many queries.
///
/// The literal of a key path without arguments evaluates to the same object for the life of the process, so its address identifies it. The
/// cache retains its key paths, so that no other key path can have the same address. It contains at most `size` key paths, and only those
/// that hash to the same entry twice in a row; key paths that are created on each call rarely do.
enum KeyPathParts {
  private struct Entry {
    // `seen` is the address of the last key path that hashed to this entry; `keyPath` is the cached one.
    var seen: UInt = 0
    var keyPath: AnyKeyPath?
    var parts: [PathPart] = []
    var path: (use: KeyPathUse, text: String)?
  }

  private static let size = 256
  private static let lock = ThreadLock()
  // Protected by `lock`.
  private nonisolated(unsafe) static let entries = {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: size)
    entries.initialize(repeating: Entry(), count: size)
    return entries
  }()

  // In a nested key path such as `\Query<Person>.name.count`, the compiler accepts a dynamic member whose constraints do not hold, so the
  // root may be of any type. This function is not optimized, because the optimizer relies on the constraints.
  @_optimize(none)
  private static func checkRoot(_ keyPath: AnyKeyPath) {
    let root: Any.Type = type(of: keyPath).rootType
    if root is ObjectBase.Type { return }
    misuse(
      .query(
        "The key path '\(keyPath)' begins at '\(root)', which is not an object: conditions can only use stored properties of objects. "
          + "Compare the property itself."))
  }

  /// The kind of property that a key path of one step leads to.
  enum Origin: Equatable {
    case stored(String)
    /// A value computed from these stored properties; the list is empty if the key path reads no column.
    case computed([String])
  }

  /// Determines whether a key path leads to a stored property. A computed property may return a stored property unchanged for many values,
  /// so the key path is evaluated several times, with different marks as values.
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

  // Returns the name of the stored property that a key path leads to. Any other property stops the program: a condition on a computed
  // property would compare the stored property that it reads.
  private static func storedName<Root: ObjectBase>(of keyPath: PartialKeyPath<Root>) -> String {
    switch origin(of: keyPath) {
    case .stored(let name): return name
    case .computed([]):
      misuse(
        .query(
          "The key path '\(keyPath)' refers to no stored property. Computed and ignored ones cannot be used: filter in Swift instead."))
    case .computed(let read):
      let names = read.indices.filter { !read[..<$0].contains(read[$0]) }.map { read[$0] }
      misuse(
        .query(
          "The key path '\(keyPath)' refers to a property that is not stored: it is computed from '\(names.joined(separator: "', '"))'. "
            + "Conditions can only use stored properties."))
    }
  }

  /// Returns the path of the stored property that a key path leads to. A key path that leads to no stored property stops the program.
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

  // The caller must hold `lock`.
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

  /// Returns the path of the stored property that a key path leads to, possibly through links; nil if it leads to none.
  ///
  /// The call takes a few microseconds for each property that the key path reads.
  static func stored<Root: ObjectBase>(_ keyPath: PartialKeyPath<Root>) -> String? {
    let known = Root._keyPathColumns
    if !known.isEmpty, let column = known[keyPath] { return Root._entity.model.properties[column].name }
    return KeyPathUse.values.storedPath(of: keyPath, columns: Set(known.values)) { $0.make(Root.self)[keyPath: keyPath] }
  }

  /// Returns the dotted path for a key path that begins at an object. A key path that leads to no stored property stops the program.
  ///
  /// Complexity: O(1). It takes less than a microsecond for properties of custom types in generated classes, and for other key paths
  /// usually from the third use on; otherwise, a few microseconds.
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
