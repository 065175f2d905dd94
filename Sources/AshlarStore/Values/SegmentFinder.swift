import AshlarSchema

/// The elements of one segment.
struct ElementsPart {
  /// The index of the first element in the collection.
  let first: Int
  let count: Int
  let start: UnsafeMutableRawPointer
  /// The base that the elements' slots refer to.
  let base: UnsafeMutableRawPointer
}

/// The segments of a stored collection. Looks up each segment once per version, in sessions that only one thread reads.
final class SegmentFinder {
  let number: UInt64
  private let directory: SegmentDirectory
  private let keepsParts: Bool
  @exclusivity(unchecked) private var bases: [UnsafeMutableRawPointer?]

  init(_ number: UInt64, _ directory: SegmentDirectory, keepsParts: Bool) {
    self.number = number
    self.directory = directory
    self.keepsParts = keepsParts
    bases = keepsParts ? Array(repeating: nil, count: directory.count) : []
  }

  var count: Int { directory.count }

  func part(_ segment: Int, _ element: ElementLayout, _ values: StoredValues) -> ElementsPart? {
    assert(segment >= 0 && segment < directory.count, "the directory has the segment")
    let first = directory.start(segment)
    let count = directory.end(segment) - first
    let base: UnsafeMutableRawPointer
    if keepsParts, let known = bases[segment] {
      base = known
    } else {
      guard let found = values.foundSegment(directory, segment, element) else { return nil }
      base = found.base
      if keepsParts { bases[segment] = base }
    }
    return ElementsPart(first: first, count: count, start: base + StoredSegment.headerSize, base: base)
  }
}
