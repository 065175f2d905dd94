import AshlarSchema

/// Where an element is among others in order, or would be.
@frozen public struct ElementPosition {
  /// The index.
  public let index: Int
  /// The element; nil when it is not there.
  public let cell: UnsafeMutableRawPointer?
  /// Where its slots' bytes lie.
  public let home: SlotHome

  /// An element that is there.
  public init(index: Int, cell: UnsafeMutableRawPointer?, home: SlotHome) { (self.index, self.cell, self.home) = (index, cell, home) }

  /// Whether it is there.
  public var isFound: Bool { cell != nil }
}

// Sets and maps are in ascending order: elements are found by halving.
extension PackedElements {
  /// Finds an element. `order` tells how one compares with what is searched for: negative when it comes before that.
  ///
  /// In segments the right one is found first, by their first elements, then the element in it. O(log count); a segment is looked up in
  /// the file once a version.
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
    // The first segment that begins behind what is searched for; it is in the one before.
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
