package import AshlarSchema

/// The values of an index of several columns, encoded one after the other. No encoding is a prefix of another, and `memcmp` orders
/// encodings like the values. There is one exception: if two texts are cut to the same bytes, they are ordered by their hashes.
///
/// A part is encoded as an `IndexedValue`, but each text has a budget of bytes, which the index defines: if the encoding of the text, in
/// which a byte 0 occupies two bytes, is longer, it is cut before the byte that does not fit, and `0 1` and 8 bytes of a hash of the whole
/// text follow.
package enum IndexedTuple {
  /// Writes the encoding of a cell.
  /// - Parameter budget: The index's budget for text.
  static func write(
    _ column: ColumnLayout, _ cell: UnsafeMutableRawPointer, null: UnsafeMutableRawPointer?, home: SlotHome, budget: Int,
    to value: inout BlockWriter
  ) {
    guard column.type == .string else {
      return value.append(atMost: StoredIndex.partSize(column)) { IndexedValue.write(column, cell, null: null, home: home, to: $0) }
    }
    if Slot(at: cell).isNull { return value.append(UInt8(0)) }
    write(text: Slot.bytes(at: cell, in: home), budget, to: &value)
  }

  private static func write(text: UnsafeRawBufferPointer, _ budget: Int, to value: inout BlockWriter) {
    value.append(UInt8(1))
    let end = fitting(text, budget)
    append(UnsafeRawBufferPointer(rebasing: text[..<end]), to: &value)
    value.append(UInt8(0))
    value.append(UInt8(end < text.count ? 1 : 0))
    if end < text.count { value.append(KeyProbe.mix(text).bigEndian) }
  }

  /// Appends bytes, and encodes each 0 as 0 255.
  static func append(_ bytes: UnsafeRawBufferPointer, to value: inout BlockWriter) {
    var rest = bytes
    while let zero = rest.firstIndex(of: 0) {
      value.append(UnsafeRawBufferPointer(rebasing: rest[...zero]))
      value.append(UInt8(0xFF))
      rest = UnsafeRawBufferPointer(rebasing: rest[(zero + 1)...])
    }
    value.append(rest)
  }

  // Returns the size of the longest prefix of a text whose encoding fits into a budget.
  private static func fitting(_ text: UnsafeRawBufferPointer, _ budget: Int) -> Int {
    let start = UnsafeRawBufferPointer(rebasing: text.prefix(budget))
    guard let zero = start.firstIndex(of: 0) else { return start.count }
    var size = zero
    for position in zero..<start.count {
      size += start[position] == 0 ? 2 : 1
      if size > budget { return position }
    }
    return start.count
  }

  /// Returns the encoding of a text, and whether it contains the whole text: otherwise, different texts may have this encoding.
  package static func text(_ text: UnsafeRawBufferPointer, budget: Int) -> (value: [UInt8], isExact: Bool) {
    withUnsafeTemporaryAllocation(byteCount: budget + StoredIndex.textOverhead, alignment: 8) { buffer in
      var value = BlockWriter(buffer, "an indexed value")
      write(text: text, budget, to: &value)
      return (Array(value.written), fitting(text, budget) == text.count)
    }
  }

  /// Returns the bytes that begin the encoding of every text with the prefix `text`, and whether no other encodings begin with them. If the
  /// text is longer than the budget, the bytes contain only its beginning: encodings of texts that sort before or after it may also begin
  /// with these bytes.
  package static func textStart(_ text: UnsafeRawBufferPointer, budget: Int) -> (start: [UInt8], isExact: Bool) {
    withUnsafeTemporaryAllocation(byteCount: budget + StoredIndex.textOverhead, alignment: 8) { buffer in
      var value = BlockWriter(buffer, "an indexed value")
      let end = fitting(text, budget)
      value.append(UInt8(1))
      append(UnsafeRawBufferPointer(rebasing: text[..<end]), to: &value)
      return (Array(value.written), end == text.count)
    }
  }

  /// Returns the exclusive end of the range of keys that begin with `start`. At least one byte of `start` must not be 255.
  package static func end(of start: [UInt8]) -> [UInt8] {
    var end = start
    while end.last == 255 { end.removeLast() }
    end[end.count - 1] += 1
    return end
  }

  /// Returns the ranges of the parts in an encoded value of columns with these layouts, and whether each is a cut text. Returns nil if the
  /// bytes are not the encoding of such values.
  package static func parts(of value: [UInt8], _ columns: [ColumnLayout]) -> [(range: Range<Int>, isCut: Bool)]? {
    var parts: [(Range<Int>, Bool)] = []
    var start = 0
    for column in columns {
      guard let (end, isCut) = value.withUnsafeBytes({ part($0, from: start, column) }) else { return nil }
      parts.append((start..<end, isCut))
      start = end
    }
    return start == value.count ? parts : nil
  }
}

// The values of indexes of several columns.
extension IndexDefinition {
  /// Writes the encoded values of a row to `buffer`, which has at least `IndexedValue.sizeLimit` bytes, and returns their size.
  /// - Parameter columns: The offsets of the columns in the cluster at the base of `home`.
  func write(
    _ table: TableDefinition, _ columns: UnsafePointer<ColumnOffset>, _ slot: Int, _ home: SlotHome,
    to buffer: UnsafeMutableRawBufferPointer
  ) -> Int {
    var value = BlockWriter(buffer, "the values of an index")
    for column in parts {
      let (layout, offset) = (table.layouts[column], columns[column])
      let cell = home.base + offset.offset + slot * layout.width
      let null = layout.hasNullFlag ? home.base + offset.null + slot : nil
      IndexedTuple.write(layout, cell, null: null, home: home, budget: textBudget, to: &value)
    }
    return value.size
  }

  /// Returns the encoded values of a row.
  package func encode(_ table: TableDefinition, _ columns: UnsafePointer<ColumnOffset>, _ slot: Int, _ home: SlotHome) -> [UInt8] {
    IndexedValue.encoded { write(table, columns, slot, home, to: $0) }
  }
}
