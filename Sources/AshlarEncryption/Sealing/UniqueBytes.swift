import AshlarStore
import CAshlar
import Synchronization

/// 16 bytes that no other call returns: random bytes of the system, combined by exclusive or with an authentication code over everything
/// else that differs between calls. A repetition therefore requires that the system repeats its random bytes and that all of the rest is
/// equal as well: a virtual machine that is resumed twice from one snapshot, where the system has not received a new seed.
enum UniqueBytes {
  static let size = 16

  private static let draws = Atomic<UInt64>(0)

  /// Draws the bytes.
  /// - Parameters:
  ///   - more: Other values that differ between calls, besides the clocks, the process, the thread and the number of calls.
  ///   - key: The key of the code. Without it, `more` cannot be verified from the result.
  static func draw(_ more: [UInt8], key: UnsafeRawBufferPointer) throws(SealError) -> [UInt8] {
    var circumstances = [UInt64](repeating: 0, count: 5)
    ashlar_circumstances(&circumstances)
    var input: [UInt8] = []
    for word in circumstances + [draws.add(1, ordering: .relaxed).newValue] { input.append(integer: word) }
    var random = SystemRandomNumberGenerator()
    return try combine(input + more, key: key, randomness: [random.next(), random.next()])
  }

  /// Returns the bytes for a given input and given random bytes.
  static func combine(_ input: [UInt8], key: UnsafeRawBufferPointer, randomness: [UInt64]) throws(SealError) -> [UInt8] {
    precondition(randomness.count * 8 == size, "there are 16 random bytes")
    return try withUnsafeTemporaryAllocation(byteCount: KeyDerivation.size, alignment: 8) { code throws(SealError) in
      try KeyDerivation.bytes(of: input) { input throws(SealError) in try KeyDerivation.authenticate(input, key: key, into: code) }
      var bytes: [UInt8] = []
      for (index, word) in randomness.enumerated() {
        bytes.append(integer: word ^ code.loadUnaligned(fromByteOffset: 8 * index, as: UInt64.self))
      }
      return bytes
    }
  }
}
