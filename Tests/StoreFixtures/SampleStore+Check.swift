import AshlarSchema
public import AshlarStore

extension SampleStore {
  /// What contradicts what: counts and rows, texts and fingerprints, rows and the key index, links and backlinks. Empty when all is well.
  public func contradictions() throws -> [String] {
    var found: [String] = []
    var all: [Int: [Int64: [CellValue]]] = [:]
    for table in ordinals.values where session.table(table) != nil { all[table] = try rows(table) }
    for (name, table) in ordinals.sorted(by: { $0.value < $1.value }) {
      guard let definition = session.table(table), let rows = all[table] else { continue }
      if rows.count != session.count(table) { found.append("\(name): \(rows.count) rows, counted \(session.count(table))") }
      for key in rows.keys {
        guard let row = try session.locate(table, key) else { continue }
        for (ordinal, column) in definition.layout.columns.enumerated() where column.kind == .string || column.kind == .data {
          if !row.hasRightFingerprint(ordinal) { found.append("\(name): the fingerprint of column \(ordinal) of row \(key) is another's") }
        }
      }
      if let column = definition.layout.primaryKey {
        for (key, values) in rows where try self.find(table, values[column])?.key != key {
          found.append("\(name): key \(key) is not found")
        }
      }
      if let compound = definition.compoundKey {
        for key in rows.keys {
          guard let row = try session.locate(table, key) else { continue }
          if try compound.withProbe(of: row, { try session.find(table, $0) })?.key != key {
            found.append("\(name): key \(compound.text(of: row)) is not found")
          }
        }
      }
      for link in definition.links {
        var expected: [Int64: [Int64: Int]] = [:]
        for (key, values) in rows {
          for target in values[link.column].targets { expected[target, default: [:]][key, default: 0] += 1 }
        }
        for target in (all[link.target] ?? [:]).keys {
          let sources = try session.sources(link, of: target)
          if Dictionary(uniqueKeysWithValues: sources.map { ($0.key, $0.count) }) != expected[target] ?? [:] {
            found.append("\(name): links in column \(link.column) to \(target) are \(sources), expected \(expected[target] ?? [:])")
          }
        }
        for target in expected.keys where all[link.target]?[target] == nil { found.append("\(name): a link to \(target), which is gone") }
      }
    }
    return found
  }

  /// The row whose primary key is `value`.
  public func find(_ table: Int, _ value: CellValue) throws -> RowAccess? { try withProbe(table, value) { try session.find(table, $0) } }

  func withProbe<Result>(_ table: Int, _ value: CellValue, _ body: (KeyProbe) throws -> Result?) rethrows -> Result? {
    switch value {
    case .null: return try body(KeyProbe(.null))
    case .bytes(let bytes):
      if let integer = value.integer, let column = session.table(table)?.layout.primaryKey, columns(table)[column].type == .int {
        return try body(KeyProbe(.int(integer)))
      }
      return try bytes.withUnsafeBytes { try body(KeyProbe(.bytes($0))) }
    default: return nil
    }
  }

  /// A number that stands for the content of all tables.
  public func digest() throws -> UInt64 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func add(_ value: UInt64) { hash = (hash ^ value) &* 0x100_0000_01b3 }
    func add(_ value: CellValue) {
      switch value {
      case .null: add(1)
      case .bytes(let bytes):
        add(UInt64(bytes.count))
        // Not `for in`, whose iterator is generic code: slow without optimization.
        bytes.withUnsafeBufferPointer { bytes in
          guard let base = bytes.baseAddress else { return }
          var index = 0
          while index < bytes.count {
            add(UInt64(base[index]))
            index += 1
          }
        }
      case .link(let key): add(UInt64(bitPattern: key))
      case .list(let elements):
        add(UInt64(elements.count))
        for element in elements { add(element) }
      }
    }
    for table in ordinals.values.sorted() {
      for (key, values) in try rows(table).sorted(by: { $0.key < $1.key }) {
        add(UInt64(key))
        for value in values { add(value) }
      }
    }
    return hash
  }
}

extension CellValue {
  /// The object keys that a cell links to.
  public var targets: [Int64] {
    switch self {
    case .link(let key): [key]
    case .list(let elements): elements.flatMap(\.targets)
    default: []
    }
  }
}

extension RowAccess {
  /// Whether a slot of text that lies in the heap has the fingerprint of its bytes.
  fileprivate func hasRightFingerprint(_ column: Int) -> Bool {
    let cell = base + columns[column].offset + slot * Slot.size
    let stored = Slot(at: cell)
    return stored.tag != Slot.heapTag || stored.word == Slot.fingerprint(Slot.bytesNearby(at: cell, in: base))
  }
}
