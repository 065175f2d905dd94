public import AshlarSchema

/// The current elements of a stored collection, contiguous or in segments. They are valid until the collection or the context's generation
/// changes.
@frozen public struct PackedElements {
  /// The layout of an element.
  public let element: ElementLayout
  @usableFromInline let start: UnsafeMutableRawPointer?
  // The size in bytes if the elements are contiguous; the number of elements if they are in segments.
  @usableFromInline let size: Int
  @usableFromInline let home: SlotHome
  // Empty for contiguous elements, otherwise the slot of a stored collection or of a buffer.
  @usableFromInline let slot: Slot

  /// Creates a view of contiguous elements.
  @inlinable @inline(__always) public init(_ bytes: UnsafeRawBufferPointer, _ element: ElementLayout, _ home: SlotHome) {
    assert(bytes.count % element.width == 0, "elements are whole")
    size = bytes.count
    self.element = element
    self.home = home
    start = bytes.baseAddress.map { UnsafeMutableRawPointer(mutating: $0) }
    slot = .empty
  }

  @usableFromInline init(_ slot: Slot, count: Int, _ element: ElementLayout, _ home: SlotHome) {
    size = count
    self.element = element
    self.home = home
    self.slot = slot
    start = nil
  }

  /// The number of elements.
  @inlinable @inline(__always) public var count: Int {
    if slot.rest != 0 { return size }
    // Most elements have 8 bytes, and a division costs more than reading a short collection.
    return element.width == 8 ? size &>> 3 : size / element.width
  }

  /// The bytes of all elements; nil if they are in segments.
  @inlinable @inline(__always) public var inOnePiece: UnsafeRawBufferPointer? {
    slot.rest == 0 ? UnsafeRawBufferPointer(start: start, count: size) : nil
  }

  /// Returns whether an element exists at `index`, which must not be negative. Avoids a division, which costs more than reading the
  /// element.
  @inlinable @inline(__always) public func has(_ index: Int) -> Bool {
    slot.rest == 0 ? (index + 1) * element.width <= size : index < size
  }

  /// Returns an element, and the home that resolves its slots. `index` must be in range. O(1), or O(log segments) if the element is in a
  /// different segment from the last one read.
  @inlinable @inline(__always)
  public func place(_ index: Int) -> (cell: UnsafeMutableRawPointer, home: SlotHome) {
    assert(index >= 0 && has(index), "the caller compares the index with the count")
    if let start { return (start + index * element.width, home) }
    return placeInSegment(index)
  }

  @inline(never) @usableFromInline
  func placeInSegment(_ index: Int) -> (cell: UnsafeMutableRawPointer, home: SlotHome) {
    let found: (cell: UnsafeMutableRawPointer, base: UnsafeMutableRawPointer)
    if let buffer {
      found = buffer.place(index)
    } else if let stored = home.context.pointee.values?.takeUnretainedValue().foundElement(slot, index, element) {
      found = stored
    } else {
      let zeros = SharedZeros.all.bytes(element.width)
      found = (zeros, zeros)
    }
    return (found.cell, SlotHome(base: found.base, context: home.context))
  }

  var buffer: SegmentBuffer? {
    guard slot.tag == Slot.segmentBufferTag, let address = slot.address else { return nil }
    return Unmanaged<SegmentBuffer>.fromOpaque(address).takeUnretainedValue()
  }

  /// Calls `body` with each contiguous run of elements, in the order of the collection. Skips segments that cannot be read.
  public func forEachRun(_ body: (_ elements: UnsafeRawBufferPointer, _ home: SlotHome) -> Void) {
    if slot.rest == 0 {
      body(UnsafeRawBufferPointer(start: start, count: size), home)
    } else if let buffer {
      buffer.forEachRun { body($0, SlotHome(base: $1, context: home.context)) }
    } else if let values = home.context.pointee.values?.takeUnretainedValue(), let directory = values.foundDirectory(slot) {
      for segment in 0..<directory.count {
        guard let found = values.foundSegment(directory, segment, element) else { continue }
        body(found.elements(element.width), SlotHome(base: found.base, context: home.context))
      }
    }
  }

  /// Returns the numbers of the segments; empty if the elements are contiguous or in a buffer, or if the directory cannot be read. A
  /// segment number refers to the same elements in every version.
  public func segmentNumbers() -> [UInt64] {
    if slot.rest == 0 || buffer != nil { return [] }
    guard let directory = home.context.pointee.values?.takeUnretainedValue().foundDirectory(slot) else { return [] }
    return (0..<directory.count).map(directory.number)
  }

  /// Calls `body` with the elements of the segment at an index of `segmentNumbers()`, unless the segment cannot be read.
  public func readSegment(_ segment: Int, _ body: (_ elements: UnsafeRawBufferPointer, _ home: SlotHome) -> Void) {
    guard let values = home.context.pointee.values?.takeUnretainedValue(), let directory = values.foundDirectory(slot),
      let found = values.foundSegment(directory, segment, element)
    else { return }
    body(found.elements(element.width), SlotHome(base: found.base, context: home.context))
  }

  /// Returns the rows that elements link to, skipping null links.
  public func links() -> [Int64] {
    if count == 0 { return [] }
    return [Int64](unsafeUninitializedCapacity: count) { $1 = links(to: $0) }
  }

  /// Writes the rows that elements link to, skipping null links, to `keys`, which must have room for `count` rows. Returns the number of
  /// rows written.
  public func links(to keys: UnsafeMutableBufferPointer<Int64>) -> Int {
    var number = 0
    forEachRun { elements, _ in
      ElementRun(elements, element).forEachLink {
        assert(number < keys.count, "there is room for as many keys as elements")
        keys[number] = $0
        number += 1
      }
    }
    return number
  }
}
