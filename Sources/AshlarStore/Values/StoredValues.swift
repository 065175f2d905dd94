import AshlarSchema
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
  /// Text and bytes of more than so many bytes are out-of-line values; see `docs/storage.md` for what was measured.
  static let limit = 512

  @exclusivity(unchecked) private var snapshot: any StorageSnapshot
  private let path: String
  @exclusivity(unchecked) private var checked = NumberSet()
  // Numbers of directories and segments whose structure was looked at.
  @exclusivity(unchecked) private var checkedParts = NumberSet()
  // The directory and the segment that were asked for last, in sessions that one thread reads: loops over indexes stay in one for long.
  @exclusivity(unchecked) private var lastElements = LastElements()
  @exclusivity(unchecked) private var lastDirectory: (number: UInt64, directory: SegmentDirectory)?
  // Those that were searched last, the newest last.
  @exclusivity(unchecked) private var finders: [SegmentFinder] = []
  // Of sessions that several threads read: guards `checked` and `checkedParts`.
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

  /// The session's snapshot is another, or of another version.
  func moved(to snapshot: any StorageSnapshot) {
    self.snapshot = snapshot
    lastElements = LastElements()
    lastDirectory = nil
    finders = []
  }

  /// A value with its header. Throws when it is missing or does not match its checksum.
  private func entry(_ number: UInt64) throws(StoreError) -> UnsafeRawBufferPointer {
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

  /// The bytes that a slot refers to.
  func bytes(_ slot: Slot) throws(StoreError) -> UnsafeRawBufferPointer {
    let bytes = UnsafeRawBufferPointer(rebasing: try entry(slot.valueNumber)[StoredValues.headerSize...])
    guard bytes.count == slot.outlineCount else {
      throw .damaged(path: path, detail: "value \(slot.valueNumber) has \(bytes.count) bytes instead of \(slot.outlineCount)")
    }
    return bytes
  }

  /// The directory of a collection in segments.
  func directory(_ slot: Slot) throws(StoreError) -> SegmentDirectory {
    let number = slot.valueNumber
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

  /// A segment of a collection, with as many elements as its directory says.
  func segment(_ number: UInt64, _ element: ElementLayout, count: Int) throws(StoreError) -> StoredSegment {
    let isChecked = isPartChecked(number)
    guard let segment = StoredSegment(try entry(number), element, checked: isChecked), segment.count == count else {
      throw .damaged(path: path, detail: "value \(number) is not a segment of \(count) elements")
    }
    if !isChecked { partWasChecked(number) }
    return segment
  }

  private func isPartChecked(_ number: UInt64) -> Bool {
    lock.map { $0.withLock { checkedParts.contains(Int(number)) } } ?? checkedParts.contains(Int(number))
  }

  private func partWasChecked(_ number: UInt64) {
    if let lock { lock.withLock { checkedParts.insert(Int(number)) } } else { checkedParts.insert(Int(number)) }
  }

  // MARK: - Where nobody can throw

  /// As `bytes`.
  func found(_ slot: Slot) -> UnsafeRawBufferPointer {
    found { () throws(StoreError) in try bytes(slot) } ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// As `directory`.
  func foundDirectory(_ slot: Slot) -> SegmentDirectory? { found { () throws(StoreError) in try directory(slot) } }

  // Searches go from one collection to another and back.
  private static let mostFinders = 4

  /// What searches a collection in segments. It is right until the session moves.
  func foundFinder(_ slot: Slot) -> SegmentFinder? {
    if let known = finders.last(where: { $0.number == slot.valueNumber }) { return known }
    guard let directory = foundDirectory(slot) else { return nil }
    let finder = SegmentFinder(slot.valueNumber, directory, keepsParts: lock == nil)
    if lock == nil {
      if finders.count == StoredValues.mostFinders { finders.removeFirst() }
      finders.append(finder)
    }
    return finder
  }

  /// As `segment`.
  func foundSegment(_ number: UInt64, _ element: ElementLayout, count: Int) -> StoredSegment? {
    found { () throws(StoreError) in try segment(number, element, count: count) }
  }

  /// As `segment`, of one that a directory names.
  func foundSegment(_ directory: SegmentDirectory, _ segment: Int, _ element: ElementLayout) -> StoredSegment? {
    foundSegment(directory.number(segment), element, count: directory.end(segment) - directory.start(segment))
  }

  /// An element of a collection in segments, and what its slots refer to.
  func foundElement(_ slot: Slot, _ index: Int, _ element: ElementLayout) -> (cell: UnsafeMutableRawPointer, base: UnsafeMutableRawPointer)?
  {
    var elements = LastElements()
    if lock == nil { elements = lastElements }
    if elements.directory != slot.valueNumber || !elements.range.contains(index) {
      guard let found = found({ () throws(StoreError) in try self.elements(slot, index, element) }) else { return nil }
      elements = found
      if lock == nil { lastElements = found }
    }
    guard let base = elements.base else { return nil }
    return (base + StoredSegment.headerSize + (index - elements.range.lowerBound) * element.width, base)
  }

  private struct LastElements {
    var directory: UInt64 = 0
    var range = 0..<0
    var base: UnsafeMutableRawPointer?
  }

  private func elements(_ slot: Slot, _ index: Int, _ element: ElementLayout) throws(StoreError) -> LastElements {
    let directory = try directory(slot)
    let place = directory.segment(at: index)
    let range = directory.start(place)..<directory.end(place)
    guard range.contains(index) else {
      throw .damaged(path: path, detail: "value \(slot.valueNumber) is not a directory of \(slot.outlineCount) elements")
    }
    let segment = try segment(directory.number(place), element, count: range.count)
    return LastElements(directory: slot.valueNumber, range: range, base: segment.base)
  }

  private func found<Result>(_ body: () throws(StoreError) -> Result) -> Result? {
    do throws(StoreError) {
      return try body()
    } catch {
      // Several threads never gather.
      if lock == nil { failure = failure ?? error }
      if !isGathering { onFailure(error) }
      return nil
    }
  }

  /// What is read in place of elements that cannot be; the error that says so was noted. Never given back: it happens once.
  static func zeros(_ size: Int) -> UnsafeMutableRawPointer {
    let place = UnsafeMutableRawPointer.allocate(byteCount: max(64, size), alignment: 16)
    place.initializeMemory(as: UInt8.self, repeating: 0, count: max(64, size))
    return place
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

  /// A directory counts elements in 32 bits.
  var tooManyElements: StoreError {
    .failed(path: path, operation: "store a collection", code: 0, message: "it has more than 2^32 elements")
  }

  /// Fills an entry, which has room for header and bytes, and returns its checksum.
  static func fill(_ place: UnsafeMutableRawPointer, _ bytes: UnsafeRawBufferPointer, _ number: UInt64) -> UInt32 {
    if let source = bytes.baseAddress { (place + headerSize).copyMemory(from: source, byteCount: bytes.count) }
    return seal(place, size: headerSize + bytes.count, number)
  }

  /// Writes the header of an entry whose bytes are there, and returns its checksum.
  static func seal(_ place: UnsafeMutableRawPointer, size: Int, _ number: UInt64) -> UInt32 {
    place.storeBytes(of: 0, as: UInt64.self)
    let checksum = checksum(UnsafeRawBufferPointer(start: place, count: size), number)
    place.storeBytes(of: checksum, as: UInt32.self)
    return checksum
  }

  /// The checksum of an entry.
  static func checksum(_ entry: UnsafeRawBufferPointer, _ number: UInt64) -> UInt32 {
    let start = withUnsafeBytes(of: number) { ashlar_crc32c(0, $0.baseAddress, 8) }
    return ashlar_crc32c(start, entry.baseAddress! + 4, entry.count - 4)
  }
}
