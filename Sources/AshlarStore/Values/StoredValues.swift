import CAshlar

/// Values of their own as one session sees them: entries of the space `values`, each under a number that is never given out again.
///
///     0  UInt32  CRC32C of the number as UInt64 and of the bytes from 4 on
///     4  UInt32  0
///     8          the bytes
///
/// Invariants: `snapshot` is the session's; what was checked once is not checked again, since a number stands for the same bytes
/// as long as it is there. With a lock several threads may ask at once.
public final class StoredValues {
  static let headerSize = 8
  /// Text and bytes of more than so many bytes are values of their own; see `docs/storage.md` for what was measured.
  static let limit = 512

  @exclusivity(unchecked) var snapshot: any StorageSnapshot
  private let path: String
  @exclusivity(unchecked) private var checked = NumberSet()
  // Of sessions that several threads read: guards `checked`.
  private let lock: ThreadLock?
  @exclusivity(unchecked) private var isGathering = false
  @exclusivity(unchecked) private(set) var failure: StoreError?
  /// Called with an error where nobody can throw it. What was asked for then counts as empty.
  public var onFailure: (StoreError) -> Void = { _ in }

  init(_ snapshot: any StorageSnapshot, path: String, lock: ThreadLock? = nil) {
    self.snapshot = snapshot
    self.lock = lock
    self.path = path
  }

  /// The bytes of a value. Throws when it is missing or has other bytes than were stored.
  func bytes(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    guard let entry = try snapshot.value(.values, integer: number), entry.count > StoredValues.headerSize else {
      throw .damaged(path: path, detail: "value \(number) is missing")
    }
    let isChecked = lock.map { $0.withLock { checked.contains(Int(number)) } } ?? checked.contains(Int(number))
    if !isChecked {
      guard StoredValues.checksum(entry, number) == entry.loadUnaligned(as: UInt32.self) else {
        throw .damaged(path: path, detail: "value \(number) has other bytes than were stored")
      }
      if let lock { lock.withLock { checked.insert(Int(number)) } } else { checked.insert(Int(number)) }
    }
    return UnsafeRawBufferPointer(rebasing: entry[StoredValues.headerSize...])
  }

  /// The bytes that a slot refers to.
  func bytes(_ slot: Slot) throws(StoreError) -> UnsafeRawBufferPointer {
    let bytes = try bytes(slot.valueNumber)
    guard bytes.count == slot.outlineCount else {
      throw .damaged(path: path, detail: "value \(slot.valueNumber) has \(bytes.count) bytes instead of \(slot.outlineCount)")
    }
    return bytes
  }

  /// As `bytes`, where nobody can throw.
  func found(_ slot: Slot) -> UnsafeRawBufferPointer {
    do throws(StoreError) {
      return try bytes(slot)
    } catch {
      // Several threads never gather.
      if lock == nil { failure = failure ?? error }
      if !isGathering { onFailure(error) }
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
  }

  /// Runs something that cannot throw when values cannot be read, and throws in the end instead.
  public func gathering<Result>(_ body: () throws -> Result) throws -> Result {
    let outer = isGathering
    isGathering = true
    defer { isGathering = outer }
    let result = try body()
    if let failure {
      self.failure = nil
      throw failure
    }
    return result
  }

  /// The checksum in the header of a value that is to go.
  func storedChecksum(_ number: UInt64) throws(StoreError) -> UInt32 {
    guard let entry = try snapshot.value(.values, integer: number), entry.count > StoredValues.headerSize else {
      throw .damaged(path: path, detail: "value \(number) is missing")
    }
    return entry.loadUnaligned(as: UInt32.self)
  }

  /// No number is left.
  var exhausted: StoreError { .failed(path: path, operation: "number a value", code: 0, message: "all numbers are taken") }

  /// Fills an entry, which has room for header and bytes, and returns its checksum.
  static func fill(_ place: UnsafeMutableRawPointer, _ bytes: UnsafeRawBufferPointer, _ number: UInt64) -> UInt32 {
    place.storeBytes(of: 0, as: UInt64.self)
    if let source = bytes.baseAddress { (place + headerSize).copyMemory(from: source, byteCount: bytes.count) }
    let checksum = checksum(UnsafeRawBufferPointer(start: place, count: headerSize + bytes.count), number)
    place.storeBytes(of: checksum, as: UInt32.self)
    return checksum
  }

  /// The checksum of an entry.
  static func checksum(_ entry: UnsafeRawBufferPointer, _ number: UInt64) -> UInt32 {
    let start = withUnsafeBytes(of: number) { ashlar_crc32c(0, $0.baseAddress, 8) }
    return ashlar_crc32c(start, entry.baseAddress! + 4, entry.count - 4)
  }
}
