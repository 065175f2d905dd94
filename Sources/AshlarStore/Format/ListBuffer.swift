/// A list that the open write transaction changes: packed elements with room to grow. It lives until the transaction ends.
///
/// Invariants: `count <= capacity`; `elements` has `capacity * width` bytes; slots of long strings among the elements refer to the
/// cluster's heap or the transaction's arena.
@frozen public struct ListBuffer {
  /// The number of elements in use.
  public var count: Int
  /// The number of elements that the memory has room for.
  public var capacity: Int
  /// The packed elements.
  public var elements: UnsafeMutableRawPointer

  static func make(width: Int, copying source: UnsafeRawBufferPointer) -> UnsafeMutablePointer<ListBuffer> {
    let count = source.count / width
    let capacity = max(4, count)
    let buffer = UnsafeMutablePointer<ListBuffer>.allocate(capacity: 1)
    let elements = UnsafeMutableRawPointer.allocate(byteCount: capacity * width, alignment: 8)
    if let start = source.baseAddress { elements.copyMemory(from: start, byteCount: count * width) }
    buffer.initialize(to: ListBuffer(count: count, capacity: capacity, elements: elements))
    return buffer
  }

  static func destroy(_ buffer: UnsafeMutablePointer<ListBuffer>) {
    buffer.pointee.elements.deallocate()
    buffer.deallocate()
  }

  /// Opens a gap of `added` elements at `index` and returns its address. O(count).
  mutating func open(at index: Int, _ added: Int, width: Int) -> UnsafeMutableRawPointer {
    precondition(index >= 0 && index <= count)
    if count + added > capacity {
      let larger = max(count + added, capacity * 2)
      let moved = UnsafeMutableRawPointer.allocate(byteCount: larger * width, alignment: 8)
      moved.copyMemory(from: elements, byteCount: count * width)
      elements.deallocate()
      elements = moved
      capacity = larger
    }
    let place = elements + index * width
    (place + added * width).copyMemory(from: place, byteCount: (count - index) * width)
    count += added
    assert(count <= capacity, "the elements fit in the buffer's memory")
    return place
  }

  /// Removes a range of elements. O(count).
  mutating func close(_ range: Range<Int>, width: Int) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    let place = elements + range.lowerBound * width
    place.copyMemory(from: elements + range.upperBound * width, byteCount: (count - range.upperBound) * width)
    count -= range.count
  }
}
