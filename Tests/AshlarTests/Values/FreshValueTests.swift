import Foundation
import Testing

@testable import Ashlar

@Suite("Fresh identifiers")
struct FreshValueTests {
  @Test("fresh UUIDs are random ones of version 4, and no two are equal")
  func uuids() {
    let ids = (0..<1000).map { _ in UUID._fresh() }
    #expect(Set(ids).count == 1000)
    #expect(ids.allSatisfy { $0.uuid.6 >> 4 == 4 && $0.uuid.8 >> 6 == 2 })
    // Every other bit takes both values.
    let bits = ids.map { id in withUnsafeBytes(of: id.uuid) { Array($0) } }
    for byte in 0..<16 where byte != 6 && byte != 8 {
      #expect(bits.reduce(0) { $0 | $1[byte] } == 0xff)
      #expect(bits.reduce(0xff) { $0 & $1[byte] } == 0)
    }
  }

  @Test("UUIDs of version 7 begin with the time, and each is greater than the ones before")
  func orderedUUIDs() {
    let before = Date()
    let ids = (0..<10_000).map { _ in UUID._freshOrdered() }
    let after = Date()
    #expect(ids.allSatisfy { $0.uuid.6 >> 4 == 7 && $0.uuid.8 >> 6 == 2 })
    let bytes = ids.map { id in withUnsafeBytes(of: id.uuid) { Array($0) } }
    #expect(zip(bytes, bytes.dropFirst()).allSatisfy { $0.lexicographicallyPrecedes($1) })
    let first = bytes[0][..<6].reduce(0.0) { $0 * 256 + Double($1) }
    // Other tests of this process may have generated UUIDs whose counters ran into the next milliseconds.
    #expect(first >= before.timeIntervalSince1970 * 1000 - 1)
    #expect(first <= after.timeIntervalSince1970 * 1000 + 60_000)
    let random = bytes.map { $0[9...] }
    for byte in 9..<16 {
      #expect(random.reduce(0) { $0 | $1[byte] } == 0xff)
      #expect(random.reduce(0xff) { $0 & $1[byte] } == 0)
    }
  }
}
