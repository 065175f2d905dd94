import AshlarSchema

// Reads that cannot throw: an unreadable value is treated as empty. The error is passed to `onFailure`, except within `gathering`; if only
// one thread reads the session, it is also recorded.
extension StoredValues {
  /// Returns the result of `bytes`; empty if the value cannot be read.
  func found(_ slot: Slot) -> UnsafeRawBufferPointer {
    found { () throws(StoreError) in try bytes(slot) } ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Returns the result of `directory`; nil if the directory cannot be read.
  func foundDirectory(_ slot: Slot) -> SegmentDirectory? { found { () throws(StoreError) in try directory(slot) } }

  // Several finders are cached, because searches may alternate between collections.
  private static let mostFinders = 4

  /// Returns a finder for a collection in segments; nil if the directory cannot be read. The finder is valid until the session moves to
  /// another version.
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

  /// Returns the result of `segment`; nil if the segment cannot be read.
  func foundSegment(_ number: UInt64, _ element: ElementLayout, count: Int) -> StoredSegment? {
    found { () throws(StoreError) in try segment(number, element, count: count) }
  }

  /// Returns a segment of a directory; nil if the segment cannot be read.
  func foundSegment(_ directory: SegmentDirectory, _ segment: Int, _ element: ElementLayout) -> StoredSegment? {
    foundSegment(directory.number(segment), element, count: directory.end(segment) - directory.start(segment))
  }

  /// Returns an element of a collection in segments, and the base that its slots refer to; nil if the element cannot be read.
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
      // A session that several threads read never gathers errors.
      if lock == nil { failure = failure ?? error }
      if !isGathering { onFailure(error) }
      return nil
    }
  }

  /// Runs an operation that cannot throw when it reads an unreadable value, and throws the first recorded error afterwards.
  public func gathering<Result>(_ body: () throws -> Result) throws -> Result {
    assert(lock == nil, "an operation of one thread gathers errors")
    let outer = isGathering
    // An error outside of an operation has been reported, and that of an operation that threw another one is not thrown later.
    if !outer { failure = nil }
    isGathering = true
    defer { isGathering = outer }
    let result = try body()
    if let failure {
      self.failure = nil
      throw failure
    }
    return result
  }
}
