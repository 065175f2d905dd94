import AshlarSchema
import CAshlar

/// The out-of-line values in the snapshot of one session: entries of the space `values`, each under a number that is never reused.
///
///     0  UInt32  CRC32C of the number as UInt64 and of the bytes from 4 on
///     4  UInt32  0
///     8          the bytes
///
/// Invariants: `snapshot` is the session's snapshot. A value is validated only once, because a number refers to the same bytes as long as
/// it exists. With a lock, several threads may read concurrently.
public final class StoredValues {
  static let headerSize = 8
  /// The maximum number of bytes of text or data that is stored in a cluster; longer text and data are out-of-line values.
  static let limit = Slot.nearbyLimit

  @exclusivity(unchecked) var snapshot: any StorageSnapshot
  let path: String
  @exclusivity(unchecked) var checked = NumberSet()
  // The numbers of directories and segments whose structure was validated.
  @exclusivity(unchecked) var checkedParts = NumberSet()
  // The directory and the segment that were used last, in sessions that one thread reads; consecutive indexes are mostly in the same
  // segment.
  @exclusivity(unchecked) var lastElements = LastElements()
  @exclusivity(unchecked) var lastDirectory: (number: UInt64, directory: SegmentDirectory)?
  // The most recently used finders, the newest last.
  @exclusivity(unchecked) var finders: [SegmentFinder] = []
  // Guards `checked` and `checkedParts`; nil in sessions that one thread reads.
  let lock: ThreadLock?
  @exclusivity(unchecked) var isGathering = false
  @exclusivity(unchecked) var failure: StoreError?
  /// The function that receives an error that cannot be thrown, except within `gathering`. The value that could not be read is treated as
  /// empty.
  public var onFailure: (StoreError) -> Void = { _ in }

  init(_ snapshot: any StorageSnapshot, path: String, lock: ThreadLock? = nil) {
    self.snapshot = snapshot
    self.lock = lock
    self.path = path
  }

  /// Replaces the snapshot after the session has moved to a different snapshot or version.
  func moved(to snapshot: any StorageSnapshot) {
    self.snapshot = snapshot
    lastElements = LastElements()
    lastDirectory = nil
    finders = []
  }

  /// Returns a value with its header. Throws if it is missing or does not match its checksum.
  func entry(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
    guard let entry = try snapshot.value(.values, integer: number), entry.count > StoredValues.headerSize else {
      throw .damaged(path: path, detail: "value \(number) is missing")
    }
    let isChecked = lock.map { $0.withLock { checked.contains(Int(number)) } } ?? checked.contains(Int(number))
    if !isChecked {
      guard StoredValues.checksum(entry, number) == entry.loadUnaligned(as: UInt32.self) else {
        throw .damaged(path: path, detail: "value \(number) does not match its checksum")
      }
      if let lock { lock.withLock { checked.insert(Int(number)) } } else { checked.insert(Int(number)) }
    }
    return entry
  }

  /// Returns the bytes of the out-of-line value that a slot refers to.
  func bytes(_ slot: Slot) throws(StoreError) -> UnsafeRawBufferPointer {
    let bytes = UnsafeRawBufferPointer(rebasing: try entry(slot.valueNumber)[StoredValues.headerSize...])
    guard bytes.count == slot.outlineCount else {
      throw .damaged(path: path, detail: "value \(slot.valueNumber) has \(bytes.count) bytes instead of \(slot.outlineCount)")
    }
    return bytes
  }

  /// Returns the directory of a collection in segments.
  func directory(_ slot: Slot) throws(StoreError) -> SegmentDirectory {
    let number = slot.valueNumber
    assert(lock == nil || lastDirectory == nil && finders.isEmpty, "what several threads read has no cache of the last elements")
    if lock == nil, let last = lastDirectory, last.number == number { return last.directory }
    let directory = SegmentDirectory(bytes: UnsafeRawBufferPointer(rebasing: try entry(number)[StoredValues.headerSize...]))
    if !isPartChecked(number) {
      guard directory.isRight(elements: slot.outlineCount) else {
        throw .damaged(path: path, detail: "value \(number) is not a directory of \(slot.outlineCount) elements")
      }
      partWasChecked(number)
    }
    if lock == nil { lastDirectory = (number, directory) }
    return directory
  }

  /// Returns a segment of a collection, which must have as many elements as its directory states.
  func segment(_ number: UInt64, _ element: ElementLayout, count: Int) throws(StoreError) -> StoredSegment {
    let isChecked = isPartChecked(number)
    guard let segment = StoredSegment(try entry(number), element, checked: isChecked), segment.count == count else {
      throw .damaged(path: path, detail: "value \(number) is not a segment of \(count) elements")
    }
    if !isChecked { partWasChecked(number) }
    return segment
  }

  func isPartChecked(_ number: UInt64) -> Bool {
    lock.map { $0.withLock { checkedParts.contains(Int(number)) } } ?? checkedParts.contains(Int(number))
  }

  func partWasChecked(_ number: UInt64) {
    if let lock { lock.withLock { checkedParts.insert(Int(number)) } } else { checkedParts.insert(Int(number)) }
  }

  /// Returns the checksum in the header of a value that is about to be removed.
  func storedChecksum(_ number: UInt64) throws(StoreError) -> UInt32 {
    guard let entry = try snapshot.value(.values, integer: number), entry.count > StoredValues.headerSize else {
      throw .damaged(path: path, detail: "value \(number) is missing")
    }
    return entry.loadUnaligned(as: UInt32.self)
  }

  /// The error thrown when no unused number is left.
  var exhausted: StoreError { .failed(path: path, operation: "number a value", code: 0, message: "all numbers are taken") }

  /// The error thrown when a collection exceeds the directory's 32-bit element count.
  var tooManyElements: StoreError {
    .failed(path: path, operation: "store a collection", code: 0, message: "it has more than 2^32 elements")
  }

  struct LastElements {
    var directory: UInt64 = 0
    var range = 0..<0
    var base: UnsafeMutableRawPointer?
  }
}
