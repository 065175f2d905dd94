import AshlarSchema
import AshlarStore

/// Notes which properties a key path touches: the key path is applied to an object whose getters report here.
public nonisolated final class _Recorder {
  let context: UnsafeMutablePointer<_Context>
  private(set) var names: [String] = []
  private var rows: [(entity: _Entity, row: _Row)] = []
  /// The same as paths from the first object, joined by dots: a key path that computes may touch several.
  private(set) var paths: [String] = []
  // By row: how it was reached.
  private var reached: [UnsafeMutableRawPointer: String] = [:]
  private var latest = ""
  /// Whether collections that are mapped to a property of their elements touch that as well.
  let followsElements: Bool

  init(followingElements: Bool = false) {
    followsElements = followingElements
    context = .allocate(capacity: 1)
    // Recorded rows have generation 0, which never matches: every getter takes the slow path.
    context.initialize(to: _Context(kind: .recorder, generation: .max, writeGeneration: _Context.noWrite))
    context.pointee.core = Unmanaged.passUnretained(self)
  }

  deinit {
    for (entity, row) in rows { entity.release(row) }
    context.deallocate()
  }

  /// What the values of recorded rows are: nil for defaults. Those of stored properties come back as they are, those of computed ones do not.
  var mark: RecorderMark?
  /// Whether links lead on under every mark: a key path with `!` would stop at one that is nil.
  var keepsLinks = false
  /// The raw values of the key path's type, where that is an enum.
  var cases: [QueryConstant] = []
  /// The property that was read last.
  private(set) var last: PropertyModel?
  /// Its column.
  private(set) var lastColumn = 0
  /// The raw values of its enum.
  private(set) var lastCases: [QueryConstant] = []

  func note(_ entity: _Entity, _ column: Int, _ row: _Row) {
    let property = entity.model.properties[column]
    names.append(property.name)
    last = property
    lastColumn = column
    note(property.name, reached[row.base] ?? "")
    guard let mark, property.collection == .none, property.customName == nil else { return }
    // Enums of other modules are known by their Swift type alone.
    lastCases = property.enumName.map { entity.rawValues(ofEnum: $0) } ?? cases
    guard let constant = mark.constant(of: property, cases: lastCases) else { return }
    let offset = row.columns[column]
    if case .null = constant, entity.layout.columns[column].hasNullFlag { (row.base + offset.null).storeBytes(of: 0, as: UInt8.self) }
    if property.type != .any { constant.store(property.type, row.base + offset.offset) }
  }

  private func note(_ name: String, _ prefix: String) {
    latest = prefix.isEmpty ? name : prefix + "." + name
    // What leads on is a part of what it leads to.
    if let index = paths.lastIndex(of: prefix) { paths[index] = latest } else if !paths.contains(latest) { paths.append(latest) }
  }

  /// What a value of any type is.
  var anyValue: AnyRealmValue {
    guard let mark, let last, case .int(let number)? = mark.constant(of: last, cases: []) else { return .none }
    return .int(Int(number))
  }

  /// The object that a link leads to.
  func linked<T: ObjectBase>(_ type: T.Type) -> T? { mark == .null && !keepsLinks ? nil : make(type) }

  /// An object that records; valid as long as the recorder.
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

/// The names of the stored properties that a key path touches, joined by dots; empty when there are none.
/// Complexity: O(1), under a microsecond.
public nonisolated func _name<T: ObjectBase>(for keyPath: PartialKeyPath<T>) -> String {
  let known = T._keyPathColumns
  if !known.isEmpty, let column = known[keyPath] { return T._entity.model.properties[column].name }
  let recorder = _Recorder()
  _ = recorder.make(T.self)[keyPath: keyPath]
  return recorder.names.joined(separator: ".")
}
