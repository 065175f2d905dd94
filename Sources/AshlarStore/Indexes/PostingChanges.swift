import AshlarSchema

/// What a commit changes in the posting lists of one column: per value, rows that got it and rows that lost it.
struct PostingChanges {
  private struct Rows {
    // Rising: overlays and slots are visited in order.
    var added: [Int64] = []
    var removed: [Int64] = []
  }

  // Short values are told apart without making bytes of them.
  private struct Short: Hashable {
    let low: UInt64
    let high: UInt64
  }

  private let table: TableDefinition
  private let column: Int
  // Leads to long values.
  private let context: UnsafeMutablePointer<AccessContext>
  // The file's, for errors.
  private let path: String
  private var shortValues: [Short: Int] = [:]
  private var longValues: [[UInt8]: Int] = [:]
  private var values: [[UInt8]] = []
  private var rows: [Rows] = []

  init(_ table: TableDefinition, _ column: Int, _ context: UnsafeMutablePointer<AccessContext>, path: String) {
    self.table = table
    self.column = column
    self.context = context
    self.path = path
  }

  /// Writes the change of an overlay that is the commit's only one, when it is a new row that comes after all others of its value.
  /// False, and nothing done, when it is not.
  func append(
    _ overlay: Overlay, to writer: any StorageWriter, reading snapshot: any StorageSnapshot, _ sums: inout EntrySums
  ) throws -> Bool {
    let stored = overlay.storedRows(1 << UInt64(column & 63))
    var rows = stored.makeIterator()
    guard let slot = rows.next() else { return true }
    guard rows.next() == nil, overlay.base.isLive(slot), !overlay.wasLive(slot) else { return false }
    let layout = table.layout.columns[column]
    let offset = table.offsetsFull[column]
    let prefix = BacklinkKey.columnPrefixSize
    return try withUnsafeTemporaryAllocation(byteCount: prefix + IndexedValue.sizeLimit + 8, alignment: 8) { buffer in
      BacklinkKey.writeColumnPrefix(table: table.id, column: table.columnIds[column], to: buffer)
      let size =
        prefix
        + IndexedValue.write(
          layout, overlay.base + Int(offset.offset) + slot * layout.width,
          null: layout.hasNullFlag ? overlay.base + Int(offset.null) + slot : nil, home: SlotHome(base: overlay.base, context: context),
          to: UnsafeMutableRawBufferPointer(rebasing: buffer[prefix...]))
      buffer.storeBytes(of: PostingBlock.openBound.bigEndian, toByteOffset: size, as: UInt64.self)
      let row = Int64(overlay.number) << Int64(table.layout.shift) + Int64(slot)
      return try PostingChanges.append(row, UnsafeRawBufferPointer(rebasing: buffer[..<(size + 8)]), writer, snapshot, &sums)
    }
  }

  mutating func collect(_ overlay: Overlay) {
    let first = Int64(overlay.number) << Int64(table.layout.shift)
    for slot in overlay.storedRows(1 << UInt64(column & 63)) {
      let old = overlay.wasLive(slot) ? overlay.original.map { number(of: $0, slot) } : nil
      let new = overlay.base.isLive(slot) ? number(of: overlay.base, slot) : nil
      if old == new { continue }
      if let old { rows[old].removed.append(first + Int64(slot)) }
      if let new { rows[new].added.append(first + Int64(slot)) }
    }
  }

  // The number of the value in a row.
  private mutating func number(of base: UnsafeMutableRawPointer, _ slot: Int) -> Int {
    let layout = table.layout.columns[column]
    let offset = table.offsets(capacity: base.header(ClusterHeader.capacityOffset)).columns[column]
    let cell = base + Int(offset.offset) + slot * layout.width
    let null = layout.hasNullFlag ? base + Int(offset.null) + slot : nil
    if let short = short(layout, cell, null) {
      if let known = shortValues[short] { return known }
      shortValues[short] = values.count
    } else {
      let value = IndexedValue.encode(layout, cell, null: null, home: SlotHome(base: base, context: context))
      if let known = longValues[value] { return known }
      longValues[value] = values.count
    }
    values.append(IndexedValue.encode(layout, cell, null: null, home: SlotHome(base: base, context: context)))
    rows.append(Rows())
    return values.count - 1
  }

  private func short(_ layout: ColumnLayout, _ cell: UnsafeMutableRawPointer, _ null: UnsafeMutableRawPointer?) -> Short? {
    if let null, null.load(as: UInt8.self) == 0 { return Short(low: 0, high: .max) }
    switch layout.width {
    case 1: return Short(low: UInt64(cell.load(as: UInt8.self)), high: 0)
    case 2: return Short(low: UInt64(cell.load(as: UInt16.self)), high: 0)
    case 4: return Short(low: UInt64(cell.load(as: UInt32.self)), high: 0)
    case 8: return Short(low: cell.load(as: UInt64.self), high: 0)
    case 12:
      // Equal values of any type may differ in their bytes.
      if layout.kind == .any { return nil }
      if layout.kind == .string {
        let slot = Slot(at: cell)
        guard slot.isInline || slot.isNull else { return nil }
      }
      return Short(low: cell.loadUnaligned(as: UInt64.self), high: UInt64(cell.loadUnaligned(fromByteOffset: 8, as: UInt32.self)))
    default:
      return Short(low: cell.loadUnaligned(as: UInt64.self), high: cell.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    }
  }

  /// Writes the changed blocks, in key order.
  func write(to writer: any StorageWriter, reading snapshot: any StorageSnapshot, _ sums: inout EntrySums) throws {
    if values.isEmpty { return }
    let prefix = BacklinkKey.columnPrefix(table: table.id, column: table.columnIds[column])
    for number in values.indices.sorted(by: { values[$0].lexicographicallyPrecedes(values[$1]) }) {
      try merge(prefix + values[number], rows[number], writer, snapshot, &sums)
    }
  }

  private func merge(
    _ prefix: [UInt8], _ rows: Rows, _ writer: any StorageWriter, _ snapshot: any StorageSnapshot, _ sums: inout EntrySums
  ) throws {
    if rows.removed.isEmpty, rows.added.count == 1 {
      let isDone = try PostingBlock.key(prefix, bound: PostingBlock.openBound).withUnsafeBytes { key in
        try PostingChanges.append(rows.added[0], key, writer, snapshot, &sums)
      }
      if isDone { return }
    }
    var added = rows.added[...]
    var removed = rows.removed[...]
    while let next = [added.first, removed.first].compactMap({ $0 }).min() {
      var bound = PostingBlock.openBound
      var keys: [Int64] = []
      var isWellFormed = true
      try snapshot.scan(.postings, prefix: prefix, from: PostingBlock.key(prefix, bound: UInt64(next))) { key, value in
        // A longer value may begin with the same bytes only if it is another block of this value: none is a beginning.
        bound = PostingBlock.bound(key)
        isWellFormed = PostingBlock.read(value, into: &keys)
        sums.remove(.postings, key, value)
        return false
      }
      guard isWellFormed else { throw PostingBlock.damage(path) }
      let hadBlock = !keys.isEmpty
      let gained = added.prefix { UInt64($0) <= bound }
      let lost = removed.prefix { UInt64($0) <= bound }
      added = added.dropFirst(gained.count)
      removed = removed.dropFirst(lost.count)
      let merged = PostingChanges.merged(keys, adding: gained, removing: lost)
      try write(merged, prefix, bound, hadBlock, writer, &sums)
    }
  }

  // One new row, which most often comes after all others of its value.
  private static func append(
    _ row: Int64, _ key: UnsafeRawBufferPointer, _ writer: any StorageWriter, _ snapshot: any StorageSnapshot, _ sums: inout EntrySums
  ) throws -> Bool {
    guard let old = try snapshot.value(.postings, key) else { return false }
    return try withUnsafeTemporaryAllocation(byteCount: PostingBlock.sizeLimit, alignment: 8) { buffer in
      guard let size = PostingBlock.append(row, to: old, in: buffer) else { return false }
      let longer = UnsafeRawBufferPointer(rebasing: buffer[..<size])
      sums.remove(.postings, key, old)
      sums.add(.postings, key, longer)
      try writer.put(.postings, key, longer)
      return true
    }
  }

  private func write(
    _ keys: [Int64], _ prefix: [UInt8], _ bound: UInt64, _ hadBlock: Bool, _ writer: any StorageWriter, _ sums: inout EntrySums
  ) throws {
    try withUnsafeTemporaryAllocation(byteCount: PostingBlock.sizeLimit, alignment: 8) { buffer in
      var rest = keys[...]
      while let first = rest.first {
        let (count, size) = PostingBlock.write(rest, to: buffer)
        rest = rest.dropFirst(count)
        let block = UnsafeRawBufferPointer(rebasing: buffer[..<size])
        let last = keys[rest.startIndex - 1]
        precondition(last >= first, "object keys of a block must rise")
        try PostingBlock.key(prefix, bound: rest.isEmpty ? bound : UInt64(last)).withUnsafeBytes { key in
          sums.add(.postings, key, block)
          try writer.put(.postings, key, block)
        }
      }
      if keys.isEmpty, hadBlock {
        try PostingBlock.key(prefix, bound: bound).withUnsafeBytes { try writer.remove(.postings, $0) }
      }
    }
  }

  static func merged(_ keys: [Int64], adding added: ArraySlice<Int64>, removing removed: ArraySlice<Int64>) -> [Int64] {
    if removed.isEmpty, let last = keys.last, let first = added.first, last < first { return keys + added }
    let gone = Set(removed)
    var result: [Int64] = []
    result.reserveCapacity(keys.count + added.count)
    var added = added
    for key in keys where !gone.contains(key) {
      while let next = added.first, next < key {
        result.append(next)
        added.removeFirst()
      }
      result.append(key)
    }
    return result + added
  }
}
