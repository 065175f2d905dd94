import AshlarSchema

/// The position of an element in an ordered collection, or the position at which it would be inserted.
@frozen public struct ElementPosition {
  /// The index of the element, or the index at which it would be inserted.
  public let index: Int
  /// The element; nil if it does not exist.
  public let cell: UnsafeMutableRawPointer?
  /// Resolves the bytes of the element's slots.
  public let home: SlotHome

  /// Creates a position; `cell` is nil if the element does not exist.
  public init(index: Int, cell: UnsafeMutableRawPointer?, home: SlotHome) { (self.index, self.cell, self.home) = (index, cell, home) }

  /// Whether the element exists.
  public var isFound: Bool { cell != nil }
}

// Sets and maps are in ascending order, so elements are found by binary search.
extension PackedElements {
  /// Finds an element. `order` compares an element with the one searched for. It returns 0 if they are equal, a negative number if the
  /// element precedes the one searched for, and otherwise a positive number.
  ///
  /// For a collection in segments, a binary search over the segments' first elements precedes the one within a segment. O(log count). In a
  /// session that only one thread reads, each segment is looked up in the file once per version.
  public func position(_ order: (_ cell: UnsafeMutableRawPointer, _ home: SlotHome) -> Int) -> ElementPosition {
    if slot.rest == 0 {
      return PackedElements.position(start, count, element.width, home, order)
    }
    if let buffer { return position(inSegments: buffer.segments.count, buffer.part, order) }
    guard let values = home.context.pointee.values?.takeUnretainedValue(), let finder = values.foundFinder(slot) else {
      return ElementPosition(index: 0, cell: nil, home: home)
    }
    return position(inSegments: finder.count, { finder.part($0, element, values) }, order)
  }

  private func position(
    inSegments count: Int, _ part: (Int) -> ElementsPart?, _ order: (_ cell: UnsafeMutableRawPointer, _ home: SlotHome) -> Int
  ) -> ElementPosition {
    // Finds the first segment that begins after the element; the element is in the segment before it.
    var low = 0
    var high = count
    var last: ElementsPart?
    while low < high {
      let middle = (low + high) / 2
      guard let part = part(middle) else { return ElementPosition(index: 0, cell: nil, home: home) }
      let home = SlotHome(base: part.base, context: self.home.context)
      let order = order(part.start, home)
      if order == 0 { return ElementPosition(index: part.first, cell: part.start, home: home) }
      if order < 0 {
        last = part
        low = middle + 1
      } else {
        high = middle
      }
    }
    guard let last else { return ElementPosition(index: 0, cell: nil, home: home) }
    let home = SlotHome(base: last.base, context: self.home.context)
    let found = PackedElements.position(last.start, last.count, element.width, home, order)
    return ElementPosition(index: last.first + found.index, cell: found.cell, home: home)
  }

  private static func position(
    _ start: UnsafeMutableRawPointer?, _ count: Int, _ width: Int, _ home: SlotHome,
    _ order: (_ cell: UnsafeMutableRawPointer, _ home: SlotHome) -> Int
  ) -> ElementPosition {
    guard let start else { return ElementPosition(index: 0, cell: nil, home: home) }
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      let cell = start + middle * width
      let order = order(cell, home)
      if order == 0 { return ElementPosition(index: middle, cell: cell, home: home) }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return ElementPosition(index: low, cell: nil, home: home)
  }
}
