import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Text, bytes and values of any type that a write stores.
extension StoreSession {
  /// Stores bytes in a slot of a writable row, or null. The bytes are copied; overwriting reuses room where it can.
  public func storeBytes(_ bytes: UnsafeRawBufferPointer?, at cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer) {
    guard let bytes else {
      dropSlot(cell, base)
      Slot.null.store(at: cell)
      return
    }
    let old = Slot(at: cell)
    if (old.tag == Slot.heapTag || old.tag == Slot.valueTag), isStored(bytes, old, cell, base) { return }
    if bytes.count > Slot.inlineLimit, old.tag == Slot.pointerTag, old.outlineCount >= bytes.count, let place = old.address,
      let source = bytes.baseAddress, !Cluster(base).sharesText
    {
      place.copyMemory(from: source, byteCount: bytes.count)
      Slot(pointer: place, count: bytes.count).store(at: cell)
      return
    }
    let slot = makeSlot(bytes)
    dropSlot(cell, base)
    slot.store(at: cell)
  }

  // Whether a slot that was stored has these very bytes: then it stays, and writing it costs nothing. Lengths and what they
  // begin with tell most often.
  private func isStored(
    _ bytes: UnsafeRawBufferPointer, _ old: Slot, _ cell: UnsafeRawPointer, _ base: UnsafeMutableRawPointer
  ) -> Bool {
    guard old.outlineCount == bytes.count, let start = bytes.baseAddress,
      old.tag == Slot.heapTag || start.load(as: UInt8.self) == old.firstByte
    else { return false }
    // A value that cannot be read is replaced.
    guard let stored = try? self.bytes(at: cell, in: base), stored.count == bytes.count, let place = stored.baseAddress else {
      return false
    }
    return memcmp(place, start, bytes.count) == 0
  }

  /// A slot for bytes that belong to the transaction from now on.
  public func makeSlot(_ bytes: UnsafeRawBufferPointer) -> Slot {
    guard bytes.count > Slot.inlineLimit, let source = bytes.baseAddress, let openWrite else { return Slot(inline: bytes) }
    let place = openWrite._withUnsafeGuaranteedRef { transaction in
      if bytes.count > StoredValues.limit { transaction.hasLongBytes = true }
      return transaction.arena.allocate(bytes.count)
    }
    place.copyMemory(from: source, byteCount: bytes.count)
    return Slot(pointer: place, count: bytes.count)
  }

  /// Puts a value of any type into a cell or an element of a writable row.
  public func storeAny(_ value: AnyStored, at cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer) {
    value.bytes().withUnsafeBytes { storeBytes($0, at: cell, in: base) }
  }

  // Counts the heap bytes that the slot will no longer refer to.
  func dropSlot(_ cell: UnsafeRawPointer, _ base: UnsafeMutableRawPointer) {
    let slot = Slot(at: cell)
    if slot.tag == Slot.heapTag {
      Cluster(base).heapGarbage += slot.outlineCount
    }
  }
}
