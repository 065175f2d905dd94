import AshlarStore

/// A copy of a value and of the bytes that it refers to.
final class CapturedValue {
  /// Nil if a link on the path was null or the row did not exist.
  let value: CellValue?
  private let memory: UnsafeMutableRawBufferPointer?

  init(_ value: CellValue?) {
    func copy(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawBufferPointer {
      let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
      copy.copyMemory(from: bytes)
      return copy
    }
    switch value {
    case .text(let bytes)?:
      let copy = copy(bytes)
      (self.value, memory) = (.text(UnsafeRawBufferPointer(copy)), copy)
    case .bytes(let bytes)?:
      let copy = copy(bytes)
      (self.value, memory) = (.bytes(UnsafeRawBufferPointer(copy)), copy)
    case .any(let bytes)?:
      let copy = copy(bytes)
      (self.value, memory) = (.any(UnsafeRawBufferPointer(copy)), copy)
    default: (self.value, memory) = (value, nil)
    }
  }

  deinit { memory?.deallocate() }
}
