@testable import AshlarEncryption
import TestSupport
import TestTraits
import Testing

@testable import AshlarStore

@Suite("Sealed values")
struct SealedValueTests {
  private let keys: SealKeys
  private let sealer: Sealer

  init() throws {
    keys = try Sealing.keys()
    sealer = Sealer(keys, epoch: 1)
  }

  @Test("values of every size are opened as they were sealed, and padded sizes are those of the format")
  func sizes() throws {
    var seals = try Sealing.seals(keys)
    for count in [0, 1, 63, 64, 65, 1919, 1920, 1921, 1982, 1983, 4040, 4041, 8136, 8137, 28_608, 70_000] {
      let plain = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
      let sealed = try Sealing.seal(plain, sealer, &seals)
      #expect(try Sealing.open(sealed, sealer) == plain)
      let padded = sealed.count - 40
      #expect(padded >= count)
      switch count {
      case ...1920: #expect(padded % 64 == 0 && padded > 0 && padded - count <= 64)
      case ...1982: #expect(padded == 1982)
      default: #expect((padded + 56) % 4096 == 0 && padded - count < 4096)
      }
    }
    // With a longer key, a value of 2,022 bytes needs a page of its own.
    #expect(SealedValue.paddedSize(1982, key: 9) == 4040)
  }

  @Test("how many zeros pad a value is not visible: values of different lengths have equally distributed bytes where the number was")
  func hiddenLengths() throws {
    // Fixed identifiers, so that the outcome is always the same.
    let rounds = 512
    func ones(_ length: Int) throws -> [Int] {
      var ones = [Int](repeating: 0, count: 16)
      for round in 0..<rounds {
        var seals = CommitSeals(identifier: Array(repeating: UInt8(length), count: 14) + [UInt8(round & 255), UInt8(round >> 8)])
        let sealed = try Sealing.seal([UInt8](repeating: 7, count: length), sealer, &seals)
        #expect(sealed.count == 64 + SealedValue.overhead)
        #expect(try Sealing.open(sealed, sealer).count == length)
        for bit in 0..<16 { ones[bit] += Int(sealed[18 + bit / 8] >> UInt8(bit % 8) & 1) }
      }
      return ones
    }
    for length in [0, 1, 13, 32, 63, 64] {
      // The standard deviation is 11.3.
      for (bit, count) in try ones(length).enumerated() { #expect(abs(count - rounds / 2) < 70, "\(length) bytes, bit \(bit)") }
    }
    // The bytes that are not encrypted are the same in values of different lengths.
    var heads: Set<[UInt8]> = []
    for length in [1, 30, 64] {
      var seals = CommitSeals(identifier: Sealing.noTag)
      let sealed = try Sealing.seal([UInt8](repeating: 7, count: length), sealer, &seals)
      heads.insert(Array(sealed[16..<18] + sealed[20..<40]))
    }
    #expect(heads.count == 1)
  }

  @Test("a value with any bit changed is not opened, leaves no plaintext, and does not affect the next value")
  func bits() throws {
    var first = try Sealing.seals(keys)
    var second = try Sealing.seals(keys)
    let values = [try Sealing.seal(Array("a small value".utf8), sealer, &first), try Sealing.seal([1, 2], sealer, &second)]
    for byte in values[0].indices {
      for bit in 0..<8 {
        var changed = values[0]
        changed[byte] ^= 1 << bit
        #expect(throws: SealError.notAuthentic) { try Sealing.open(changed, sealer) }
        #expect(try Sealing.open(values[bit % 2], sealer) == (bit % 2 == 0 ? Array("a small value".utf8) : [1, 2]))
      }
    }
    for count in values[0].indices {
      #expect(throws: SealError.notAuthentic) { try Sealing.open(Array(values[0][..<count]), sealer) }
    }
    #expect(throws: SealError.notAuthentic) { try Sealing.open(values[0] + [0], sealer) }
  }

  @Test("memory is cleared if a value was decrypted into it and is not authentic, and otherwise not touched")
  func touchedMemory() throws {
    var seals = try Sealing.seals(keys)
    let sealed = try Sealing.seal([UInt8](repeating: 1, count: 5000), sealer, &seals)
    func room(_ sealed: [UInt8]) -> Set<UInt8> {
      var room = [UInt8](repeating: 0xAA, count: sealed.count - SealedValue.overhead)
      #expect(throws: SealError.notAuthentic) {
        try sealed.withUnsafeBytes { sealed in
          try Sealing.key.withUnsafeBytes { key in try room.withUnsafeMutableBytes { try sealer.open(sealed, .values, key, into: $0) } }
        }
      }
      return Set(room)
    }
    func changed(_ byte: Int) -> [UInt8] {
      var changed = sealed
      changed[byte] ^= 1
      return changed
    }
    for byte in [0, 15, 18, 19, 20, 36, 40, 4999] { #expect(room(changed(byte)) == [0], "byte \(byte)") }
    // Another form and another epoch are refused before anything is decrypted.
    for byte in [16, 17] { #expect(room(changed(byte)) == [0xAA], "byte \(byte)") }
  }

  @Test("a value is opened only in its space, under its stored key, and in its file and epoch")
  func places() throws {
    var seals = try Sealing.seals(keys)
    for space in KeySpace.allCases {
      let sealed = try Sealing.seal([1, 2, 3], sealer, &seals, space, key: [9])
      #expect(try Sealing.open(sealed, sealer, space, key: [9]) == [1, 2, 3])
      for other in KeySpace.allCases where other != space {
        #expect(throws: SealError.notAuthentic) { try Sealing.open(sealed, sealer, other, key: [9]) }
      }
      for key: [UInt8] in [[8], [], [9, 0], [0, 9]] {
        #expect(throws: SealError.notAuthentic) { try Sealing.open(sealed, sealer, space, key: key) }
      }
      let others = [
        Sealer(try Sealing.keys(file: Array(1...16)), epoch: 1), Sealer(try Sealing.keys(epoch: 2), epoch: 2),
        // The last byte of the epoch is the same, the keys are not.
        Sealer(try Sealing.keys(epoch: 257), epoch: 257),
      ]
      for other in others { #expect(throws: SealError.notAuthentic) { try Sealing.open(sealed, other, space, key: [9]) } }
    }
  }

  @Test("keys that differ in one bit open nothing of each other")
  func neighboringKeys() throws {
    var seals = try Sealing.seals(keys)
    let sealed = try Sealing.seal([7], sealer, &seals)
    for byte in 0..<64 {
      var bytes = Array(UInt8(0)..<64)
      bytes[byte] ^= 1 << (byte % 8)
      let other = try Sealer(Sealing.keys(Sealing.secret(bytes)), epoch: 1)
      #expect(throws: SealError.notAuthentic) { try Sealing.open(sealed, other) }
    }
  }

  @Test("values of several commits are sealed and opened in turn by many threads")
  func threads() async throws {
    let (keys, sealer) = (keys, sealer)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          var seals = try Sealing.seals(keys)
          var others = try Sealing.seals(keys)
          for round in 0..<200 {
            let plain = [UInt8](repeating: UInt8(task), count: round * 7)
            let first = try Sealing.seal(plain, sealer, &seals)
            let second = try Sealing.seal(plain, sealer, &others)
            #expect(try Sealing.open(first, sealer) == plain)
            #expect(try Sealing.open(second, sealer) == plain)
            #expect(first != second)
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
