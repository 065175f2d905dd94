import Foundation

@testable import AshlarStore

/// The plaintext of a file in pieces for which other files are searched: 16 bytes of each stretch of a value, the hashes of keys, and the
/// checksums of clusters and of values with entries of their own.
struct OpenedWindows {
  /// Pieces of 16 bytes, by their first 8.
  private var windows: [UInt64: Set<UInt64>] = [:]
  private var hashes: Set<UInt64> = []
  private var checksums: Set<UInt32> = []
  // Whether a first word with such a hash is among the pieces: most are not.
  private var filter = [Bool](repeating: false, count: 1 << 20)

  /// The numbers of pieces that were found.
  struct Found: Equatable { var windows = 0, hashes = 0, checksums = 0 }

  var count: Found { Found(windows: windows.values.reduce(0) { $0 + $1.count }, hashes: hashes.count, checksums: checksums.count) }

  /// - Parameter space: The space of the value, and its key.
  mutating func add(_ space: KeySpace, _ key: [UInt8], _ value: [UInt8]) {
    if space == .keys, key.count == 8 { add(hash: key.withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }) }
    // Byte keys are stored in nodes only.
    if space == .postings || space == .backlinks || space == .derived { add(key) }
    let place = space == .clusters ? ClusterHeader.checksumOffset : 0
    if space == .clusters || space == .values || space == .patches || space.isOfFeature, value.count >= place + 4 {
      add(checksum: value.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt32.self) })
    }
    add(value)
  }

  mutating func add(_ bytes: [UInt8]) {
    var place = 0
    while place + 16 <= bytes.count {
      let piece = bytes[place..<place + 16]
      // Bytes that occur everywhere, such as zeros and small numbers, show nothing.
      if Set(piece).count >= 10 {
        let (first, second) = bytes.withUnsafeBytes {
          ($0.loadUnaligned(fromByteOffset: place, as: UInt64.self), $0.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
        }
        windows[first, default: []].insert(second)
        filter[OpenedWindows.slot(first)] = true
      }
      place += 16
    }
  }

  private mutating func add(hash: UInt64) {
    guard Set(withUnsafeBytes(of: hash) { Array($0) }).count >= 6 else { return }
    // In nodes, the bytes are in the other order.
    for word in [hash, hash.byteSwapped] {
      hashes.insert(word)
      filter[OpenedWindows.slot(word)] = true
    }
  }

  private mutating func add(checksum: UInt32) { if checksum > 1 << 24 { checksums.insert(checksum) } }

  private static func slot(_ word: UInt64) -> Int { Int(truncatingIfNeeded: (word &* 0x9E37_79B9_7F4A_7C15) >> 44) }

  /// Returns which pieces are anywhere in some bytes.
  func found(in bytes: [UInt8]) -> Found {
    var (whole, hashed, checked): (Set<[UInt64]>, Set<UInt64>, Set<UInt32>) = ([], [], [])
    bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, bytes.count >= 16 else { return }
      filter.withUnsafeBufferPointer { filter in
        var place = 0
        let last = bytes.count - 16
        while place <= last {
          let word = (base + place).loadUnaligned(as: UInt64.self)
          if filter[OpenedWindows.slot(word)] {
            if hashes.contains(word) { hashed.insert(word) }
            let next = (base + place + 8).loadUnaligned(as: UInt64.self)
            if windows[word]?.contains(next) == true { whole.insert([word, next]) }
          }
          place += 1
        }
        // Checksums are at even addresses: values begin there.
        place = 0
        while place <= last {
          let word = (base + place).loadUnaligned(as: UInt32.self)
          if checksums.contains(word) { checked.insert(word) }
          place += 2
        }
      }
    }
    return Found(windows: whole.count, hashes: hashed.count, checksums: checked.count)
  }
}
