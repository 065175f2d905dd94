import AshlarSchema

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Stores strings, bytes and `AnyRealmValue`s.
extension StoreSession {
  /// Stores bytes, or null, in a slot of a writable row. Copies the bytes; reuses the memory of the old bytes if it belongs to the
  /// transaction and the new bytes fit.
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

  // Returns whether a stored slot already refers to equal bytes; if so, it need not be written. In most cases, comparing the lengths and
  // first bytes suffices.
  private func isStored(
    _ bytes: UnsafeRawBufferPointer, _ old: Slot, _ cell: UnsafeRawPointer, _ base: UnsafeMutableRawPointer
  ) -> Bool {
    guard old.outlineCount == bytes.count, let start = bytes.baseAddress,
      old.tag == Slot.heapTag || start.load(as: UInt8.self) == old.firstByte
    else { return false }
    // An unreadable value is replaced.
    guard let stored = try? self.bytes(at: cell, in: base), stored.count == bytes.count, let place = stored.baseAddress else {
      return false
    }
    return memcmp(place, start, bytes.count) == 0
  }

  /// Returns a slot for a copy of the bytes that belongs to the transaction.
  public func makeSlot(_ bytes: UnsafeRawBufferPointer) -> Slot {
    guard bytes.count > Slot.inlineLimit, let source = bytes.baseAddress, let openWrite else { return Slot(inline: bytes) }
    let place = openWrite._withUnsafeGuaranteedRef { transaction in
      if bytes.count > StoredValues.limit { transaction.hasLongBytes = true }
      return transaction.arena.allocate(bytes.count)
    }
    place.copyMemory(from: source, byteCount: bytes.count)
    return Slot(pointer: place, count: bytes.count)
  }

  /// Stores an `AnyRealmValue` in a cell or an element of a writable row.
  public func storeAny(_ value: AnyStored, at cell: UnsafeMutableRawPointer, in base: UnsafeMutableRawPointer) {
    value.bytes().withUnsafeBytes { storeBytes($0, at: cell, in: base) }
  }

  // Counts as garbage the heap bytes to which the slot no longer refers.
  func dropSlot(_ cell: UnsafeRawPointer, _ base: UnsafeMutableRawPointer) {
    let slot = Slot(at: cell)
    if slot.tag == Slot.heapTag {
      Cluster(base).heapGarbage += slot.outlineCount
    }
  }
}
