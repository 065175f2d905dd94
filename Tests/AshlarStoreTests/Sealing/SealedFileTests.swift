@testable import AshlarEncryption
import Foundation
import StoreFixtures
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Keys and blocks of encrypted files", .blocking)
struct SealedFileTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = RealPath.of(folder.file("sealed"))
  }

  private final class Weak {
    weak var bytes: SecretBytes?
  }

  @Test("an open file keeps its own keys, and not that of its owner: when it was created, opened, read and checked")
  func ownersKey() throws {
    // The key is created here, so that only the store can keep it.
    func run<Result>(_ body: (EncryptionKey) throws -> Result) throws -> (result: Result, owner: Weak) {
      let owner = Weak()
      let key = try Sealing.encryptionKey()
      owner.bytes = key.bytes
      return (try body(key), owner)
    }
    do {
      let created = try run { try EngineFactory.plain.open(path, EngineOptions(key: $0)) }
      #expect(created.owner.bytes == nil)
      #expect(created.result.newestVersion > 0)
    }
    do {
      let opened = try run { try EngineFactory.plain.open(path, EngineOptions(key: $0)) }
      #expect(opened.owner.bytes == nil)
      // The keys that it keeps are those of the file.
      try opened.result.admit(Sealing.encryptionKey())
      #expect(throws: StoreError.wrongKey(path: path)) { try opened.result.admit(Sealing.encryptionKey(1)) }
    }
    let read = try run { try EngineFactory.plain.read(path, $0) }
    #expect(read.owner.bytes == nil)
    let checked = try run { try StructureWalk.check(path, key: $0) }
    #expect(checked.owner.bytes == nil)
  }

  // MARK: - Blocks

  private static func commit(_ engine: any FileEngine, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false, body)
  }

  @Test("a key that has not the size of an integer identifies no block in a space of integers")
  func identities() throws {
    let file = try SealedFile(path: path, SealRecord(), owner: Sealing.owner())
    let value = [UInt8](repeating: 3, count: 104)
    func identity(_ space: KeySpace, _ key: [UInt8], _ value: [UInt8]) -> BlockIdentity? {
      key.withUnsafeBytes { key in value.withUnsafeBytes { BlockIdentity(file, space, key, $0) } }
    }
    for space in KeySpace.allCases {
      for count in [0, 1, 7, 8, 9] {
        let key = [UInt8](repeating: 0, count: count)
        #expect((identity(space, key, value) != nil) == (!space.hasIntegerKeys || count == 8), "'\(space)', \(count) bytes")
        #expect(identity(space, key, Array(value[..<39])) == nil)
      }
    }
  }

  @Test("a file has no blocks to remove until a value is identified, and its blocks are removed when it is closed")
  func blocks() throws {
    let value = [UInt8](repeating: 3, count: 104)
    func identity(_ file: SealedFile?, _ key: [UInt8]) throws -> BlockIdentity? {
      let file = try #require(file)
      return key.withUnsafeBytes { key in value.withUnsafeBytes { BlockIdentity(file, .values, key, $0) } }
    }
    var file: SealedFile? = try SealedFile(path: path, SealRecord(), owner: Sealing.owner())
    #expect(file?.mayHaveBlocks == false)
    #expect(try identity(file, [1]) == nil)
    #expect(file?.mayHaveBlocks == false)
    let block = try #require(try identity(file, [1, 0, 0, 0, 0, 0, 0, 0]))
    #expect(file?.mayHaveBlocks == true)
    let error = StoreError.sealing(.failed, path: path, "decrypt a value")
    func hold(fails: Bool) throws {
      _ = try BlockCache.shared.hold(block, capacity: 64, path: path) { room throws(StoreError) in
        if fails { throw error }
        return room.count
      }
      BlockCache.shared.release([block])
    }
    try hold(fails: false)
    // The block is in memory, so that it is not opened again.
    try hold(fails: true)
    file = nil
    #expect(throws: error) { try hold(fails: true) }
  }

  @Test("an entry whose key is too short for an integer is damage, also if its value is that of an entry in memory")
  func shortKey() throws {
    let key = try Sealing.encryptionKey()
    do {
      let engine = try EngineFactory.plain.open(path, EngineOptions(key: key))
      try SealedFileTests.commit(engine) { writer in
        for number in 0..<2 as Range<UInt64> {
          try [UInt8](repeating: UInt8(number), count: 5000).withUnsafeBytes { try writer.put(.values, integer: number, $0) }
        }
      }
    }
    let forger = Forger(path: path)
    let values = try forger.values().filter { $0.space == .values }
    try #require(values.count == 2)
    // An entry consists of 4 bytes of its size, 2 of flags, 2 of the size of its key, the key, and the number of the first page.
    let size = try FileHeader.read(try PageFile(path)).newest.pageSize
    let page = UInt64((values[0].range.lowerBound - TreePage.headerSize) / size)
    try forger.changing([7, 0], at: values[1].sizeOffset + 6) {
      try forger.changing(withUnsafeBytes(of: page.littleEndian) { Array($0) }, at: values[1].sizeOffset + 8 + 7) {
        let snapshot = try EngineFactory.plain.read(path, key).snapshot()
        #expect(try snapshot.value(.values, integer: 0).map { Array($0) } == [UInt8](repeating: 0, count: 5000))
        var found: [Int] = []
        let error = #expect(throws: StoreError.self) {
          try snapshot.scan(.values, from: UnsafeRawBufferPointer(start: nil, count: 0)) { key, _ in
            found.append(key.count)
            return true
          }
        }
        #expect(SealedFileTests.isDamage(error))
        #expect(found == [8])
        #expect(throws: StoreError.self) { try StructureWalk.check(path, key: key) }
      }
    }
    try StructureWalk.check(path, key: key)
  }

  // MARK: - Sizes

  private static func isDamage(_ error: StoreError?) -> Bool {
    if case .damaged? = error { true } else { false }
  }

  @Test("a size for which the file has no room is damage before memory is provided for it")
  func possibleSizes() throws {
    let file = try SealedFile(path: path, SealRecord(), owner: Sealing.owner())
    var seals = try CommitSeals(file.keys, version: 1, replacing: Sealing.noTag)
    func seal(_ count: Int, _ seals: inout CommitSeals) throws -> [UInt8] {
      var room = [UInt8](repeating: 0, count: Sealer.sealedSize(count, key: 3))
      try [UInt8](repeating: 1, count: count).withUnsafeBytes { plain in
        try Sealing.key.withUnsafeBytes { key in try room.withUnsafeMutableBytes { try file.seal(plain, .values, key, &seals, into: $0) } }
      }
      return room
    }
    // Only the head of the value is read, so the size can be a forged one.
    func paddedSize(_ sealed: [UInt8], _ count: Int) throws -> Int {
      try sealed.withUnsafeBytes { sealed in
        try Sealing.key.withUnsafeBytes { key in
          try file.paddedSize(UnsafeRawBufferPointer(start: sealed.baseAddress, count: count), .values, key)
        }
      }
    }
    let small = try seal(100, &seals)
    // No cipher accepts this size.
    #expect(throws: StoreError.self) { try paddedSize(small, 3 << 30) }
    #expect(try paddedSize(small, 1 << 30) == 1 << 30 - 40)
    let extent = Guarded(1 << 20)
    file.setExtent { extent.withLock { $0 } }
    #expect(try paddedSize(small, 1 << 20) == 1 << 20 - 40)
    let error = #expect(throws: StoreError.self) { try paddedSize(small, 1 << 20 + 1) }
    #expect(SealedFileTests.isDamage(error))
    // The file grows, by a commit of another process or by one of this process that has not ended.
    extent.withLock { $0 = 2 << 20 }
    #expect(try paddedSize(small, 1 << 20 + 1) == 1 << 20 + 1 - 40)
    let large = try seal(3 << 20, &seals)
    #expect(try paddedSize(large, large.count) == large.count - 40)
    #expect(throws: StoreError.self) { try paddedSize(large, large.count + 1) }
  }

  @Test("a forged size beyond the pages of the file is an error, also if the file is read without the walk")
  func forgedSizes() throws {
    let seed = seed()
    let sample = try SealedSample(path, seed: seed, people: 30)
    let header = try FileHeader.read(try PageFile(path)).newest
    let extent = (Int(header.lastPage) + 1) * header.pageSize
    let bySpace = Dictionary(grouping: try sample.forger.values(), by: \.space)
    #expect(Set(bySpace.keys).isSuperset(of: [.clusters, .patches, .values, .meta, .main, .sealed]))
    for value in bySpace.values.compactMap(\.first) {
      for size in [extent + 1, 1 << 30, 3 << 30] {
        let bytes = withUnsafeBytes(of: UInt32(size).littleEndian) { Array($0) }
        try sample.forger.changing(bytes, at: value.sizeOffset) {
          let error = #expect(throws: StoreError.self) { try sample.forger.mapped(sample.key) }
          #expect(SealedFileTests.isDamage(error), "seed \(seed), \(value.name), \(size) bytes")
        }
      }
    }
    _ = try sample.forger.mapped(sample.key)
  }
}
