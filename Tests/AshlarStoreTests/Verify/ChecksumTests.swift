import CAshlar
import CLMDB
import StoreFixtures
import Testing
import TestSupport

@testable import AshlarStore

@Suite("Checksums")
struct ChecksumTests {
  // The check value of CRC32C, and those of RFC 3720, B.4.
  @Test(
    "CRC32C is that of the standard",
    arguments: [
      (Array("123456789".utf8), 0xE306_9283), ([UInt8](repeating: 0, count: 32), 0x8A91_36AA),
      ([UInt8](repeating: 0xFF, count: 32), 0x62A8_AB43),
      (Array(0..<32), 0x46DD_794E), ([], 0),
    ] as [([UInt8], UInt32)])
  func standard(_ bytes: [UInt8], _ expected: UInt32) {
    #expect(ashlar_crc32c_software(0, bytes, bytes.count) == expected)
    #expect(versions.allSatisfy { $0(0, bytes, bytes.count) == expected })
  }

  // Each stands in for the next where the machine lacks it: what it has is what is compared.
  private let versions: [(UInt32, UnsafeRawPointer?, Int) -> UInt32] = [
    ashlar_crc32c, ashlar_crc32c_folded_wide, ashlar_crc32c_folded, ashlar_crc32c_instruction,
  ]

  @Test(
    "with wide and narrow vectors, by the instruction and by tables, in one piece and in two, the checksum is the same",
    arguments: 0..<4 as Range<UInt64>)
  func versions(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let bytes = (0..<20_000).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    // Around the lengths at which another way begins.
    let edges = [0, 32, 64, 128, 256, 512, 1536, 2176, 4096, 4224, 8192, 12288].flatMap { ($0 - 9)...($0 + 9) }.filter { $0 >= 0 }
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      for length in edges + (0..<200).map({ _ in Int.random(in: 0...19_000, using: &random) }) {
        let start = Int.random(in: 0..<64, using: &random)
        let cut = Int.random(in: 0...length, using: &random)
        let before = UInt32.random(in: .min ... .max, using: &random)
        let expected = ashlar_crc32c_software(before, base + start, length)
        for (version, checksum) in versions.enumerated() {
          #expect(checksum(before, base + start, length) == expected, "version \(version), \(length) bytes from \(start), seed \(seed)")
          let pieces = checksum(checksum(before, base + start, cut), base + start + cut, length - cut)
          #expect(pieces == expected, "version \(version), \(cut) of \(length) bytes from \(start), seed \(seed)")
        }
      }
    }
  }

  @Test("a sum depends on the entries and their spaces, not on their order")
  func sums() {
    func sum(_ entries: [(KeySpace, UInt64, [UInt8])]) -> EntrySums {
      var sums = EntrySums()
      for (space, key, value) in entries { value.withUnsafeBytes { sums.add(space, integer: key, $0) } }
      return sums
    }
    let entries: [(KeySpace, UInt64, [UInt8])] = [(.keys, 1, [1]), (.keys, 2, [1]), (.backlinks, 1, []), (.clusters, 7, [0, 0, 0, 0])]
    var all = sum(entries)
    #expect(all == sum(entries.reversed()))
    #expect(sum([(.keys, 1, [1])]) != sum([(.keys, 1, [2])]))
    #expect(sum([(.keys, 1, [1])]) != sum([(.keys, 2, [1])]))
    #expect(sum([(.keys, 1, [0])]) != sum([(.keys, 1, [0, 0])]))
    for (space, key, value) in entries.shuffled() { value.withUnsafeBytes { all.remove(space, integer: key, $0) } }
    #expect(all == EntrySums())
  }

  @Test("a changed byte anywhere in a cluster, and a cluster under another's key, is damage that names the table")
  func clusters() throws {
    let folder = try TemporaryFolder()
    let path = folder.file("store")
    var random = SeededGenerator(seed: 8)
    do { try SampleStore(path: path).fill(&random, people: 300) }
    let engine = try EnvironmentRegistry.open(path: path)
    let clean = try SampleStore(engine)
    let table = try #require(clean.session.table(SampleSchema.person))
    let stored = try #require(try clean.session.shared.snapshot.cluster(table.clusterKey(0)))
    let size = Cluster(stored).heapOffset + Cluster(stored).heapSize
    let bytes = Array(UnsafeRawBufferPointer(start: stored, count: (size + 64 + 4095) / 4096 * 4096 - 64))
    func answer(_ bytes: [UInt8]) throws -> StoreError? {
      try engine.commit(sync: false) { writer in
        let place = try writer.reserveCluster(table.clusterKey(0), size: bytes.count)
        bytes.withUnsafeBytes { place.copyMemory(from: $0.baseAddress!, byteCount: bytes.count) }
      }
      let store = try SampleStore(engine)
      do throws(StoreError) {
        _ = try store.session.locate(SampleSchema.person, 0)
        return nil
      } catch {
        return error
      }
    }
    #expect(try answer(bytes) == nil)
    for _ in 0..<200 {
      var damaged = bytes
      damaged[Int.random(in: 0..<size, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      guard case .damaged(path, let detail) = try answer(damaged) else {
        Issue.record("not found")
        continue
      }
      #expect(detail.contains("'Person'") || detail.hasPrefix("cluster 0 of table"))
    }
    let other = try #require(try clean.session.shared.snapshot.cluster(table.clusterKey(1)))
    let second = Array(
      UnsafeRawBufferPointer(start: other, count: Cluster(other).heapOffset + Cluster(other).heapSize))
    let padded = second + [UInt8](repeating: 0, count: (second.count + 64 + 4095) / 4096 * 4096 - 64 - second.count)
    #expect(try answer(padded) == .damaged(path: path, detail: "cluster 0 of 'Person' does not match its checksum"))
  }
}
