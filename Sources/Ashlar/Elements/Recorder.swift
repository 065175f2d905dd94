import AshlarSchema
import AshlarStore

/// Records the properties that a key path reads: the key path is applied to an object whose getters call the recorder.
public nonisolated final class _Recorder {
  let context: UnsafeMutablePointer<_Context>
  private(set) var names: [String] = []
  private var rows: [(entity: _Entity, row: _Row)] = []
  /// The paths from the first object to the properties that were read: names joined by dots. A key path to a computed property may read
  /// properties on several paths.
  private(set) var paths: [String] = []
  // The path through which each row was reached, by the address of the row.
  private var reached: [UnsafeMutableRawPointer: String] = [:]
  private var latest = ""
  /// Whether mapping a collection to a property of its elements records that property as well.
  let followsElements: Bool

  init(followingElements: Bool = false) {
    followsElements = followingElements
    context = .allocate(capacity: 1)
    // Recorded rows have generation 0, which never matches, so every getter takes the slow path.
    context.initialize(to: _Context(kind: .recorder, generation: .max, writeGeneration: _Context.noWrite))
    context.pointee.core = Unmanaged.passUnretained(self)
  }

  deinit {
    for (entity, row) in rows { entity.release(row) }
    context.deallocate()
  }

  /// The source of the values of recorded rows; if nil, the rows contain defaults. A stored property returns such a value unchanged, but a
  /// computed property usually does not.
  var mark: RecorderMark?
  /// Whether links have a target regardless of the mark: a key path with `!` would stop the program at a nil link.
  var keepsLinks = false
  /// The raw values of the key path's value type, if that is an enum.
  var cases: [QueryConstant] = []
  /// The property that was read last.
  private(set) var last: PropertyModel?
  /// The column of `last`.
  private(set) var lastColumn = 0
  /// The raw values of the enum of `last`.
  private(set) var lastCases: [QueryConstant] = []

  func note(_ entity: _Entity, _ column: Int, _ row: _Row) {
    let property = entity.model.properties[column]
    names.append(property.name)
    last = property
    lastColumn = column
    note(property.name, reached[row.base] ?? "")
    guard let mark, property.collection == .none, property.customName == nil else { return }
    // For enums of other modules, only the Swift type is available.
    lastCases = property.enumName.map { entity.rawValues(ofEnum: $0) } ?? cases
    guard let constant = mark.constant(of: property, cases: lastCases) else { return }
    let offset = row.columns[column]
    if case .null = constant, entity.layout.columns[column].hasNullFlag { (row.base + offset.null).storeBytes(of: 0, as: UInt8.self) }
    if property.type != .any { constant.store(property.type, row.base + offset.offset) }
  }

  private func note(_ name: String, _ prefix: String) {
    latest = prefix.isEmpty ? name : prefix + "." + name
    // A path that is followed further is replaced by the longer path.
    if let index = paths.lastIndex(of: prefix) { paths[index] = latest } else if !paths.contains(latest) { paths.append(latest) }
  }

  /// The recorded value of a property of type `AnyRealmValue`.
  var anyValue: AnyRealmValue {
    guard let mark, let last, case .int(let number)? = mark.constant(of: last, cases: []) else { return .none }
    return .int(Int(number))
  }

  /// Returns the target of a recorded link; nil if the mark is `null` and `keepsLinks` is false.
  func linked<T: ObjectBase>(_ type: T.Type) -> T? { mark == .null && !keepsLinks ? nil : make(type) }

  /// Creates a recording object, which is valid as long as the recorder exists.
  public func make<T: ObjectBase>(_ type: T.Type) -> T {
    let row = T._entity.recordingRow(context)
    rows.append((T._entity, row))
    reached[row.base] = latest
    return T._accessor(row, nil)
  }
}

extension _Entity {
  fileprivate func rawValues(ofEnum name: String) -> [QueryConstant] {
    guard let found = schema.enums.first(where: { $0.name == name }) else { return [] }
    return found.cases.compactMap { each in
      switch each.rawValue {
      case .int(let value): .int(value)
      case .double(let value): .double(value)
      case .string(let value): .string(value)
      default: nil
      }
    }
  }
}

/// Returns the names of the stored properties that a key path reads, joined by dots; empty if it reads none: `_name(for: \Person.name)` is
/// `"name"`. Complexity: O(1), under a microsecond.
public nonisolated func _name<T: ObjectBase>(for keyPath: PartialKeyPath<T>) -> String {
  let known = T._keyPathColumns
  if !known.isEmpty, let column = known[keyPath] { return T._entity.model.properties[column].name }
  let recorder = _Recorder()
  _ = recorder.make(T.self)[keyPath: keyPath]
  return recorder.names.joined(separator: ".")
}
