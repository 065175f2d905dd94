import AshlarSchema

extension CompoundKey {
  /// Calls `body` with the key of a row, which is valid during the call. Complexity: O(size of the key).
  /// - Parameters:
  ///   - base: The base of the row's cluster, or of the block of an unmanaged object.
  ///   - columns: The offsets of the columns at `base`.
  public func withProbe<Result>(
    _ base: UnsafeMutableRawPointer, _ columns: UnsafePointer<ColumnOffset>, _ slot: Int, _ home: SlotHome,
    _ body: (KeyProbe) throws -> Result
  ) rethrows -> Result {
    var size = fixedSize
    for part in parts where part.layout.kind == .string {
      size += CompoundKey.size(ofText: Slot.bytes(at: base + columns[part.column].offset + slot * part.layout.width, in: home))
    }
    return try withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { buffer in
      var key = BlockWriter(buffer, "a primary key")
      for part in parts {
        let cell = base + columns[part.column].offset + slot * part.layout.width
        if part.layout.kind == .string {
          CompoundKey.append(text: Slot.bytes(at: cell, in: home), to: &key)
        } else {
          // The parts of a key are never nil.
          key.append(atMost: CompoundKey.partSize) { IndexedValue.write(part.layout, cell, null: nil, home: home, to: $0) }
        }
      }
      return try body(KeyProbe(.parts(key.written)))
    }
  }

  /// See `withProbe(_:_:_:_:_:)`.
  public func withProbe<Result>(of row: RowAccess, _ body: (KeyProbe) throws -> Result) rethrows -> Result {
    try withProbe(row.base, row.columns, row.slot, row.home, body)
  }

  /// Returns the encoded key of a row.
  public func bytes(of row: RowAccess) -> [UInt8] { withProbe(of: row) { $0.encoded } }

  /// Returns the key of a row as text: `[1, 3, "A"]`.
  public func text(of row: RowAccess) -> String {
    CellText.list(
      parts.map { part in
        CellText.part(part.layout, row.base + row.columns[part.column].offset + row.slot * part.layout.width, home: row.home)
      })
  }

  private static func size(ofText text: UnsafeRawBufferPointer) -> Int {
    var zeros = 0
    for byte in text where byte == 0 { zeros += 1 }
    return text.count + zeros + 3
  }

  private static func append(text: UnsafeRawBufferPointer, to key: inout BlockWriter) {
    key.append(UInt8(1))
    IndexedTuple.append(text, to: &key)
    key.append(UInt16(0))
  }

  fileprivate static func append(text: UnsafeRawBufferPointer, to key: inout [UInt8]) {
    let start = key.count
    key.append(contentsOf: repeatElement(0, count: size(ofText: text)))
    key.withUnsafeMutableBytes { bytes in
      var writer = BlockWriter(UnsafeMutableRawBufferPointer(rebasing: bytes[start...]), "a primary key")
      append(text: text, to: &writer)
    }
  }
}

/// Encodes the values of a compound key that is looked up, in the form that `CompoundKey` specifies.
public struct KeyEncoder {
  /// The encoding of the values appended so far.
  public private(set) var bytes: [UInt8] = []

  /// Creates an encoder of a key without parts.
  public init() { bytes.reserveCapacity(64) }

  /// Appends an integer of any width.
  public mutating func append(_ value: Int64) {
    bytes.append(1)
    append(big: UInt64(bitPattern: value) ^ 1 << 63)
  }

  /// Appends a Bool.
  public mutating func append(_ value: Bool) {
    bytes.append(1)
    bytes.append(value ? 1 : 0)
  }

  /// Appends a Date.
  public mutating func append(seconds: Int64, nanoseconds: Int32) {
    append(seconds)
    append(big: UInt32(bitPattern: nanoseconds) ^ 1 << 31)
  }

  /// Appends the bytes of an ObjectId or a UUID.
  public mutating func append(id: UnsafeRawBufferPointer) {
    bytes.append(1)
    bytes.append(contentsOf: id)
  }

  /// Appends the UTF-8 of text.
  public mutating func append(text: UnsafeRawBufferPointer) {
    CompoundKey.append(text: text, to: &bytes)
  }

  private mutating func append<Number: FixedWidthInteger>(big number: Number) {
    withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
  }
}

extension KeyProbe {
  // The encoding of a compound key; empty for other keys.
  fileprivate var encoded: [UInt8] { if case .parts(let bytes) = value { Array(bytes) } else { [] } }
}
