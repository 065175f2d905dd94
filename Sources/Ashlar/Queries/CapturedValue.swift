import AshlarStore

/// A value as it was, with bytes of its own.
final class CapturedValue {
  /// Nil where a link on the way was null.
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

/// The values of a path for some rows, and then perhaps one that was captured.
struct ValueSequence {
  let path: PropertyPath
  let keys: [Int64]
  let root: Int
  let core: _RealmCore
  let last: CapturedValue?

  func makeReader() -> Reader { Reader(sequence: self, reader: ValueReader(path, root, core)) }

  struct Reader {
    let sequence: ValueSequence
    var reader: ValueReader

    /// Nil where a link on the way is null.
    @inline(__always)
    mutating func value(at position: Int) -> CellValue? {
      position < sequence.keys.count ? reader.value(of: sequence.keys[position]) : sequence.last?.value
    }
  }
}

extension SortOrder {
  /// What a row has of this order's properties now.
  func captured(_ key: Int64) -> [CapturedValue] {
    terms.map { term in
      var reader = ValueReader(term.path, root, core)
      let value = reader.value(of: key)
      return withExtendedLifetime(reader) { CapturedValue(value) }
    }
  }
}
