@testable import AshlarEncryption
import Foundation
import Testing

@testable import AshlarStore

/// Changes an encrypted file without its key. The file must not be open while `commit` runs.
struct Forger {
  /// Accepts every file.
  private struct AnyForm: FileForm {
    var features: Set<FileFeature> { [] }
    func create(_ writer: LMDBWriter) throws(StoreError) {}
    func check(
      _ format: StoredFormat, path: String, _ value: (_ name: String) throws(StoreError) -> UnsafeRawBufferPointer?
    ) throws(StoreError) {}
    func engine(_ engine: LMDBEngine) -> any FileEngine { engine }
    func reader(_ pages: FilePages) throws(StoreError) -> (any EncryptedReader)? { nil }
  }

  /// An encrypted value.
  struct Value: Hashable {
    let space: KeySpace
    let key: [UInt8]
    /// Where its bytes are in the file.
    let range: Range<Int>
    /// Where its size is, which has 4 bytes.
    let sizeOffset: Int

    var isCounters: Bool { space == .main }
    var name: String { "'\(space.rawValue)' \(key)" }
  }

  let path: String

  var bytes: [UInt8] { get throws { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) } }

  /// The encrypted values of all trees.
  /// - Parameter isPlain: Whether to return those values of `meta` instead that are not encrypted.
  func values(isPlain: Bool = false) throws -> [Value] {
    let file = try PageFile(path, isWritable: false)
    let meta = try FileHeader.read(file).newest
    let pages = try FilePages(file, meta)
    var found: [Value] = []
    var trees: [(space: KeySpace, record: TreeRecord)] = []
    func add(_ space: KeySpace, _ entry: TreeWalk.Entry) {
      if entry.isTree || SealedValue.isPlain(space, entry.key) != isPlain { return }
      let page = Int(entry.page.number) * meta.pageSize
      let data = entry.page.dataOffset(entry.index)
      let start =
        entry.head == nil
        ? page + data : Int(entry.page.overflowPage(entry.index)) * meta.pageSize + TreePage.headerSize
      found.append(
        Value(
          space: space, key: Array(entry.key), range: start..<start + entry.size,
          sizeOffset: page + data - entry.key.count - TreePage.nodeSize))
    }
    let main = try MainTree(meta.main, pages)
    for (space, record) in main.trees { trees.append((space, record)) }
    for (name, record) in main.others { if let space = KeySpace(rawValue: name) { trees.append((space, record)) } }
    for (space, record) in trees.sorted(by: { $0.space.index < $1.space.index }) {
      try TreeWalk.run(record, space.rawValue, pages) { entry in
        add(space, entry)
        return nil
      }
    }
    try TreeWalk.run(meta.main, "main", try FilePages(file, meta)) { entry in
      add(.main, entry)
      return nil
    }
    return found
  }

  /// Overwrites bytes of the file in place, which open maps show at once.
  func write(_ bytes: some Collection<UInt8>, at offset: Int) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    defer { try? file.close() }
    try file.seek(toOffset: UInt64(offset))
    try file.write(contentsOf: Data(bytes))
  }

  /// Runs `body` while the file has other bytes at an offset.
  func changing(_ bytes: some Collection<UInt8>, at offset: Int, _ body: () throws -> Void) throws {
    let before = Array(try self.bytes[offset..<offset + bytes.count])
    try write(bytes, at: offset)
    defer { try? write(before, at: offset) }
    try body()
  }

  /// Commits changes of LMDB's entries, and gives the version that results the number that the newest version had before: the counters, which
  /// contain the number, cannot be changed without the key.
  func commit(as version: UInt64? = nil, _ body: (LMDBWriter) throws -> Void) throws {
    let before = try FileHeader.read(try PageFile(path)).newest.transaction
    do {
      let engine = try LMDBEngine(path: path, inMemory: false, form: AnyForm())
      try engine.lockForWriting()
      defer { engine.unlockForWriting() }
      try engine.commit(.unsynced, writing: { try body($0) })
    }
    try setVersion(version ?? before)
  }

  // Sets the version of the newest header page, and removes the list of free pages, which names later versions.
  private func setVersion(_ version: UInt64) throws {
    let file = try PageFile(path)
    let header = try FileHeader.read(file)
    let size = header.first.pageSize
    let bytes = try self.bytes
    let newest = header.newest == header.first ? 0 : size
    var content = Array(bytes[newest + 16..<newest + MetaPage.size])
    var other = Array(bytes[(size - newest) + 16..<(size - newest) + MetaPage.size])
    // Offsets in a header page, less 16 for the header of the page itself.
    let (freeList, transaction) = (40 - 16, 144 - 16)
    content.replaceSubrange(freeList + 6..<freeList + 40, with: [UInt8](repeating: 0, count: 34))
    content.replaceSubrange(freeList + 40..<freeList + 48, with: [UInt8](repeating: 0xFF, count: 8))
    for (place, number) in [(0, version), (1, version - 1)] {
      let number = withUnsafeBytes(of: number.littleEndian) { Array($0) }
      if place == 0 { content.replaceSubrange(transaction..<transaction + 8, with: number) }
      if place == 1 { other.replaceSubrange(transaction..<transaction + 8, with: number) }
    }
    // LMDB reads a version from the header page whose number has the same last bit.
    try write(content, at: version & 1 == 0 ? 16 : size + 16)
    try write(other, at: version & 1 == 0 ? size + 16 : 16)
  }
}

extension Forger {
  /// All entries of a file, by space and key; those of indexes are read from nodes.
  typealias Contents = [KeySpace: [[UInt8]: [UInt8]]]

  /// Reads a file as an opening does: checks it, maps it, and opens every value.
  func contents(_ key: EncryptionKey) throws -> Contents {
    try StructureWalk.check(path, key: key)
    return try mapped(key)
  }

  /// Reads a file without checking it first, as a file is read that is too large for the check.
  func mapped(_ key: EncryptionKey) throws -> Contents {
    try Forger.contents(try EngineFactory.plain.read(path, key).completeSnapshot())
  }

  static func contents(_ snapshot: any StorageSnapshot) throws -> Contents {
    var contents: Contents = [:]
    for space in KeySpace.named + [.derived, .history] {
      try snapshot.scan(space, from: UnsafeRawBufferPointer(start: nil, count: 0)) { key, value in
        contents[space, default: [:]][Array(key)] = Array(value)
        return true
      }
    }
    if let counters = try snapshot.named(.main, Counters.name) { contents[.main] = [[]: Array(counters)] }
    return contents
  }
}
