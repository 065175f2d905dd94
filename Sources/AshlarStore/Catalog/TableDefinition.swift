public import AshlarSchema

/// A column that links to a table.
public struct LinkColumn: Hashable, Sendable {
  /// Entity ordinal of the table that has the column.
  public let source: Int
  /// Its column ordinal.
  public let column: Int
  /// Entity ordinal of the table linked to.
  public let target: Int
  /// How the column's elements lie; nil when it is one link.
  public let element: ElementLayout?
  /// Whether the source owns the target.
  public let isEmbedded: Bool
  /// Whether the column holds values of any type: its targets are `AnyLink`s in one number, and `target` is -1.
  public var isAny = false
  /// Table id and column id in the file: the first six bytes of backlink keys.
  let prefix: [UInt8]
}

/// A column and where it lies in clusters of full capacity.
struct FileColumn: BitwiseCopyable {
  let ordinal: Int
  let layout: ColumnLayout
  let offset: ColumnOffset
}

/// A table of the file together with the entity it stores.
///
/// Invariants: the offset tables live as long as the definition and never change.
public final class TableDefinition: @unchecked Sendable {
  /// The entity.
  public let entity: EntityModel
  /// The entity's ordinal in the process.
  public let ordinal: Int
  /// The table's number in the file.
  public let id: UInt32
  /// Column ids in the file, by column ordinal.
  public let columnIds: [UInt16]
  /// Where columns lie in clusters of the table's newest layout, the only ones that are written.
  public let layout: TableLayout
  /// The number of that layout in cluster headers.
  let layoutNumber: UInt32
  /// What clusters of other layouts have; most tables have none.
  let olderLayouts: [OlderLayout]
  /// Links that go out from this table.
  public internal(set) var links: [LinkColumn] = [] { didSet { upkeepMask = makeUpkeepMask() } }
  /// Links that come in.
  public internal(set) var backlinks: [LinkColumn] = []

  /// The indexes that the file has, without that of the primary key. All are kept up, whether this schema asks for them or not.
  @exclusivity(unchecked) var indexes: [IndexDefinition] = [] {
    didSet {
      indexedColumns = indexes.compactMap(\.column)
      upkeepMask = makeUpkeepMask()
    }
  }

  /// Columns with an index of their own, by ascending ordinal.
  @exclusivity(unchecked) public private(set) var indexedColumns: [Int] = []

  /// The bits of the columns of which a commit keeps up anything besides their cells: the union of what keys, indexes, backlinks and
  /// out-of-line values read. A commit that stores to none of them goes past all four, so whatever else is to be kept up joins it here.
  @exclusivity(unchecked) private(set) var upkeepMask: UInt64 = 0

  /// Columns in the order of their numbers in the file, as many as there are; unsafe memory because every commit goes
  /// through them.
  let fileColumns: UnsafeMutablePointer<FileColumn>
  let checkedColumns: [CheckedColumn]
  /// Columns whose cells are slots, as many as there are; unsafe memory because every commit goes through them.
  let slotColumns: UnsafeMutableBufferPointer<SlotColumn>
  /// The bits of these columns in masks of changed columns.
  let slotMask: UInt64
  /// log2 of the rows of a full cluster, and how many that are: the layout's, which counts references.
  let shift: Int
  let capacity: Int
  /// How many columns there are.
  let columnCount: Int
  /// The layout's columns.
  let layouts: UnsafeMutablePointer<ColumnLayout>
  /// Where header, liveness and the cells of the first columns lie in full clusters: the offset in the low half, the width in the
  /// high one.
  let prefetchedCells: UnsafeMutablePointer<UInt64>
  let prefetchedCount: Int
  /// Where the cells of the first of these columns that has text begin; 0 when none has.
  let prefetchedText: Int
  let offsets8: UnsafeMutablePointer<ColumnOffset>
  let offsets64: UnsafeMutablePointer<ColumnOffset>
  let offsetsFull: UnsafeMutablePointer<ColumnOffset>
  let fixedSize8: Int
  let fixedSize64: Int
  let fixedSizeFull: Int
  // Whose memory this uses; nil when it has its own.
  private let owner: TableDefinition?

  /// Makes the definition; links are set by the catalog when all tables are known.
  init(entity: EntityModel, schema: SchemaModel, ordinal: Int, table: Catalog.Table, columnIds: [UInt16]) {
    self.entity = entity
    self.ordinal = ordinal
    self.columnIds = columnIds
    id = table.id
    owner = nil
    let layout = TableLayout(entity, in: schema, numbers: columnIds, shift: table.shift)
    self.layout = layout
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
    // More lines for each row would drive out others.
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
    if let key = layout.primaryKey { mask |= 1 << UInt64(key & 63) }
    return mask
  }

  /// The same table for another session, which may have other indexes from then on.
  init(sharing other: TableDefinition) {
    owner = other.owner ?? other
    entity = other.entity
    ordinal = other.ordinal
    id = other.id
    columnIds = other.columnIds
    layout = other.layout
    layoutNumber = other.layoutNumber
    olderLayouts = other.olderLayouts
    links = other.links
    backlinks = other.backlinks
    indexes = other.indexes
    indexedColumns = other.indexedColumns
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

  /// Offsets of a capacity, to be freed by `ColumnTable`, and the bytes before the heap.
  /// - Parameter ordinal: the entity's; -1 for rows of no Realm.
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

  /// What is known of clusters of an older layout; nil where the number is the newest's, or nobody's.
  func olderLayout(_ number: Int) -> OlderLayout? { olderLayouts.first { $0.number == number } }

  func clusterKey(_ number: Int) -> UInt64 { UInt64(id) << 40 | UInt64(number) }
}
