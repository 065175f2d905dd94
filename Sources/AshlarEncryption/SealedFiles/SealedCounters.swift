import AshlarStore

/// The value `counters` of the main tree of an encrypted file, which every commit writes. It consists of the version as UInt64, the sum of
/// the tags as 16 bytes, the record of the nodes (`NodeRecord`), and the counters (`Counters`).
///
/// The version must equal that of the header page. Otherwise, someone could replace the value with an older one, and later commits would
/// assign numbers that are already in use.
struct SealedCounters {
  static let sumOffset = 8
  static let nodesOffset = 24
  static let countersOffset = nodesOffset + NodeRecord.size

  var version: UInt64 = 0
  var sum = TagSum()
  /// The record of the nodes in its stored form.
  var nodes = [UInt8](repeating: 0, count: NodeRecord.size)
  /// The counters in their stored form.
  var counters: [UInt8] = []

  init() {}

  /// Decodes an opened value; nil if it is too short.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard let version = SealedCounters.version(bytes) else { return nil }
    self.version = version
    sum = TagSum(bytes: UnsafeRawBufferPointer(rebasing: bytes[SealedCounters.sumOffset..<SealedCounters.nodesOffset]))
    nodes = Array(bytes[SealedCounters.nodesOffset..<SealedCounters.countersOffset])
    counters = Array(bytes[SealedCounters.countersOffset...])
  }

  /// Returns the version in an opened value; nil if the value is too short.
  static func version(_ bytes: UnsafeRawBufferPointer) -> UInt64? {
    guard bytes.count > countersOffset else { return nil }
    return UInt64(littleEndian: bytes.loadUnaligned(as: UInt64.self))
  }

  /// The error of a value that belongs to another version, or is too short.
  static func damage(_ path: String) -> StoreError { .damaged(path: path, detail: "its counters are not those of its newest version") }

  /// The error of a version whose values have another sum.
  static func incompleteness(_ path: String) -> StoreError {
    .damaged(path: path, detail: "its encrypted values are not those of its version: some are missing, or belong to another version")
  }

  /// The value to seal.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(SealedCounters.countersOffset + counters.count)
    bytes.append(integer: version)
    bytes += sum.bytes
    bytes += nodes
    bytes += counters
    return bytes
  }
}

/// The sum, modulo 2^128, of the encrypted tags of all sealed values except the counters, and of the encrypted check of the list of
/// features in the record of the encryption. It shows whether values are missing, or older than they should be.
struct TagSum: Equatable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init() {}

  init(bytes: UnsafeRawBufferPointer) { (low, high) = TagSum.words(bytes) }

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.append(integer: low)
    bytes.append(integer: high)
    return bytes
  }

  private static func words(_ block: UnsafeRawBufferPointer) -> (UInt64, UInt64) {
    (
      UInt64(littleEndian: block.loadUnaligned(as: UInt64.self)),
      UInt64(littleEndian: block.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    )
  }

  /// Adds the encrypted tag of a value that was stored.
  mutating func add(_ block: UnsafeRawBufferPointer) {
    let (low, high) = TagSum.words(block)
    let sum = self.low.addingReportingOverflow(low)
    self.low = sum.partialValue
    self.high &+= high &+ (sum.overflow ? 1 : 0)
  }

  /// Subtracts the encrypted tag of a value that was removed or replaced.
  mutating func subtract(_ block: UnsafeRawBufferPointer) {
    let (low, high) = TagSum.words(block)
    let difference = self.low.subtractingReportingOverflow(low)
    self.low = difference.partialValue
    self.high &-= high &+ (difference.overflow ? 1 : 0)
  }
}
