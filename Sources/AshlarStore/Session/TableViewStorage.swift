import AshlarSchema

// The directory's memory; who reads it from inlined code sees `TableView` only.
extension TableView {
  /// A table's view, or what stands for none.
  init(_ table: TableDefinition?) {
    guard let table else {
      pages = UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutableRawPointer?>?>.allocate(capacity: 1)
      pageCount = 0
      shift = 0
      columns8 = UnsafePointer(TableView.noColumns)
      columns64 = columns8
      columnsFull = columns8
      id = 0
      keyColumn = -1
      layouts = UnsafePointer(TableView.noLayouts)
      nextKey = 0
      liveCount = 0
      return
    }
    pages = UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutableRawPointer?>?>.allocate(capacity: 4)
    pages.initialize(repeating: nil, count: 4)
    pageCount = 4
    shift = table.shift
    columns8 = UnsafePointer(table.offsets8)
    columns64 = UnsafePointer(table.offsets64)
    columnsFull = UnsafePointer(table.offsetsFull)
    id = table.id
    keyColumn = table.layout.primaryKey ?? -1
    layouts = UnsafePointer(table.layouts)
    nextKey = 0
    liveCount = 0
  }

  private nonisolated(unsafe) static let noColumns = UnsafeMutablePointer<ColumnOffset>.allocate(capacity: 1)
  private nonisolated(unsafe) static let noLayouts = UnsafeMutablePointer<ColumnLayout>.allocate(capacity: 1)

  mutating func reserve(clusters: Int) {
    let needed = clusters / TableView.pageSize + 1
    guard needed > pageCount else { return }
    let larger = max(needed, pageCount * 2)
    let moved = UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutableRawPointer?>?>.allocate(capacity: larger)
    moved.initialize(repeating: nil, count: larger)
    moved.update(from: pages, count: pageCount)
    pages.deallocate()
    pages = moved
    pageCount = larger
  }

  mutating func setCluster(_ number: Int, _ base: UnsafeMutableRawPointer?) {
    reserve(clusters: number + 1)
    let page = number / TableView.pageSize
    if pages[page] == nil {
      let made = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: TableView.pageSize)
      made.initialize(repeating: nil, count: TableView.pageSize)
      pages[page] = made
    }
    pages[page]?[number % TableView.pageSize] = base
  }

  mutating func clear() {
    for page in 0..<pageCount {
      pages[page]?.update(repeating: nil, count: TableView.pageSize)
    }
  }

  func free() {
    for page in 0..<pageCount { pages[page]?.deallocate() }
    pages.deallocate()
  }
}
