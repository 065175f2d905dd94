import AshlarSchema
import AshlarStore

/// A condition that an index answers: one of its parts that must hold is that an indexed column of the object itself
/// equals a constant.
struct IndexProbe {
  let column: Int
  /// Whether there is nothing else to the condition.
  private(set) var isWhole: Bool
  // The bytes under which the index has the value: up to 24 at hand, more in `long`. So a copy counts no references as a rule.
  private var short: (UInt64, UInt64, UInt64) = (0, 0, 0)
  private var size = 0
  private var long: [UInt8]?

  init?(_ condition: Condition, _ entity: Entity, _ core: RealmCore) {
    switch condition {
    case .compare(let names, .equal, let constant):
      guard names.count == 1, case .name(let name) = names[0], let indexed = entity.indexed.first(where: { $0.name == name }) else {
        return nil
      }
      column = indexed.column
      // Values of any type that are not equal may share an entry.
      isWhole = indexed.type != .any
      guard encode(ValueTest.converted(constant, indexed.type), indexed.type, isOptional: indexed.isOptional, core) else { return nil }
    case .and(let a, let b):
      guard let probe = IndexProbe(a, entity, core) ?? IndexProbe(b, entity, core) else { return nil }
      self = probe.partial(true)
    default: return nil
    }
  }

  /// The same probe, for a condition of which it is only a part.
  func partial(_ isPart: Bool) -> IndexProbe {
    var probe = self
    if isPart { probe.isWhole = false }
    return probe
  }

  // False for constants that the column cannot hold: those are left to the scan.
  private mutating func encode(_ constant: QueryConstant, _ type: ValueType, isOptional: Bool, _ core: RealmCore) -> Bool {
    switch (constant, type) {
    case (_, .any):
      guard let stored = constant.anyStored(core) else { return false }
      set(IndexedValue.any(stored))
    case (.null, _):
      guard isOptional else { return false }
      set(IndexedValue.null)
    case (.bool(let value), .bool): set(IndexedValue.bool(value))
    case (.int(let value), .int), (.int(let value), .int8), (.int(let value), .int16), (.int(let value), .int32), (.int(let value), .int64):
      set(IndexedValue.integer(value))
    case (.date(let seconds, let nanoseconds), .date): set(IndexedValue.date(seconds, nanoseconds))
    case (.bytes(let bytes), .uuid) where bytes.count == 16: set(IndexedValue.id(bytes))
    case (.bytes(let bytes), .objectId) where bytes.count == 12: set(IndexedValue.id(bytes))
    // Longer text is told apart by a hash, which must be checked.
    case (.string(var text), .string) where text.utf8.count <= IndexedValue.textLimit:
      text.withUTF8 { bytes in
        withUnsafeTemporaryAllocation(byteCount: IndexedValue.sizeLimit, alignment: 8) { buffer in
          let size = IndexedValue.write(text: UnsafeRawBufferPointer(bytes), to: buffer)
          set(UnsafeRawBufferPointer(rebasing: buffer[..<size]))
        }
      }
    default: return false
    }
    return true
  }

  private mutating func set(_ bytes: [UInt8]) { bytes.withUnsafeBytes { set($0) } }

  private mutating func set(_ bytes: UnsafeRawBufferPointer) {
    size = bytes.count
    if size > MemoryLayout.size(ofValue: short) {
      long = Array(bytes)
    } else {
      withUnsafeMutableBytes(of: &short) { $0.copyMemory(from: bytes) }
    }
  }

  /// Writes the bytes under which the index has the value, at most `IndexedValue.sizeLimit`, and returns how many these are.
  func write(to buffer: UnsafeMutableRawBufferPointer) -> Int {
    if let long {
      buffer.copyBytes(from: long)
    } else {
      withUnsafeBytes(of: short) { buffer.copyMemory(from: $0) }
    }
    return size
  }
}
