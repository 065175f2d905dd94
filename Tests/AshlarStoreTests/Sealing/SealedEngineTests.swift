import Foundation
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("The engine of encrypted files", .blocking)
struct SealedEngineTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("sealed")
  }

  private static let key: [UInt8] = (0..<64).map { UInt8($0 * 3) }

  private static func owner(_ bytes: [UInt8] = SealedEngineTests.key) throws -> EncryptionKey {
    try #require(bytes.withUnsafeBytes { EncryptionKey(copying: $0) })
  }

  private func sealed(_ key: [UInt8] = SealedEngineTests.key) throws -> any FileEngine {
    try EngineFactory.plain.open(path, EngineOptions(key: SealedEngineTests.owner(key)))
  }

  private static func commit(_ engine: any StorageEngine, _ body: (any StorageWriter) throws -> Void) throws {
    try engine.lockForWriting()
    defer { engine.unlockForWriting() }
    try engine.commit(sync: false, body)
  }

  // The entries of all spaces, which the tests compare with those of a snapshot.
  private struct Model {
    var integers: [KeySpace: [UInt64: [UInt8]]] = [.patches: [:], .values: [:], .keys: [:]]
    var bytes: [KeySpace: [[UInt8]: [UInt8]]] = [.postings: [:], .backlinks: [:]]
    var names: [String: [UInt8]] = [:]
  }

  private static func change(_ model: inout Model, _ writer: any StorageWriter, _ random: inout SeededGenerator) throws {
    // Sizes around those of pages, of padding and of values with pages of their own.
    let sizes = [0, 1, 8, 63, 64, 65, 1900, 1921, 1982, 1983, 2022, 2023, 4040, 4041, 8176, 30_000]
    let size = random.chance(70) ? random.below(200) : sizes[random.below(sizes.count)]
    let value = (0..<size).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    switch random.below(4) {
    case 0, 1:
      let space = [KeySpace.patches, .values, .keys][random.below(3)]
      let key = UInt64(random.below(60))
      switch random.below(4) {
      case 0:
        try writer.remove(space, integer: key)
        model.integers[space]?[key] = nil
      case 1 where space != .keys:
        let room = try writer.reserve(space, integer: key, size: value.count)
        value.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: room, count: value.count).copyMemory(from: $0) }
        model.integers[space]?[key] = value
      case 2:
        if try value.withUnsafeBytes({ try writer.insert(space, integer: key, $0) }) { model.integers[space]?[key] = value }
      default:
        try value.withUnsafeBytes { try writer.put(space, integer: key, $0) }
        model.integers[space]?[key] = value
      }
    case 2:
      let space = random.chance(50) ? KeySpace.postings : .backlinks
      let key = [UInt8(random.below(3))] + random.bytes(1 + random.below(6), of: [0, 1, 255])
      if random.chance(30) {
        try key.withUnsafeBytes { try writer.remove(space, $0) }
        model.bytes[space]?[key] = nil
      } else {
        try key.withUnsafeBytes { key in try value.withUnsafeBytes { try writer.put(space, key, $0) } }
        model.bytes[space]?[key] = value
      }
    default:
      let name = "name \(random.below(5))"
      try writer.putNamed(.meta, name, value)
      model.names[name] = value
    }
  }

  private static func check(_ model: Model, _ snapshot: any StorageSnapshot, _ label: String) throws {
    for (space, entries) in model.integers {
      var found: [UInt64: [UInt8]] = [:]
      try withUnsafeBytes(of: UInt64(0)) { start in
        try snapshot.scan(space, from: start) { key, value in
          found[key.loadUnaligned(as: UInt64.self)] = Array(value)
          return true
        }
      }
      #expect(found == entries, "\(label), \(space)")
      var walked: [UInt64: [UInt8]] = [:]
      try withUnsafeBytes(of: UInt64(0)) { start in
        try snapshot.walk(space, from: start) { key, value in
          walked[key.loadUnaligned(as: UInt64.self)] = Array(value)
          return true
        }
      }
      #expect(walked == entries, "\(label), \(space)")
      for (key, value) in entries { #expect(try snapshot.value(space, integer: key).map { Array($0) } == value, "\(label), \(space)") }
    }
    for (space, entries) in model.bytes {
      var found: [[UInt8]: [UInt8]] = [:]
      try snapshot.scan(space, from: UnsafeRawBufferPointer(start: nil, count: 0)) { key, value in
        found[Array(key)] = Array(value)
        return true
      }
      #expect(found == entries, "\(label), \(space)")
      var walked: [[UInt8]: [UInt8]] = [:]
      try snapshot.walk(space, from: UnsafeRawBufferPointer(start: nil, count: 0)) { key, value in
        walked[Array(key)] = Array(value)
        return true
      }
      #expect(walked == entries, "\(label), \(space)")
    }
    for (name, value) in model.names { #expect(try snapshot.named(.meta, name).map { Array($0) } == value, "\(label), \(name)") }
  }

  @Test("A file has the entries that were stored, at every version and after it was opened again")
  func entries() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    var model = Model()
    var open: (any FileEngine)? = try sealed()
    var held: [(snapshot: any StorageSnapshot, model: Model)] = []
    var moving: any StorageSnapshot = ReleasedSnapshot(version: 0, path: path)
    for round in 0..<60 {
      let engine = try open ?? sealed()
      if open == nil || round == 0 { moving = try engine.snapshot() }
      open = engine
      try SealedEngineTests.commit(engine) { writer in
        for _ in 0..<(1 + random.below(60)) { try SealedEngineTests.change(&model, writer, &random) }
      }
      if round % 3 == 0 { try moving.renew() } else { _ = try moving.renew { _ in true } }
      try SealedEngineTests.check(model, moving, "seed \(seed), round \(round)")
      if round % 10 == 0 { held.append((try engine.snapshot(), model)) }
      for (snapshot, model) in held { try SealedEngineTests.check(model, snapshot, "seed \(seed), round \(round), held") }
      if round % 17 == 16 {
        held = []
        moving = ReleasedSnapshot(version: 0, path: path)
        open = nil
      }
    }
  }

  @Test("A commit that fails stores nothing")
  func failure() throws {
    struct Failure: Error {}
    let engine = try sealed()
    try SealedEngineTests.commit(engine) { try $0.putNamed(.meta, "name", [1]) }
    let before = engine.newestVersion
    #expect(throws: Failure.self) {
      try SealedEngineTests.commit(engine) { writer in
        try writer.putNamed(.meta, "name", [2])
        throw Failure()
      }
    }
    #expect(engine.newestVersion == before)
    #expect(try engine.snapshot().named(.meta, "name").map { Array($0) } == [1])
    // A commit without changes creates no version, and the next one stores.
    try SealedEngineTests.commit(engine) { _ in }
    #expect(engine.newestVersion == before)
    // A removal of what does not exist changes nothing either.
    try SealedEngineTests.commit(engine) { try $0.remove(.values, integer: 5) }
    #expect(engine.newestVersion == before)
    try SealedEngineTests.commit(engine) { try $0.putNamed(.meta, "name", [3]) }
    #expect(try engine.snapshot().named(.meta, "name").map { Array($0) } == [3])
  }

  @Test("Entries that are appended are in the file and in its sum, and keys that do not ascend are refused")
  func appending() throws {
    func append(_ engine: any StorageEngine, _ space: KeySpace, _ keys: [UInt64], size: Int) throws {
      try SealedEngineTests.commit(engine) { writer in
        for key in keys {
          try withUnsafeBytes(of: key) { name in
            try [UInt8](repeating: UInt8(truncatingIfNeeded: key), count: size).withUnsafeBytes { try writer.append(space, name, $0) }
          }
        }
      }
    }
    let spaces = [(KeySpace.patches, 20), (.values, 3000)]
    do {
      let engine = try sealed()
      for (space, size) in spaces {
        try append(engine, space, Array(0..<500), size: size)
        let version = engine.newestVersion
        for key in [499, 7] as [UInt64] {
          let error = StoreError.damaged(path: path, detail: "the keys of '\(space.rawValue)' are not in ascending order")
          #expect(throws: error) { try append(engine, space, [key], size: size) }
        }
        #expect(engine.newestVersion == version)
        try append(engine, space, [500, 502], size: size)
        #expect(throws: StoreError.self) { try append(engine, space, [501], size: size) }
      }
    }
    try StructureWalk.check(path, key: SealedEngineTests.owner())
    let snapshot = try sealed().snapshot()
    for (space, size) in spaces {
      for key in Array(0..<501) + [502] as [UInt64] {
        let expected = [UInt8](repeating: UInt8(truncatingIfNeeded: key), count: size)
        #expect(try snapshot.value(space, integer: key).map { Array($0) } == expected)
      }
      #expect(try snapshot.value(space, integer: 501) == nil)
      #expect(try snapshot.usage(space).entries == 502)
    }
  }

  @Test("A file is opened with its key only")
  func keys() throws {
    try SealedEngineTests.commit(try sealed()) { try $0.putNamed(.meta, "name", [1]) }
    for bit in stride(from: 0, to: 512, by: 37) {
      var other = SealedEngineTests.key
      other[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(throws: StoreError.wrongKey(path: path)) { _ = try sealed(other) }
    }
    #expect(throws: StoreError.keyMissing(path: path)) { _ = try EngineFactory.plain.open(path, EngineOptions()) }
    let plain = folder.file("plain")
    _ = try EngineFactory.plain.open(plain, EngineOptions())
    #expect(throws: StoreError.notEncrypted(path: plain)) {
      _ = try EngineFactory.plain.open(plain, EngineOptions(key: SealedEngineTests.owner()))
    }
    let snapshot = try sealed().snapshot()
    #expect(try withExtendedLifetime(snapshot) { try snapshot.named(.meta, "name").map { Array($0) } } == [1])
  }

  @Test("The file contains no plaintext: neither names nor keys nor values")
  func noPlaintext() throws {
    let marks = ["a marked name", "a marked key of an index", "a marked value of an index", "a marked text"]
    func store(_ engine: any FileEngine) throws {
      for round in 0..<20 {
        try SealedEngineTests.commit(engine) { writer in
          let value = Array(marks[3].utf8) + [UInt8](repeating: UInt8(round), count: round * 300)
          try writer.putNamed(.meta, "text", Array(marks[0].utf8))
          try value.withUnsafeBytes { try writer.put(.values, integer: UInt64(round), $0) }
          let room = try writer.reserve(.patches, integer: UInt64(round), size: value.count)
          value.withUnsafeBytes { UnsafeMutableRawBufferPointer(start: room, count: value.count).copyMemory(from: $0) }
          try Array((marks[1] + "\(round)").utf8).withUnsafeBytes { key in
            try Array(marks[2].utf8).withUnsafeBytes { try writer.put(.postings, key, $0) }
          }
        }
      }
    }
    func found(_ path: String) throws -> [String] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      return marks.filter { bytes.range(of: Data($0.utf8)) != nil }
    }
    try store(try sealed())
    #expect(try found(path) == [])
    // The same values are found in a file that is not encrypted.
    let plain = folder.file("plain")
    try store(try EngineFactory.plain.open(plain, EngineOptions()))
    #expect(try found(plain) == marks)
  }

  @Test("A changed byte of a value is an error, or the value of another version; values that were exchanged are damage")
  func tampering() throws {
    let seed = seed()
    var random = SeededGenerator(seed: seed)
    let values = (0..<40).map { index in (0..<(20 + index * 60)).map { _ in UInt8(truncatingIfNeeded: random.next()) } }
    try SealedEngineTests.commit(try sealed()) { writer in
      for (index, value) in values.enumerated() { try value.withUnsafeBytes { try writer.put(.values, integer: UInt64(index), $0) } }
    }
    let intact = try Data(contentsOf: URL(fileURLWithPath: path))
    var refused = 0
    for _ in 0..<200 {
      var changed = intact
      changed[random.below(changed.count)] ^= UInt8(1 + random.below(255))
      try changed.write(to: URL(fileURLWithPath: path))
      do {
        try StructureWalk.check(path, key: SealedEngineTests.owner())
        let snapshot = try EngineFactory.plain.read(path, SealedEngineTests.owner()).snapshot()
        for (index, value) in values.enumerated() {
          let found = try snapshot.value(.values, integer: UInt64(index)).map { Array($0) }
          #expect(found == value, "seed \(seed), value \(index)")
        }
      } catch is StoreError {
        refused += 1
      }
    }
    #expect(refused > 100, "seed \(seed): most bytes belong to values")
  }
}
