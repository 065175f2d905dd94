import AshlarStore

/// Text that is looked for among slots in ascending order.
///
/// Short text is in its slot, padded with zeros, and its length is in the slot's last byte: two such slots compare as numbers of twelve
/// bytes, the first byte the highest.
struct SearchText {
  private let bytes: UnsafeRawBufferPointer
  private let isShort: Bool
  private let high: UInt32
  private let low: UInt64

  /// The bytes must stay as long as this is used.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    isShort = bytes.count <= Slot.inlineLimit
    let slot = isShort ? Slot(inline: bytes) : .empty
    high = slot.word.bigEndian
    low = slot.rest.bigEndian
  }

  /// How a slot compares with the text: negative when it comes before that, as null always does.
  @inline(__always)
  func order(_ cell: UnsafeMutableRawPointer, _ home: SlotHome) -> Int {
    let slot = Slot(at: cell)
    if isShort, slot.isInline {
      let (high, low) = (slot.word.bigEndian, slot.rest.bigEndian)
      if high != self.high { return high < self.high ? -1 : 1 }
      return low == self.low ? 0 : low < self.low ? -1 : 1
    }
    return slot.isNull ? -1 : CellValue.order(Slot.bytes(at: cell, in: home), bytes)
  }
}
