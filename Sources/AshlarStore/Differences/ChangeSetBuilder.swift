import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Builds a change set from the changes of clusters, which may be added in any order.
struct ChangeSetBuilder {
  private var parts: [UInt64: (table: TableDefinition, part: TableChanges)] = [:]

  /// Returns the changes in the overlays of an open write.
  static func changes(of overlays: [Overlay]) -> ChangeSet {
    var builder = ChangeSetBuilder()
    for overlay in overlays { builder.add(overlay) }
    return builder.finish()
  }

  private mutating func add(_ overlay: Overlay) {
    let table = overlay.table
    let columns = ColumnBits(table)
    var part = TableChanges(width: columns.width)
    let first = Int64(overlay.number) << Int64(table.shift)
    for slot in overlay.storedRows() {
      let key = first + Int64(slot)
      switch (overlay.wasLive(slot), overlay.cluster.isLive(slot)) {
      case (false, true): part.inserted.append(key)
      case (true, false): part.deleted.append(key)
      case (false, false): break
      case (true, true):
        part.modified.append(key)
        columns.append(marks: overlay.mask(slot), to: &part.masks) { overlay.differs(slot, $0) }
      }
    }
    add(part, table, overlay.number)
  }

  mutating func add(_ part: TableChanges, _ table: TableDefinition, _ number: Int) {
    if !part.isEmpty { parts[table.clusterKey(number)] = (table, part) }
  }

  func finish() -> ChangeSet {
    var changes = ChangeSet()
    for key in parts.keys.sorted() {
      guard let (table, part) = parts[key] else { continue }
      var whole = changes.tables.removeValue(forKey: table.id) ?? TableChanges(width: part.width)
      whole.inserted += part.inserted
      whole.deleted += part.deleted
      whole.modified += part.modified
      whole.masks += part.masks
      changes.tables[table.id] = whole
    }
    changes.collapse()
    return changes
  }
}

/// The bits of a table's columns in change sets, by column number in the file.
struct ColumnBits {
  /// The number of words per row.
  let width: Int
  private let numbers: [UInt16]
  private let isIdentity: Bool

  init(_ table: TableDefinition) {
    numbers = table.columnIds
    width = Int(numbers.max() ?? 0) / 64 + 1
    isIdentity = width == 1 && numbers.enumerated().allSatisfy { $0 == Int($1) }
  }

  func set(_ ordinal: Int, in masks: inout [UInt64], row: Int) {
    let number = Int(numbers[ordinal])
    masks[row * width + number >> 6] |= 1 << UInt64(number & 63)
  }

  /// Appends the words of a row from the marks of an overlay, in which columns 64 apart share a bit. `differs` returns whether the cell of
  /// a column differs from the original; if no cell of the columns that share a bit differs, all of these columns are marked.
  func append(marks: UInt64, to masks: inout [UInt64], differs: (Int) -> Bool) {
    if isIdentity {
      masks.append(numbers.count == 64 ? marks : marks & (1 << UInt64(numbers.count) - 1))
      return
    }
    let row = masks.count / width
    for _ in 0..<width { masks.append(0) }
    for bit in 0..<min(64, numbers.count) where marks >> UInt64(bit) & 1 != 0 {
      let sharing = stride(from: bit, to: numbers.count, by: 64)
      let differing = numbers.count <= 64 ? [] : sharing.filter(differs)
      for ordinal in differing.isEmpty ? Array(sharing) : differing { set(ordinal, in: &masks, row: row) }
    }
  }
}

extension Overlay {
  /// Returns whether the cell of an existing row has changed. For text and collections only the slots are compared.
  fileprivate func differs(_ slot: Int, _ column: Int) -> Bool {
    guard let original else { return true }
    let layout = table.layouts[column]
    let (new, old) = (table.offsetsFull[column], columns(ofOriginal: original)[column])
    if layout.hasNullFlag, (base + new.null + slot).load(as: UInt8.self) != (original + old.null + slot).load(as: UInt8.self) {
      return true
    }
    return memcmp(base + new.offset + slot * layout.width, original + old.offset + slot * layout.width, layout.width) != 0
  }
}
