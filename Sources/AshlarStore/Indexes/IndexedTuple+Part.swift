package import AshlarSchema

extension IndexedTuple {
  /// Returns the end of a part of an encoded value, and whether the part is a text that is cut; nil if the bytes are not the encoding of a
  /// value of the column. The only part of a single-column index has the same form.
  /// - Parameter start: The offset of the part.
  package static func part(
    _ value: UnsafeRawBufferPointer, from start: Int, _ column: ColumnLayout
  ) -> (end: Int, isCut: Bool)? {
    guard start < value.count else { return nil }
    if value[start] == 0 { return (start + 1, false) }
    guard column.type == .string else {
      let end = start + StoredIndex.partSize(column)
      return end > value.count ? nil : (end, false)
    }
    var end = start + 1
    // After a zero byte of the text, the next byte is 255; after the zero byte that ends the text, it is 0 or 1.
    while end + 1 < value.count, value[end] != 0 || value[end + 1] == 0xFF { end += value[end] == 0 ? 2 : 1 }
    guard end + 1 < value.count else { return nil }
    let isCut = value[end + 1] == 1
    end += isCut ? 10 : 2
    return end > value.count ? nil : (end, isCut)
  }
}
