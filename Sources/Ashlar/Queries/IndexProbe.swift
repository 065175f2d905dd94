import AshlarSchema
import AshlarStore

/// A look-up in an index: the primary key or an indexed property of the objects themselves equals a constant or one of several constants.
struct IndexProbe {
  // The constants are in a separate object, which most probes do not have, so that copying a probe retains at most one reference.
  private final class Constants {
    /// The encoded values to look up in the index.
    private(set) lazy var values: [[UInt8]] = encode()
    let keys: [KeyValue]
    /// The number of `keys`, or of `values` including duplicates.
    let count: Int
    // Called when the values are first needed: encoding thousands of values can take longer than a scan.
    private let encode: () -> [[UInt8]]

    init(keys: [KeyValue]) {
      self.keys = keys
      count = keys.count
      encode = { [] }
    }

    init(count: Int, _ encode: @escaping () -> [[UInt8]]) {
      keys = []
      self.count = count
      self.encode = encode
    }
  }

  let column: Int
  private let isKey: Bool
  /// Whether the probe looks up primary keys.
  var isPrimaryKey: Bool { isKey }
  /// Whether all rows that are found match the condition.
  let isWhole: Bool
  // The encoded value if it has at most 24 bytes; otherwise, `constants` contains it.
  private var short: (UInt64, UInt64, UInt64) = (0, 0, 0)
  // The number of bytes of the encoded value; negative for a list of values.
  private var size = 0
  private var constants: Constants?

  /// Returns nil if no index can evaluate the condition.
  init?(leaf condition: Condition, _ entity: _Entity, _ core: _RealmCore) {
    guard case .test(let path, let test) = condition, path.count == 1, case .name(let name) = path[0] else { return nil }
    switch test.kind {
    case .relates(.order(.equal), let constant, let options) where options.isEmpty:
      if let indexed = entity.indexed.first(where: { $0.name == name }) {
        self.init(indexed)
        guard encode(constant.converted(to: indexed.type), indexed.type, isOptional: indexed.isOptional, core) else { return nil }
      } else {
        self.init(keys: [constant], name, entity)
      }
    case .isIn(let several, ignoresCase: false):
      if let indexed = entity.indexed.first(where: { $0.name == name }) {
        self.init(indexed)
        guard encode(several, indexed, core) else { return nil }
      } else {
        self.init(keys: several, name, entity)
      }
    case .relates, .isIn, .hasType: return nil
    }
  }

  private init(_ indexed: IndexedProperty) {
    column = indexed.column
    isKey = false
    // Unequal `AnyRealmValue`s may share an entry of the index.
    isWhole = indexed.type != .any
  }

  private init?(keys constants: [QueryConstant], _ name: String, _ entity: _Entity) {
    guard entity.keyColumn >= 0, entity.model.properties[entity.keyColumn].name == name else { return nil }
    let property = entity.model.properties[entity.keyColumn]
    column = entity.keyColumn
    isKey = true
    isWhole = true
    var seen: Set<KeyValue> = []
    var several: [KeyValue] = []
    for constant in constants {
      guard let key = KeyValue(constant, property.type) else { return nil }
      if seen.insert(key).inserted { several.append(key) }
    }
    self.constants = Constants(keys: several)
  }

  /// Returns whether the look-ups are currently possible and estimated to be cheaper than testing each row.
  func isUseful(_ entity: _Entity, _ core: _RealmCore) -> Bool {
    if !isKey, !core.session.canSearchIndex(entity.ordinal, column) { return false }
    return lookups < 2 || Double(cost) <= Double(core.session.count(entity.ordinal)) * ScanCost.members
  }

  /// The cost of the look-ups in nanoseconds.
  var cost: Int { lookups * (isKey ? SearchCost.keyLookup : lookups > 1 ? SearchCost.scatteredLookup : SearchCost.lookup) }

  /// Returns whether the index exists.
  func hasIndex(_ entity: _Entity, _ core: _RealmCore) -> Bool { isKey || core.session.hasIndex(entity.ordinal, column) }

  /// The number of values that are looked up.
  var lookups: Int {
    guard let constants else { return 1 }
    return isKey || size < 0 ? constants.count : 1
  }

  /// Returns an estimate of the number of rows, ignoring the changes of the open write: for primary keys, the number of keys; exact if at
  /// most eight values are looked up in the index of a column. Complexity: O(values).
  func estimate(_ entity: _Entity, _ core: _RealmCore) -> Int {
    if isKey { return lookups }
    let rows = core.session.count(entity.ordinal)
    guard hasIndex(entity, core) else { return rows }
    guard let constants, size < 0 else {
      return core.reading { () throws(StoreError) in try core.session.storedCount(entity.ordinal, column) { write(to: $0) } }
    }
    // The first values serve as a sample.
    let asked = constants.values.prefix(8)
    let sum = asked.reduce(0) { sum, value in
      sum
        + core.reading { () throws(StoreError) in
          try core.session.storedCount(entity.ordinal, column) { IndexProbe.write(value, to: $0) }
        }
    }
    return asked.isEmpty ? 0 : min(rows, sum * constants.values.count / asked.count)
  }

  /// Returns the number of rows that the look-ups find. Complexity: O(values), plus O(changes of the open write).
  func count(_ entity: _Entity, _ core: _RealmCore) -> Int {
    if isKey { return rows(entity, core).count }
    guard let constants, size < 0 else {
      return core.reading { () throws(StoreError) in try core.session.indexedCount(entity.ordinal, column) { write(to: $0) } }
    }
    return constants.values.reduce(0) { sum, value in
      sum
        + core.reading { () throws(StoreError) in
          try core.session.indexedCount(entity.ordinal, column) { IndexProbe.write(value, to: $0) }
        }
    }
  }

  /// Returns the keys of the rows in ascending order. Complexity: O(values + rows found + changes of the open write), plus sorting for
  /// several values.
  func rows(_ entity: _Entity, _ core: _RealmCore) -> [Int64] {
    if isKey { return keyRows(entity, core) }
    guard let constants, size < 0 else {
      return core.reading { () throws(StoreError) in try core.session.indexedRows(entity.ordinal, column) { write(to: $0) } }
    }
    var found: [Int64] = []
    for value in constants.values {
      found += core.reading { () throws(StoreError) in
        try core.session.indexedRows(entity.ordinal, column) { IndexProbe.write(value, to: $0) }
      }
    }
    found.sort()
    return found
  }

  /// Like `rows`, but ignores changes of the open write that the index does not contain yet, and does not sort the rows of several values.
  /// For primary keys, the same as `rows`.
  func storedRows(_ entity: _Entity, _ core: _RealmCore) -> [Int64] {
    if isKey { return keyRows(entity, core) }
    guard let constants, size < 0 else {
      return core.reading { () throws(StoreError) in try core.session.storedRows(entity.ordinal, column) { write(to: $0) } }
    }
    var found: [Int64] = []
    for value in constants.values {
      found += core.reading { () throws(StoreError) in
        try core.session.storedRows(entity.ordinal, column) { IndexProbe.write(value, to: $0) }
      }
    }
    return found
  }

  private func keyRows(_ entity: _Entity, _ core: _RealmCore) -> [Int64] {
    let found = constants?.keys.compactMap { key in
      key.withProbe { probe in core.reading { () throws(StoreError) in try core.session.find(entity.ordinal, probe)?.key } }
    }
    return found?.sorted() ?? []
  }

  // Encodes several values; returns false if one of them cannot be encoded. Nulls are omitted for a required column, because none of its
  // rows contains them.
  private mutating func encode(_ several: [QueryConstant], _ indexed: IndexedProperty, _ core: _RealmCore) -> Bool {
    let present = several.filter { constant in
      if case .null = constant { indexed.isOptional || indexed.type == .any } else { true }
    }
    var one = self
    for constant in present {
      guard one.encode(constant.converted(to: indexed.type), indexed.type, isOptional: indexed.isOptional, core) else {
        return false
      }
    }
    constants = Constants(count: present.count) { [one] in
      var values: Set<[UInt8]> = []
      var one = one
      for constant in present {
        _ = one.encode(constant.converted(to: indexed.type), indexed.type, isOptional: indexed.isOptional, core)
        values.insert(
          withUnsafeTemporaryAllocation(byteCount: IndexedValue.sizeLimit, alignment: 8) { Array($0[..<one.write(to: $0)]) })
      }
      return Array(values)
    }
    size = -1
    return true
  }

  // Returns false for a constant that the index cannot find exactly; a scan then evaluates the condition.
  private mutating func encode(_ constant: QueryConstant, _ type: ValueType, isOptional: Bool, _ core: _RealmCore) -> Bool {
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
    // The index identifies longer text by a hash, so each row that it finds would have to be tested.
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
      let long = Array(bytes)
      constants = Constants(count: 1) { [long] }
    } else {
      withUnsafeMutableBytes(of: &short) { $0.copyMemory(from: bytes) }
    }
  }

  // Writes the encoded value, at most `IndexedValue.sizeLimit` bytes, and returns the number of bytes.
  private func write(to buffer: UnsafeMutableRawBufferPointer) -> Int {
    if size > MemoryLayout.size(ofValue: short), let long = constants?.values.first { return IndexProbe.write(long, to: buffer) }
    return withUnsafeBytes(of: short) { IndexProbe.write(UnsafeRawBufferPointer(rebasing: $0[..<size]), to: buffer) }
  }

  private static func write(_ value: [UInt8], to buffer: UnsafeMutableRawBufferPointer) -> Int {
    value.withUnsafeBytes { write($0, to: buffer) }
  }

  private static func write(_ value: UnsafeRawBufferPointer, to buffer: UnsafeMutableRawBufferPointer) -> Int {
    var written = BlockWriter(buffer, "an indexed value")
    written.append(value)
    return written.size
  }
}
