import AshlarSchema

// Allocates and fills the directory; inlined code that reads it uses `TableView` only.
extension TableView {
  /// Creates the view of a table; an empty view if `table` is nil.
  init(_ table: TableDefinition?) {
    guard let table else {
      pages = UnsafeMutablePointer<UnsafeMutablePointer<UInt>?>.allocate(capacity: 1)
      pageCount = 0
      older = nil
      layout = 0
      shift = 0
      columns8 = UnsafePointer(TableView.noColumns)
      columns64 = columns8
      columnsFull = columns8
      id = 0
      keyColumn = -1
      keyOffset = 0
      hasPlainKeys = false
      layouts = UnsafePointer(TableView.noLayouts)
      prefetchedCells = UnsafePointer(TableView.noCells)
      prefetchedCount = 0
      prefetchedText = 0
      heapOffset = 0
      nextKey = 0
      liveCount = 0
      return
    }
    pages = UnsafeMutablePointer<UnsafeMutablePointer<UInt>?>.allocate(capacity: 4)
    pages.initialize(repeating: nil, count: 4)
    pageCount = 4
    if table.olderLayouts.isEmpty {
      older = nil
    } else {
      older = .allocate(capacity: 4)
      older?.initialize(repeating: nil, count: 4)
    }
    layout = table.layoutNumber
    shift = table.shift
    columns8 = UnsafePointer(table.offsets8)
    columns64 = UnsafePointer(table.offsets64)
    columnsFull = UnsafePointer(table.offsetsFull)
    id = table.id
    keyColumn = table.layout.primaryKey ?? (table.compoundKey == nil ? -1 : TableView.compoundKey)
    keyOffset = table.layout.primaryKey.map { table.offsetsFull[$0].offset } ?? 0
    hasPlainKeys = table.layout.primaryKey.map { table.layouts[$0].width == 8 && !table.layouts[$0].hasNullFlag } ?? false
    layouts = UnsafePointer(table.layouts)
    prefetchedCells = UnsafePointer(table.prefetchedCells)
    prefetchedCount = table.prefetchedCount
    prefetchedText = table.prefetchedText
    heapOffset = table.fixedSizeFull
    nextKey = 0
    liveCount = 0
  }

  nonisolated(unsafe) static let noColumns = ColumnTable.allocate(count: 0, ordinal: -1)
  private nonisolated(unsafe) static let noCells = UnsafeMutablePointer<UInt64>.allocate(capacity: 1)
  private nonisolated(unsafe) static let noLayouts = UnsafeMutablePointer<ColumnLayout>.allocate(capacity: 1)

  mutating func reserve(clusters: Int) {
    let needed = clusters / TableView.pageSize + 1
    guard needed > pageCount else { return }
    let larger = max(needed, pageCount * 2)
    let moved = UnsafeMutablePointer<UnsafeMutablePointer<UInt>?>.allocate(capacity: larger)
    moved.initialize(repeating: nil, count: larger)
    moved.update(from: pages, count: pageCount)
    pages.deallocate()
    pages = moved
    if let before = older {
      let moved = UnsafeMutablePointer<UnsafeMutablePointer<UnsafePointer<ColumnOffset>?>?>.allocate(capacity: larger)
      moved.initialize(repeating: nil, count: larger)
      moved.update(from: before, count: pageCount)
      before.deallocate()
      older = moved
    }
    pageCount = larger
    assert(pages[pageCount - 1] == nil, "pages beyond the former ones are empty")
  }

  /// - Parameter columns: The column offsets of a cluster with an older layout, which must live as long as the entry; nil for other
  ///   clusters.
  mutating func setCluster(_ number: Int, _ base: UnsafeMutableRawPointer?, columns: UnsafePointer<ColumnOffset>? = nil) {
    assert(number >= 0, "clusters are numbered from 0")
    reserve(clusters: number + 1)
    let page = number / TableView.pageSize
    if pages[page] == nil {
      let made = UnsafeMutablePointer<UInt>.allocate(capacity: TableView.pageSize)
      made.initialize(repeating: 0, count: TableView.pageSize)
      pages[page] = made
    }
    let isPlain = base.map { Cluster($0) }.map { $0.capacity == 1 << shift && $0.layout == layout && !$0.isOverlay } ?? false
    pages[page]?[number % TableView.pageSize] = UInt(bitPattern: base) | (isPlain ? 1 : 0)
    assert(cachedCluster(number) == base, "an entry is a base and a flag in its lowest bit")
    if let columns { setOlder(number, columns) }
  }

  private func setOlder(_ number: Int, _ columns: UnsafePointer<ColumnOffset>) {
    guard let older else { preconditionFailure("a table with one layout has no cluster of another") }
    let page = number / TableView.pageSize
    if older[page] == nil {
      let made = UnsafeMutablePointer<UnsafePointer<ColumnOffset>?>.allocate(capacity: TableView.pageSize)
      made.initialize(repeating: nil, count: TableView.pageSize)
      older[page] = made
    }
    older[page]?[number % TableView.pageSize] = columns
  }

  mutating func clear() {
    for page in 0..<pageCount {
      pages[page]?.update(repeating: 0, count: TableView.pageSize)
    }
  }

  func free() {
    for page in 0..<pageCount { pages[page]?.deallocate() }
    pages.deallocate()
    if let older {
      for page in 0..<pageCount { older[page]?.deallocate() }
      older.deallocate()
    }
  }
}
