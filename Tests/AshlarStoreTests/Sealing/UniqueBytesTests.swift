@testable import AshlarEncryption
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Bytes that are drawn once")
struct UniqueBytesTests {
  private func combine(_ input: [UInt8], key: [UInt8] = Sealing.key, _ randomness: [UInt64] = [1, 2]) throws -> [UInt8] {
    try key.withUnsafeBytes { try UniqueBytes.combine(input, key: $0, randomness: randomness) }
  }

  @Test("each byte of the input, each random word and the key alone change the result")
  func parts() throws {
    let input: [UInt8] = Array(20..<40)
    let first = try combine(input)
    #expect(first.count == UniqueBytes.size)
    #expect(try combine(input) == first)
    for index in input.indices {
      var other = input
      other[index] ^= 1
      #expect(try combine(other) != first)
    }
    #expect(try combine(input, [3, 2]) != first)
    #expect(try combine(input, [1, 3]) != first)
    #expect(try combine(input, key: [1, 2, 4]) != first)
  }

  @Test("draws of several threads differ")
  func threads() async throws {
    let drawn = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
      for _ in 0..<4 {
        group.addTask {
          try (0..<500).map { _ in try Sealing.key.withUnsafeBytes { try UniqueBytes.draw([], key: $0) } }
        }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(drawn).count == 2000)
  }
}
