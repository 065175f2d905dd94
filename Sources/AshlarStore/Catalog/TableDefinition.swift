public import AshlarSchema

/// A column that contains links.
public struct LinkColumn: Hashable, Sendable {
  /// The entity ordinal of the table that contains the column.
  public let source: Int
  /// The ordinal of the column.
  public let column: Int
  /// The entity ordinal of the target table; -1 if `isAny` is true.
  public let target: Int
  /// The layout of the column's elements; nil for a single link.
  public let element: ElementLayout?
  /// Whether the source owns the target.
  public let isEmbedded: Bool
  /// Whether the column contains `AnyRealmValue`s, which may link to any table. Its targets are then `AnyLink`s, each encoded as one
  /// number.
  public var isAny = false
  /// The table and column numbers in the file: the first six bytes of backlink keys.
  let prefix: [UInt8]
}

/// A column and its offset in clusters of full capacity.
struct FileColumn: BitwiseCopyable {
  let ordinal: Int
  let layout: ColumnLayout
  let offset: ColumnOffset
}

/// A table of a file and the entity that it stores.
///
/// Invariant: the offset tables live as long as the definition and never change.
public final class TableDefinition: @unchecked Sendable {
  /// The entity that the table stores.
  public let entity: EntityModel
  /// The entity's ordinal in the process.
  public let ordinal: Int
  /// The table's number in the file.
  public let id: UInt32
  /// The column numbers in the file, by column ordinal.
  public let columnIds: [UInt16]
  /// The column offsets in clusters of the newest layout, the only one in which clusters are written.
  public let layout: TableLayout
  /// The number that identifies the newest layout in cluster headers.
  let layoutNumber: UInt32
  /// The older layouts that clusters may have; usually empty.
  let olderLayouts: [OlderLayout]
  /// The ordinals of the primary key's columns, in the order of the key; empty if there is no primary key.
  let keyColumns: [Int]
  /// The primary key if it has several columns; otherwise nil.
  public let compoundKey: CompoundKey?
  /// The link columns of this table.
  public internal(set) var links: [LinkColumn] = [] { didSet { upkeepMask = makeUpkeepMask() } }
  /// The link columns that target this table.
  public internal(set) var backlinks: [LinkColumn] = []

  /// The table's indexes in the file, except that of the primary key. All are maintained, whether or not this schema declares them.
  @exclusivity(unchecked) var indexes: [IndexDefinition] = [] {
    didSet {
      indexedColumns = indexes.compactMap(\.column).filter { layouts[$0].type != .object }
      tupleIndexes = indexes.filter { $0.parts.count > 1 }
      upkeepMask = makeUpkeepMask()
    }
  }

  /// The table's rules in the file.
  @exclusivity(unchecked) var rules = TableRules() { didSet { checkMask = rules.checks.mask } }

  /// The bits of the columns that have rules about values. A commit that writes none of them checks no rule.
  @exclusivity(unchecked) private(set) var checkMask: UInt64 = 0

  /// The ordinals of columns with a single-column index that queries search, ascending. Queries do not search the index of a unique link,
  /// because they use backlinks.
  @exclusivity(unchecked) public private(set) var indexedColumns: [Int] = []

  /// The indexes of several columns, ascending by number.
  @exclusivity(unchecked) private(set) var tupleIndexes: [IndexDefinition] = []

  /// The bits of the columns for which a commit maintains more than their cells: the union of the columns read by keys, indexes, backlinks
  /// and out-of-line values. A commit that writes none of them skips all four, so any new kind of maintenance must be added here.
  @exclusivity(unchecked) private(set) var upkeepMask: UInt64 = 0

  /// The columns in the order of their numbers in the file, `columnCount` elements. This is unmanaged memory because every commit iterates
  /// over it.
  let fileColumns: UnsafeMutablePointer<FileColumn>
  let checkedColumns: [CheckedColumn]
  /// The columns whose cells are slots. This is unmanaged memory because every commit iterates over it.
  let slotColumns: UnsafeMutableBufferPointer<SlotColumn>
  /// The bits of `slotColumns` in masks of changed columns.
  let slotMask: UInt64
  /// The base-2 logarithm of `capacity`. Both numbers are copied from the layout, because an access to the layout retains objects.
  let shift: Int
  /// The number of rows in a full cluster.
  let capacity: Int
  /// The number of columns.
  let columnCount: Int
  /// The column layouts, `columnCount` elements.
  let layouts: UnsafeMutablePointer<ColumnLayout>
  /// The offsets of the header, the liveness bitmap and the cells of the first columns in full clusters: the offset in the low 32 bits, the
  /// width in the high 32 bits.
  let prefetchedCells: UnsafeMutablePointer<UInt64>
  let prefetchedCount: Int
  /// The offset of the cells of the first text column among the prefetched columns; 0 if none of them contains text.
  let prefetchedText: Int
  let offsets8: UnsafeMutablePointer<ColumnOffset>
  let offsets64: UnsafeMutablePointer<ColumnOffset>
  let offsetsFull: UnsafeMutablePointer<ColumnOffset>
  let fixedSize8: Int
  let fixedSize64: Int
  let fixedSizeFull: Int
  // The definition that owns the memory; nil if this one does.
  private let owner: TableDefinition?

  /// Creates a definition. The catalog sets its links once all tables are known.
  init(entity: EntityModel, schema: SchemaModel, ordinal: Int, table: Catalog.Table, columnIds: [UInt16]) {
    self.entity = entity
    self.ordinal = ordinal
    self.columnIds = columnIds
    id = table.id
    owner = nil
    let layout = TableLayout(entity, in: schema, numbers: columnIds, shift: table.shift)
    self.layout = layout
    keyColumns = entity.keyColumns
    compoundKey = CompoundKey(keyColumns, layout.columns)
    layoutNumber = table.layout.number
    olderLayouts = table.layouts.dropLast().compactMap {
      OlderLayout(
        $0, wanted: layout.columns, numbers: columnIds, fills: table.fills, shift: table.shift)
    }
    let slots = layout.columns.enumerated().compactMap { SlotColumn($1, $0) }
    slotColumns = .allocate(capacity: slots.count)
    _ = slotColumns.initialize(from: slots)
    slotMask = slots.reduce(0) { $0 | 1 << UInt64($1.ordinal & 63) }
    shift = layout.shift
    capacity = layout.capacity
    columnCount = layout.columns.count
    layouts = .allocate(capacity: max(1, columnCount))
    layouts.initialize(from: layout.columns, count: columnCount)
    checkedColumns = layout.columns.enumerated().compactMap { CheckedColumn($1, $0) }
    (offsets8, fixedSize8) = TableDefinition.offsets(layout, capacity: 8, ordinal)
    (offsets64, fixedSize64) = TableDefinition.offsets(layout, capacity: 64, ordinal)
    (offsetsFull, fixedSizeFull) = TableDefinition.offsets(layout, capacity: layout.capacity, ordinal)
    // Prefetching more cache lines for each row would evict lines that are still needed.
    let asked = 0..<min(columnCount, 3)
    prefetchedCount = 2 + asked.count
    prefetchedCells = .allocate(capacity: prefetchedCount)
    prefetchedCells.initialize(to: 0)
    (prefetchedCells + 1).initialize(to: UInt64(ClusterHeader.bitmapOffset))
    for ordinal in asked {
      (prefetchedCells + 2 + ordinal).initialize(to: UInt64(offsetsFull[ordinal].offset) | UInt64(layouts[ordinal].width) << 32)
    }
    let text = layout.columns.prefix(asked.count).firstIndex { $0.kind == .string }
    if let text { prefetchedText = offsetsFull[text].offset } else { prefetchedText = 0 }
    fileColumns = .allocate(capacity: max(1, layout.columns.count))
    for (position, ordinal) in ascendingPositions(columnIds.count, { columnIds[$0] < columnIds[$1] }).enumerated() {
      (fileColumns + position).initialize(to: FileColumn(ordinal: ordinal, layout: layout.columns[ordinal], offset: offsetsFull[ordinal]))
    }
    upkeepMask = makeUpkeepMask()
  }

  private func makeUpkeepMask() -> UInt64 {
    var mask = slotMask
    for index in indexes { mask |= index.mask }
    for link in links { mask |= 1 << UInt64(link.column & 63) }
    for key in keyColumns { mask |= 1 << UInt64(key & 63) }
    return mask
  }

  /// Creates a copy for a session, whose indexes may later differ from those of other sessions.
  init(sharing other: TableDefinition) {
    owner = other.owner ?? other
    entity = other.entity
    ordinal = other.ordinal
    id = other.id
    columnIds = other.columnIds
    layout = other.layout
    keyColumns = other.keyColumns
    compoundKey = other.compoundKey
    layoutNumber = other.layoutNumber
    olderLayouts = other.olderLayouts
    links = other.links
    backlinks = other.backlinks
    indexes = other.indexes
    rules = other.rules
    checkMask = other.checkMask
    indexedColumns = other.indexedColumns
    tupleIndexes = other.tupleIndexes
    fileColumns = other.fileColumns
    checkedColumns = other.checkedColumns
    slotColumns = other.slotColumns
    slotMask = other.slotMask
    shift = other.shift
    capacity = other.capacity
    columnCount = other.columnCount
    layouts = other.layouts
    prefetchedCells = other.prefetchedCells
    prefetchedCount = other.prefetchedCount
    prefetchedText = other.prefetchedText
    offsets8 = other.offsets8
    offsets64 = other.offsets64
    offsetsFull = other.offsetsFull
    fixedSize8 = other.fixedSize8
    fixedSize64 = other.fixedSize64
    fixedSizeFull = other.fixedSizeFull
    upkeepMask = other.upkeepMask
  }

  deinit {
    if owner != nil { return }
    for columns in [offsets8, offsets64, offsetsFull] { ColumnTable.deallocate(columns) }
    prefetchedCells.deallocate()
    fileColumns.deallocate()
    layouts.deallocate()
    slotColumns.deallocate()
  }

  /// Returns the column offsets for a capacity, to be freed by `ColumnTable`, and the number of bytes before the heap.
  /// - Parameter ordinal: The ordinal of the entity; -1 for rows without a Realm.
  public static func offsets(_ layout: TableLayout, capacity: Int, _ ordinal: Int = -1) -> (
    UnsafeMutablePointer<ColumnOffset>, fixedSize: Int
  ) {
    let (columns, fixedSize) = layout.offsets(capacity: capacity)
    let place = ColumnTable.allocate(count: columns.count, ordinal: ordinal)
    for (index, column) in columns.enumerated() {
      place[index] = ColumnOffset(offset: column.value, null: column.null)
    }
    return (place, fixedSize)
  }

  /// The column offsets at full capacity.
  public var fullColumns: UnsafePointer<ColumnOffset> { UnsafePointer(offsetsFull) }

  func offsets(capacity: Int) -> (columns: UnsafePointer<ColumnOffset>, fixedSize: Int) {
    switch capacity {
    case 8: (UnsafePointer(offsets8), fixedSize8)
    case 64: (UnsafePointer(offsets64), fixedSize64)
    default: (UnsafePointer(offsetsFull), fixedSizeFull)
    }
  }

  /// Returns an older layout, or nil if the number is unknown or that of the newest layout.
  func olderLayout(_ number: Int) -> OlderLayout? { olderLayouts.first { $0.number == number } }

  func clusterKey(_ number: Int) -> UInt64 { UInt64(id) << 40 | UInt64(number) }
}
