import AshlarSchema

/// Divides elements into pieces that fit in segments.
enum SegmentCut {
  /// Calls `body` with each piece and the size of its value. Elements that need two segments are split into halves, unless the second
  /// half would not fit in a segment; more elements fill one segment after another.
  static func forEachPiece(
    _ elements: UnsafeRawBufferPointer, _ element: ElementLayout, _ body: (_ piece: UnsafeRawBufferPointer, _ size: Int) throws -> Void
  ) rethrows {
    let total = elements.count + StoredSegment.textSize(elements, element)
    if total <= StoredSegment.limit { return try body(elements, StoredSegment.headerSize + total) }
    let pieces = (total + StoredSegment.limit - 1) / StoredSegment.limit
    let wanted = pieces == 2 ? (total + 1) / 2 : StoredSegment.limit
    var start = 0
    var size = 0
    for offset in stride(from: 0, to: elements.count, by: element.width) {
      let one = UnsafeRawBufferPointer(rebasing: elements[offset..<offset + element.width])
      let added = element.width + StoredSegment.textSize(one, element)
      if size > 0, size + added > (start == 0 ? wanted : StoredSegment.limit) {
        try body(UnsafeRawBufferPointer(rebasing: elements[start..<offset]), StoredSegment.headerSize + size)
        start = offset
        size = 0
      }
      size += added
    }
    try body(UnsafeRawBufferPointer(rebasing: elements[start...]), StoredSegment.headerSize + size)
  }
}
