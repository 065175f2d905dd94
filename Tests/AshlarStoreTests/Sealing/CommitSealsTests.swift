import TestTraits
import Testing

@testable import AshlarStore

@Suite("Nonces of commits")
struct CommitSealsTests {
  @Test("each of the circumstances and of the random words alone changes the identifier")
  func circumstances() throws {
    let keys = try Sealing.keys()
    let words: [UInt64] = [10, 11, 12, 13, 14, 15, 16]
    let tag = Array(UInt8(20)..<36)
    func identifier(_ words: [UInt64], _ tag: [UInt8], _ randomness: [UInt64]) throws -> [UInt8] {
      try CommitSeals.identifier(keys, words, tag, randomness: randomness)
    }
    let first = try identifier(words, tag, [1, 2])
    #expect(first.count == 16)
    #expect(try identifier(words, tag, [1, 2]) == first)
    for index in words.indices {
      var others = words
      others[index] += 1
      #expect(try identifier(others, tag, [1, 2]) != first)
    }
    for index in tag.indices {
      var other = tag
      other[index] ^= 1
      #expect(try identifier(words, other, [1, 2]) != first)
    }
    #expect(try identifier(words, tag, [3, 2]) != first)
    #expect(try identifier(words, tag, [1, 3]) != first)
    let other = try CommitSeals.identifier(Sealing.keys(Sealing.owner(1)), words, tag, randomness: [1, 2])
    #expect(other != first)
  }

  @Test("identifiers that many threads draw for the same version differ")
  func threads() async throws {
    let keys = try Sealing.keys()
    let identifiers = try await withThrowingTaskGroup(of: [[UInt8]].self) { group in
      for _ in 0..<4 {
        group.addTask { try (0..<500).map { _ in try CommitSeals(keys, version: 1, replacing: Sealing.noTag).identifier } }
      }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    #expect(Set(identifiers).count == 2000)
  }

  @Test("numbers ascend, and the last one is not followed by another")
  func numbers() throws {
    var seals = CommitSeals(identifier: Sealing.noTag)
    let first = [try seals.next(), try seals.next()]
    #expect(first == [1, 2])
    var full = CommitSeals(identifier: Sealing.noTag, last: .max - 1)
    let last = try full.next()
    #expect(last == .max)
    var error: SealError?
    do throws(SealError) { _ = try full.next() } catch let caught { error = caught }
    #expect(error == .tooManyValues)
  }
}
