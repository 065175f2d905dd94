import AshlarStore

/// A string to find among slots in ascending order.
///
/// A short string is inline in its slot, padded with zeros, with its length in the slot's last byte, so two such slots are compared as
/// 12-byte big-endian numbers.
struct SearchText {
  private let bytes: UnsafeRawBufferPointer
  private let isShort: Bool
  private let high: UInt32
  private let low: UInt64

  /// The bytes must outlive this value.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    isShort = bytes.count <= Slot.inlineLimit
    let slot = isShort ? Slot(inline: bytes) : .empty
    high = slot.word.bigEndian
    low = slot.rest.bigEndian
  }

  /// Returns the order of a slot relative to the string: negative if the slot precedes it, as null always does.
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
