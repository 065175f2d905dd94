import CLMDB
import StoreFixtures
import Testing
import TestSupport
import TestTraits

@testable import AshlarStore

@Suite("Growth of files", .blocking)
struct FileGrowthTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("store")
  }

  // As long as its newest version says.
  private func neededSize(_ store: SampleStore) throws -> Int {
    let engine = try #require(store.session.engine.lmdb)
    var info = MDB_envinfo()
    mdb_env_info(engine.environment, &info)
    return (info.me_last_pgno + 1) * engine.pageSize
  }

  private func insert(_ store: SampleStore, _ rows: Range<Int>) throws {
    try store.session.beginWrite()
    for number in rows {
      try store.insert(SampleSchema.token, [.bytes(withUnsafeBytes(of: number) { Array($0) } + [0, 0, 0, 0]), .int(Int64(number))])
    }
    try store.session.commitWrite(sync: false)
  }

  @Test("a large commit makes the file as long as LMDB makes it, and everything can be read", arguments: [1000, 40_000, 200_000])
  func length(rows: Int) throws {
    let store = try SampleStore(path: path)
    for part in 0..<3 {
      try insert(store, part * rows..<(part + 1) * rows)
      try StructureWalk.check(path)
      #expect(FileStatus(path).size == (try neededSize(store)))
    }
    let other = try SampleStore(path: path)
    #expect(try other.rows(SampleSchema.token).count == rows * 3)
    #expect(try other.contradictions() == [])
  }

  @Test("pages that a commit frees are not reused by the next commit, but by the one after it")
  func secondCommit() throws {
    let store = try SampleStore(path: path)
    func deleteAll() throws {
      try store.session.beginWrite()
      for key in try store.session.liveKeys(SampleSchema.token) { try store.session.delete(SampleSchema.token, key) }
      try store.session.commitWrite(sync: false)
    }
    try insert(store, 0..<50_000)
    let filled = FileStatus(path).size
    try deleteAll()
    try insert(store, 50_000..<100_000)
    let doubled = FileStatus(path).size
    #expect(doubled > filled * 3 / 2)
    try deleteAll()
    try insert(store, 0..<1)
    try insert(store, 100_000..<150_000)
    #expect(FileStatus(path).size < doubled + filled / 8)
    #expect(try store.contradictions() == [])
  }

  @Test("a commit that finds room in the file does not make it longer")
  func room() throws {
    let store = try SampleStore(path: path)
    try insert(store, 0..<100_000)
    try store.session.beginWrite()
    for key in try store.session.liveKeys(SampleSchema.token) { try store.session.delete(SampleSchema.token, key) }
    try store.session.commitWrite(sync: false)
    try insert(store, 0..<1)
    let size = FileStatus(path).size
    try insert(store, 1..<50_000)
    #expect(FileStatus(path).size == size)
    try StructureWalk.check(path)
    #expect(try store.contradictions() == [])
  }

  @Test("the end of the file is predicted from the pages of clusters, not from those of trees")
  func end() {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 64, alignment: 16)
    defer { block.deallocate() }
    guard let page = block.baseAddress else { return }
    var growth = FileGrowth(pageSize: 4096)
    page.storeBytes(of: 100, as: UInt.self)
    growth.note(page + 16, size: 28_000, isNew: true)
    #expect(growth.end == (100 + 7) * 4096)
    page.storeBytes(of: 200, as: UInt.self)
    growth.note(page + 16, size: 4095, isNew: true)
    #expect(growth.end == (100 + 7) * 4096)
    growth.note(page + 16, size: 3 * 4096 - 16, isNew: false)
    #expect(growth.end == (200 + 3) * 4096)
    page.storeBytes(of: .max, as: UInt.self)
    growth.note(page + 16, size: 28_000, isNew: true)
    #expect(growth.end == (200 + 3) * 4096)
  }
}
