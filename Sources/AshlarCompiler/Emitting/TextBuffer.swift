/// Text that grows piece by piece. `String` does the same, at several times the price for a short piece.
struct TextBuffer: ~Copyable {
  private var bytes: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0

  init(capacity: Int = 1 << 12) {
    bytes = .allocate(byteCount: capacity, alignment: 1)
    self.capacity = capacity
  }

  deinit { bytes.deallocate() }

  /// The text so far. Complexity: O(n).
  var text: String { String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self) }

  static func += (buffer: inout TextBuffer, piece: String) {
    let isDone: Void? = piece.utf8.withContiguousStorageIfAvailable { buffer.append(UnsafeRawBufferPointer($0)) }
    if isDone == nil { Array(piece.utf8).withUnsafeBytes { buffer.append($0) } }
  }

  static func += (buffer: inout TextBuffer, piece: Substring) {
    let isDone: Void? = piece.utf8.withContiguousStorageIfAvailable { buffer.append(UnsafeRawBufferPointer($0)) }
    if isDone == nil { Array(piece.utf8).withUnsafeBytes { buffer.append($0) } }
  }

  private mutating func append(_ piece: UnsafeRawBufferPointer) {
    guard let start = piece.baseAddress else { return }
    if count + piece.count > capacity { grow(to: count + piece.count) }
    bytes.advanced(by: count).copyMemory(from: start, byteCount: piece.count)
    count += piece.count
  }

  private mutating func grow(to size: Int) {
    capacity = max(size, capacity * 2)
    let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 1)
    larger.copyMemory(from: bytes, byteCount: count)
    bytes.deallocate()
    bytes = larger
  }
}

extension String {
  /// The pieces one behind the other; like `+`, but without a copy for each piece.
  init(_ first: String, _ second: String, _ third: String, _ fourth: String = "", _ fifth: String = "") {
    let capacity = first.utf8.count + second.utf8.count + third.utf8.count + fourth.utf8.count + fifth.utf8.count
    self.init(unsafeUninitializedCapacity: capacity) { buffer in
      var count = 0
      func append(_ piece: String) {
        let place = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
        let isDone: Void? = piece.utf8.withContiguousStorageIfAvailable { place.copyMemory(from: UnsafeRawBufferPointer($0)) }
        if isDone == nil { place.copyBytes(from: piece.utf8) }
        count += piece.utf8.count
      }
      append(first)
      append(second)
      append(third)
      append(fourth)
      append(fifth)
      return count
    }
  }
}
