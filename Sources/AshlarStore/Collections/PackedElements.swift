public import AshlarSchema

/// The elements of a stored collection as they are now, in one piece or in segments; valid until the collection or the
/// generation changes.
@frozen public struct PackedElements {
  /// How an element lies.
  public let element: ElementLayout
  @usableFromInline let start: UnsafeMutableRawPointer?
  // Bytes of elements in one piece; the number of those in segments.
  @usableFromInline let size: Int
  @usableFromInline let home: SlotHome
  // Empty for those in one piece, else a stored collection's slot or a buffer's.
  @usableFromInline let slot: Slot

  /// Elements in one piece.
  @inlinable @inline(__always) public init(_ bytes: UnsafeRawBufferPointer, _ element: ElementLayout, _ home: SlotHome) {
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

  /// How many elements there are.
  @inlinable @inline(__always) public var count: Int {
    if slot.rest != 0 { return size }
    // Most elements are of 8 bytes, and a division costs more than reading a short collection.
    return element.width == 8 ? size &>> 3 : size / element.width
  }

  /// The bytes of all elements; nil when they lie in segments.
  @inlinable @inline(__always) public var inOnePiece: UnsafeRawBufferPointer? {
    slot.rest == 0 ? UnsafeRawBufferPointer(start: start, count: size) : nil
  }

  /// Whether there is an element at an index that is not negative. No division, which costs more than the element.
  @inlinable @inline(__always) public func has(_ index: Int) -> Bool {
    slot.rest == 0 ? (index + 1) * element.width <= size : index < size
  }

  /// An element, and where its slots' bytes lie. `index` must be one of theirs. O(1), or O(log segments) when it is in
  /// another segment than the last one read.
  @inlinable @inline(__always)
  public func place(_ index: Int) -> (cell: UnsafeMutableRawPointer, home: SlotHome) {
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
      let zeros = StoredValues.zeros(element.width)
      found = (zeros, zeros)
    }
    return (found.cell, SlotHome(base: found.base, context: home.context))
  }

  var buffer: SegmentBuffer? {
    guard slot.tag == Slot.segmentBufferTag, let address = slot.address else { return nil }
    return Unmanaged<SegmentBuffer>.fromOpaque(address).takeUnretainedValue()
  }

  /// Calls `body` with all elements in their order, those that lie in one piece at once.
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

  /// The numbers of the segments that the elements lie in; none where they lie in one piece or are being changed. A number stands for the same
  /// elements in every version.
  public func segmentNumbers() -> [UInt64] {
    if slot.rest == 0 || buffer != nil { return [] }
    guard let directory = home.context.pointee.values?.takeUnretainedValue().foundDirectory(slot) else { return [] }
    return (0..<directory.count).map(directory.number)
  }

  /// Calls `body` with the elements of one of the segments that `segmentNumbers` names.
  public func readSegment(_ segment: Int, _ body: (_ elements: UnsafeRawBufferPointer, _ home: SlotHome) -> Void) {
    guard let values = home.context.pointee.values?.takeUnretainedValue(), let directory = values.foundDirectory(slot),
      let found = values.foundSegment(directory, segment, element)
    else { return }
    body(found.elements(element.width), SlotHome(base: found.base, context: home.context))
  }

  /// The rows that elements link to, nulls left out.
  public func links() -> [Int64] {
    if count == 0 { return [] }
    return [Int64](unsafeUninitializedCapacity: count) { $1 = links(to: $0) }
  }

  /// Writes the rows that elements link to, nulls left out, to `keys`, which has room for `count`; returns how many these are.
  public func links(to keys: UnsafeMutableBufferPointer<Int64>) -> Int {
    var number = 0
    forEachRun { elements, _ in
      ElementRun(elements, element).forEachLink {
        keys[number] = $0
        number += 1
      }
    }
    return number
  }
}
