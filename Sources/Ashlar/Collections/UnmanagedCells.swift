import AshlarSchema
import AshlarStore

/// Values encoded as elements outside of any row, for a look-up in a set or insertion into it.
final class UnmanagedCells {
  let count: Int
  private let layout: ElementLayout
  private let type: ValueType
  private let start: UnsafeMutableRawPointer

  /// Encodes values that are not objects.
  init<Element: RealmCollectionValue>(_ values: [Element], for collection: _ManagedCollection) {
    (count, layout, type) = (values.count, collection.layout, collection.type)
    start = UnmanagedCells.room(count * layout.width)
    WrittenProperty.begin(collection.entity, collection.column)
    for (index, value) in values.enumerated() {
      if let value = value as? AnyRealmValue {
        let bytes = AnyWriting(lookingUpIn: collection.core).stored(value).bytes()
        bytes.withUnsafeBytes { UnmanagedCell.storeBytes($0, place(index)) }
      } else {
        Element._store(value, place(index), start, nil)
      }
    }
  }

  /// Encodes links to the rows with the given keys.
  init(keys: [Int64], for collection: _ManagedCollection) {
    (count, layout, type) = (keys.count, collection.layout, collection.type)
    start = UnmanagedCells.room(count * layout.width)
    for (index, key) in keys.enumerated() { place(index).storeBytes(of: key + 1, as: Int64.self) }
  }

  /// Calls `body` with a value that is not an object, encoded as an element.
  static func withValue<Element: RealmCollectionValue>(
    _ value: Element, for collection: _ManagedCollection, _ body: (CellValue) -> ElementPosition
  ) -> ElementPosition {
    if collection.type == .any {
      let cells = UnmanagedCells([value], for: collection)
      return withExtendedLifetime(cells) { body(cells[0]) }
    }
    let layout = collection.layout
    return withUnsafeTemporaryAllocation(byteCount: layout.width, alignment: 16) { room in
      room.initializeMemory(as: UInt8.self, repeating: 0)
      let bytes = UnsafeRawBufferPointer(room)
      guard let start = room.baseAddress else { return body(.null) }
      WrittenProperty.begin(collection.entity, collection.column)
      Element._store(value, start, start, nil)
      defer { if layout.value == .slot { UnmanagedCell.freeBytes(start) } }
      let home = SlotHome(base: start, context: UnmanagedContext.pointer)
      return body(StoredElements(PackedElements(bytes, layout, home), collection.type).value(0))
    }
  }

  deinit {
    if layout.value == .slot {
      for index in 0..<count { UnmanagedCell.freeBytes(place(index)) }
    }
    start.deallocate()
  }

  private static func room(_ size: Int) -> UnsafeMutableRawPointer {
    let place = UnsafeMutableRawPointer.allocate(byteCount: max(1, size), alignment: 16)
    place.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    return place
  }

  func place(_ index: Int) -> UnsafeMutableRawPointer {
    assert(index >= 0 && index < count, "a value is below the count")
    return start + index * layout.width
  }

  subscript(index: Int) -> CellValue {
    let bytes = UnsafeRawBufferPointer(start: start, count: count * layout.width)
    let home = SlotHome(base: start, context: UnmanagedContext.pointer)
    return StoredElements(PackedElements(bytes, layout, home), type).value(index)
  }

  /// Returns the indexes of the values in the order in which sets store them, with only the first of equal values.
  func ascending() -> [Int] {
    let sorted =
      layout.value == .slot && type != .any
      ? ascendingBytes()
      : ascendingPositions(count) { a, b in
        let order = CellValue.setOrder(self[a], self[b])
        return order == 0 ? a < b : order < 0
      }
    var distinct: [Int] = []
    for index in sorted where distinct.isEmpty || CellValue.setOrder(self[distinct[distinct.count - 1]], self[index]) != 0 {
      distinct.append(index)
    }
    return distinct
  }

  // Returns the indexes of strings or data in ascending order of their bytes; null precedes all values.
  private func ascendingBytes() -> [Int] {
    var nulls: [Int] = []
    var indexes: [Int] = []
    var values: [UnsafeRawBufferPointer] = []
    for index in 0..<count {
      if Slot(at: place(index)).isNull {
        nulls.append(index)
      } else {
        indexes.append(index)
        values.append(Slot.bytesNearby(at: place(index), in: place(index)))
      }
    }
    return nulls + positionsInByteOrder(values).map { indexes[$0] }
  }
}
