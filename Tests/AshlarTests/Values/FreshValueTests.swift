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
}
