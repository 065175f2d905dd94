#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// A buffer for text that is appended piece by piece. Appending short pieces to a `String` takes several times as long.
struct TextBuffer: ~Copyable {
  private var bytes: UnsafeMutableRawPointer
  private var capacity: Int
  private var count = 0

  init(capacity: Int = 1 << 12) {
    guard let block = malloc(capacity) else { preconditionFailure("out of memory") }
    bytes = block
    self.capacity = capacity
  }

  deinit { free(bytes) }

  /// The text so far, in UTF-8. Complexity: O(n).
  var utf8: [UInt8] { Array(UnsafeRawBufferPointer(start: bytes, count: count)) }

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
    // `realloc` moves large blocks by remapping their pages, without a copy.
    guard let larger = realloc(bytes, capacity) else { preconditionFailure("out of memory") }
    bytes = larger
  }
}

extension String {
  /// Concatenates the pieces; unlike `+`, without a copy for each piece.
  init(_ first: String, _ second: String, _ third: String, _ fourth: String = "", _ fifth: String = "") {
    let count = first.utf8.count + second.utf8.count + third.utf8.count + fourth.utf8.count + fifth.utf8.count
    self.init(unsafeUninitializedCapacity: count) { output in
      var end = output.put(first, at: 0)
      end = output.put(second, at: end)
      end = output.put(third, at: end)
      end = output.put(fourth, at: end)
      return output.put(fifth, at: end)
    }
  }
}

extension UnsafeMutableBufferPointer<UInt8> {
  /// Copies a string to an offset, and returns the offset of the copy's end. The buffer must have enough room after the offset.
  fileprivate func put(_ piece: String, at offset: Int) -> Int {
    let isDone: Void? = piece.utf8.withContiguousStorageIfAvailable { bytes in
      guard let source = bytes.baseAddress, let target = baseAddress else { return }
      UnsafeMutableRawPointer(target + offset).copyMemory(from: source, byteCount: bytes.count)
    }
    if isDone == nil { _ = UnsafeMutableBufferPointer(rebasing: self[offset...]).initialize(from: piece.utf8) }
    return offset + piece.utf8.count
  }
}
