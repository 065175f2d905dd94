@testable import AshlarEncryption
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Nonces of commits")
struct CommitSealsTests {
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
