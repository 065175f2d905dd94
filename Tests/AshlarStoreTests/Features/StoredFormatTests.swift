import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("The value 'format'")
struct StoredFormatTests {
  private static let known = KnownFeatures(isWriting: true)
  // The number of features; of each its class, its tree, the length of its name, and its name.
  private static let golden: [UInt8] = {
    var list: [UInt8] = [2, 0, 0, 0]
    list += [2, 6, 7]
    list += Array("derived".utf8)
    list += [1, 0, 7]
    list += Array("vectors".utf8)
    return sealed(list)
  }()

  private static func sealed(_ list: [UInt8]) -> [UInt8] {
    var bytes = Array("ASHLARDB".utf8)
    bytes += [9, 0, 0, 0, 0, 0, 0, 0]
    bytes += crc(list)
    return bytes + list
  }

  private static func crc(_ bytes: [UInt8]) -> [UInt8] {
    let sum = ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 0 ? 0 : 0x82F6_3B78) }
    }
    return withUnsafeBytes(of: sum.littleEndian) { Array($0) }
  }

  private func read(_ bytes: [UInt8]) throws -> StoredFormat {
    try bytes.withUnsafeBytes { try StoredFormat($0, path: "p", known: StoredFormatTests.known) }
  }

  @Test("has 16 bytes without features, as in the releases that know none", arguments: [7, 8])
  func plain(_ version: Int) throws {
    let bytes = Array("ASHLARDB".utf8) + [UInt8(version), 0, 0, 0, 0, 0, 0, 0]
    #expect(StoredFormat(version).bytes == bytes)
    #expect(try read(bytes) == StoredFormat(version))
    #expect(try read(bytes).plainVersion == version)
    let error = #expect(throws: StoreError.self) { try read(bytes + [0]) }
    #expect(error == .damaged(path: "p", detail: "the record of its format has 17 bytes instead of 16"))
  }

  @Test("lists features in the order of their names, whatever order they come in")
  func list() throws {
    let format = StoredFormat(8, [.vectors, .derived])
    #expect(format.bytes == StoredFormatTests.golden)
    #expect(format.version == 9)
    #expect(format.plainVersion == 8)
    let found = try read(StoredFormatTests.golden)
    #expect(found == format)
    #expect(found.features.map(\.number) == [8, 9])
  }

  @Test("is refused if any bit of it is another one")
  func flippedBits() {
    for index in StoredFormatTests.golden.indices {
      for bit in 0..<8 {
        var bytes = StoredFormatTests.golden
        bytes[index] ^= 1 << bit
        #expect(throws: StoreError.self, "byte \(index), bit \(bit)") { try read(bytes) }
      }
    }
  }

  @Test("is a list or an error, whatever its bytes are")
  func randomBytes() {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    for _ in 0..<50_000 {
      var bytes = StoredFormatTests.golden
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
      }
      _ = try? read(bytes)
      let noise = (0..<Int.random(in: 0..<40, using: &random)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
      // With the right checksum, so that the list itself is read.
      guard let found = try? read(StoredFormatTests.sealed(noise)) else { continue }
      #expect(found.bytes == StoredFormatTests.sealed(noise), "seed \(seed)")
    }
  }

  @Test(
    "is damaged if its list is not one, although the checksum is right",
    arguments: [
      [0, 0, 0, 0], [1, 0, 1, 0, 1, 0, 1, 97], [1, 0, 0, 0, 0, 0, 1, 97], [1, 0, 0, 0, 4, 0, 1, 97], [1, 0, 0, 0, 1, 0, 0],
      [1, 0, 0, 0, 1, 0, 1, 65], [1, 0, 0, 0, 1, 0, 2, 97], [1, 0, 0, 0, 1, 0, 1, 97, 0], [1, 0, 0, 0, 1, 5, 1, 97],
      [1, 0, 0, 0, 3, 9, 1, 97], [2, 0, 0, 0, 1, 0, 1, 98, 1, 0, 1, 97], [2, 0, 0, 0, 1, 0, 1, 97, 1, 0, 1, 97],
      [2, 0, 0, 0, 1, 9, 1, 97, 1, 9, 1, 98], [1, 0, 0],
    ] as [[UInt8]])
  func wrongLists(_ list: [UInt8]) {
    let error = #expect(throws: StoreError.self) { try read(StoredFormatTests.sealed(list)) }
    #expect(error == .damaged(path: "p", detail: "its list of features cannot be read"))
  }

  @Test("is damaged if a feature that this release has a row for has another class or tree, or if another feature has its tree")
  func otherRow() {
    let error = #expect(throws: StoreError.self) { try read(StoredFormatTests.sealed([1, 0, 0, 0, 1, 0, 6] + Array("unique".utf8))) }
    #expect(error == .damaged(path: "p", detail: "its list of features names 'unique' with class 1 and tree 0"))
    let tree = #expect(throws: StoreError.self) { try read(StoredFormatTests.sealed([1, 0, 0, 0, 2, 6, 1, 97])) }
    #expect(tree == .damaged(path: "p", detail: "its list of features names 'a' with class 2 and tree 6"))
  }

  @Test("names the features that prevent an opening", arguments: [false, true])
  func missing(isWriting: Bool) throws {
    let format = StoredFormat(8, [FileFeature("aaa", .read), FileFeature("bbb", .write), FileFeature("ccc", .ignorable)])
    let error = #expect(throws: StoreError.self) { try format.check(KnownFeatures(isWriting: isWriting), path: "p") }
    #expect(error == .unknownFeatures(path: "p", names: isWriting ? ["aaa", "bbb"] : ["aaa"]))
    #expect(
      error?.description
        == "'p' uses \(isWriting ? "'aaa' and 'bbb'" : "'aaa'"), which this release does not know. Use a newer version of Ashlar.")
    try InventedFeatures.knowing("unique") {
      try StoredFormat(8, [.unique]).check(KnownFeatures(isWriting: true), path: "p")
    }
    try StoredFormat(8, [InventedFeatures.notes]).check(KnownFeatures(isWriting: true), path: "p")
  }

  @Test("rows of features have numbers, names and trees of their own")
  func rows() {
    #expect(FileFeature.rows.map(\.number) == Array(1...10))
    #expect(Set(FileFeature.rows.map(\.name)).count == FileFeature.rows.count)
    let trees = FileFeature.rows.filter { $0.tree != 0 }
    #expect(Set(trees.map(\.tree)).count == trees.count)
    for feature in trees { #expect(KeySpace(tree: feature.tree)?.rawValue == feature.name) }
    // LMDB stores a tree as an entry of the main tree.
    let values = [Counters.name] + FileFeature.rows.flatMap(\.mainValues)
    #expect(Set(values).isDisjoint(with: KeySpace.allCases.map(\.rawValue)))
    let named = ["format", "schema", "tables", "revision", "outbox", "outbox shapes"] + FileFeature.rows.flatMap(\.metaValues)
    #expect(Set(named).count == named.count)
  }
}
