import AshlarSchema

// The directory's memory; who reads it from inlined code sees `TableView` only.
extension TableView {
  init(_ table: TableDefinition) {
    pages = UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutableRawPointer?>?>.allocate(capacity: 4)
    pages.initialize(repeating: nil, count: 4)
    pageCount = 4
    shift = table.layout.shift
    columns8 = UnsafePointer(table.offsets8)
    columns64 = UnsafePointer(table.offsets64)
    columnsFull = UnsafePointer(table.offsetsFull)
    nextKey = 0
    liveCount = 0
  }

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
