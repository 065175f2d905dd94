import AshlarSchema

/// The rows that each value of an index has gained and lost in the open write. Only rows that were passed to `update` are included.
///
/// Invariants: a row is in `gained` under its value in `gainedValues`, and in `lost` under its value in the snapshot if and only if it is
/// in `lostRows`. The rows of each value are in ascending order.
final class IndexChanges {
  private let table: TableDefinition
  private let index: IndexDefinition
  // The context that resolves out-of-line values.
  private let context: UnsafeMutablePointer<AccessContext>
  private var gained: [[UInt8]: [Int64]] = [:]
  private var lost: [[UInt8]: [Int64]] = [:]
  private var gainedValues: [Int64: [UInt8]] = [:]
  private var lostRows: Set<Int64> = []
  /// The key of the first row inserted after the last update.
  var nextKey: Int64 = 0
  /// The number of the table's entries in `PendingChanges.storedRows` that have been read.
  var readStores = 0

  init(_ table: TableDefinition, _ index: IndexDefinition, _ context: UnsafeMutablePointer<AccessContext>) {
    self.table = table
    self.index = index
    self.context = context
  }

  /// Returns a number that identifies an index among the indexes of the session.
  /// - Parameter index: The number of the index in the file.
  static func identity(_ table: TableDefinition, _ index: UInt16) -> Int { table.ordinal << 32 | Int(index) }

  /// Returns the rows that `value` has gained and lost.
  func correction(_ value: [UInt8]) -> IndexCorrection { IndexCorrection(gained: gained[value] ?? [], lost: lost[value] ?? []) }

  /// Compares the value of a row of an overlay with the one in the snapshot, and records the difference. O(1) if the row follows those
  /// recorded for the value; otherwise O(rows recorded for the value).
  func update(_ key: Int64, in overlay: Overlay) {
    let slot = Int(key) & (table.capacity - 1)
    var before: [UInt8]?
    if overlay.wasLive(slot), let original = overlay.original { before = value(original, overlay.columns(ofOriginal: original), slot) }
    let after = overlay.cluster.isLive(slot) ? value(overlay.base, table.fullColumns, slot) : nil
    let isChanged = before != after
    let (known, wanted) = (gainedValues[key], isChanged ? after : nil)
    if known != wanted {
      if let known { gained[known]?.removeAscending(key) }
      if let wanted { gained[wanted, default: []].insertAscending(key) }
      gainedValues[key] = wanted
    }
    guard let before, isChanged != lostRows.contains(key) else { return }
    if isChanged {
      lost[before, default: []].insertAscending(key)
      lostRows.insert(key)
    } else {
      lost[before]?.removeAscending(key)
      lostRows.remove(key)
    }
  }

  private func value(_ base: UnsafeMutableRawPointer, _ columns: UnsafePointer<ColumnOffset>, _ slot: Int) -> [UInt8] {
    let home = SlotHome(base: base, context: context)
    guard let column = index.column else { return index.encode(table, columns, slot, home) }
    let layout = table.layouts[column]
    let offset = columns[column]
    return IndexedValue.encode(
      layout, base + offset.offset + slot * layout.width, null: layout.hasNullFlag ? base + offset.null + slot : nil, home: home)
  }
}

extension [Int64] {
  // Returns the position of the first key that is not less than `key`.
  private func position(of key: Int64) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low
  }

  fileprivate mutating func insertAscending(_ key: Int64) {
    if last.map({ $0 < key }) ?? true { return append(key) }
    let position = position(of: key)
    if self[position] != key { insert(key, at: position) }
  }

  fileprivate mutating func removeAscending(_ key: Int64) {
    let position = position(of: key)
    if position < count, self[position] == key { remove(at: position) }
  }
}
