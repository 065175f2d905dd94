import AshlarStore
import CAshlarEncryption
import CAshlar

/// Encrypts the tags of sealed values, and adds the results up; see `TagSum`. An instance must not be used by several threads at the same
/// time.
final class TagCipher {
  private let cipher: BlockCipher
  private let path: String

  init(_ file: SealedFile) throws(StoreError) {
    path = file.path
    do throws(SealError) {
      cipher = try file.keys.withKey(.sums) { key throws(SealError) in try BlockCipher(key) }
    } catch {
      throw .sealing(error, path: file.path, "derive the keys")
    }
  }

  /// Adds a value that is in the file to a sum.
  /// - Parameter sealed: At least the tag of the sealed value.
  func add(_ sealed: UnsafeRawBufferPointer, to sum: inout TagSum) throws(StoreError) {
    try withBlock(sealed) { sum.add($0) }
  }

  /// Subtracts a value that is removed or replaced from a sum.
  func subtract(_ sealed: UnsafeRawBufferPointer, from sum: inout TagSum) throws(StoreError) {
    try withBlock(sealed) { sum.subtract($0) }
  }

  /// Adds a stored record of the encryption to a sum.
  func add(record: UnsafeRawBufferPointer, to sum: inout TagSum) throws(StoreError) {
    guard let tag = SealRecord.tag(record) else { throw SealedCounters.incompleteness(path) }
    try add(tag, to: &sum)
  }

  /// Subtracts a stored record of the encryption that is replaced from a sum.
  func subtract(record: UnsafeRawBufferPointer, from sum: inout TagSum) throws(StoreError) {
    guard let tag = SealRecord.tag(record) else { throw SealedCounters.incompleteness(path) }
    try subtract(tag, from: &sum)
  }

  /// Returns the sum of the tags of all values that a snapshot reads. Complexity: O(values).
  func sum(of snapshot: LMDBSnapshot) throws(StoreError) -> TagSum {
    var sum = TagSum()
    for space in KeySpace.allCases {
      var failure: StoreError?
      try snapshot.scan(space, from: UnsafeRawBufferPointer(start: nil, count: 0)) { key, value in
        do throws(StoreError) {
          if SealedValue.isRecord(space, key) {
            try add(record: value, to: &sum)
            return true
          }
          if SealedValue.isPlain(space, key) || space == .main && TagCipher.isSkipped(key) { return true }
          guard value.count > SealedValue.overhead else { throw SealedCounters.incompleteness(path) }
          try add(value, to: &sum)
          return true
        } catch {
          failure = error
          return false
        }
      }
      if let failure { throw failure }
    }
    return sum
  }

  // Returns whether an entry of the main tree is a tree or the counters, which contain the sum.
  private static func isSkipped(_ key: UnsafeRawBufferPointer) -> Bool {
    key.elementsEqual(SealedValue.countersName) || KeySpace.allCases.contains { $0 != .main && key.elementsEqual($0.rawValue.utf8) }
  }

  // Calls `body` with the encrypted tag of a sealed value.
  private func withBlock(_ sealed: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) throws(StoreError) {
    try withUnsafeTemporaryAllocation(byteCount: Int(ASHLAR_TAG), alignment: 8) { block throws(StoreError) in
      do throws(SealError) {
        try cipher.encrypt(UnsafeRawBufferPointer(rebasing: sealed[..<Int(ASHLAR_TAG)]), into: block)
      } catch {
        throw .sealing(error, path: path, "add up the tags")
      }
      body(UnsafeRawBufferPointer(block))
    }
  }
}
