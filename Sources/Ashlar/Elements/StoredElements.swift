import AshlarSchema
import AshlarStore

/// The current elements of a stored collection, valid until the next change. The elements of sets and maps are ordered and found by binary
/// search.
struct StoredElements {
  let packed: PackedElements
  let type: ValueType

  init(_ packed: PackedElements, _ type: ValueType) {
    self.packed = packed
    self.type = type
  }

  init(_ row: RowAccess, _ column: Int, _ layout: ElementLayout, _ type: ValueType, _ core: _RealmCore) {
    let cell = row.base + row.columns[column].offset + row.slot * Slot.size
    self.init(core.session.elements(cell, in: row.home, layout), type)
  }

  var count: Int { packed.count }

  private var layout: ElementLayout { packed.element }

  /// Returns the value of an element, for comparisons.
  func value(_ index: Int) -> CellValue {
    let (place, home) = packed.place(index)
    if layout.hasNullFlag, (place + layout.flagOffset).load(as: UInt8.self) == 0 { return .null }
    return CellValue(type, place + layout.valueOffset, home)
  }

  /// Returns the link of an element: the object's key plus 1, or 0 for null.
  func link(_ index: Int) -> Int64 { (packed.place(index).cell + layout.valueOffset).loadUnaligned(as: Int64.self) }

  /// Returns the key of a map entry.
  func key(_ index: Int) -> UnsafeRawBufferPointer {
    let (place, home) = packed.place(index)
    return Slot.bytes(at: place, in: home)
  }

  /// Finds a value of a set, or the position at which to insert it. Complexity: O(log count).
  func find(_ value: CellValue) -> ElementPosition {
    if case .text(let text) = value, type == .string { return find(text: text) }
    let (type, layout) = (type, layout)
    let found = packed.position { cell, home in
      if layout.hasNullFlag, (cell + layout.flagOffset).load(as: UInt8.self) == 0 { return CellValue.setOrder(.null, value) }
      return CellValue.setOrder(CellValue(type, cell + layout.valueOffset, home), value)
    }
    return type == .any && !found.isFound ? findNearby(value, found) : found
  }

  // Continues a search of a set that an earlier version of Ashlar may have stored. Such versions compared a Double with a Decimal128 after
  // rounding to 15 digits: their sets are in ascending order of the rounded numbers, but numbers that are equal after rounding may be in
  // any order, so this function scans these neighbors of `found`.
  private func findNearby(_ value: CellValue, _ found: ElementPosition) -> ElementPosition {
    guard let number = AnyView(value) else { return found }
    func isNear(_ index: Int) -> Bool { AnyView(self.value(index))?.isNear(number) ?? false }
    func element(_ index: Int) -> ElementPosition? {
      guard CellValue.setOrder(self.value(index), value) == 0 else { return nil }
      let (cell, home) = packed.place(index)
      return ElementPosition(index: index, cell: cell, home: home)
    }
    var index = found.index
    while index < count, isNear(index) {
      if let element = element(index) { return element }
      index += 1
    }
    index = found.index - 1
    while index >= 0, isNear(index) {
      if let element = element(index) { return element }
      index -= 1
    }
    return found
  }

  // Finds a string of a set. Most sets contain strings, so this search does not create a `CellValue` for each element that it compares.
  private func find(text: UnsafeRawBufferPointer) -> ElementPosition {
    let (text, offset) = (SearchText(text), layout.valueOffset)
    return packed.position { text.order($0 + offset, $1) }
  }

  /// Finds a key of a map, or the position at which to insert it. Complexity: O(log count).
  func find(key: UnsafeRawBufferPointer) -> ElementPosition {
    let key = SearchText(key)
    return packed.position { key.order($0, $1) }
  }

  /// Like `find`, but returns only the index and whether the element exists.
  func position(of value: CellValue) -> (index: Int, isFound: Bool) {
    let found = find(value)
    return (found.index, found.isFound)
  }

  /// Like `find`, but returns only the index and whether the element exists.
  func position(ofKey key: UnsafeRawBufferPointer) -> (index: Int, isFound: Bool) {
    let found = find(key: key)
    return (found.index, found.isFound)
  }

  /// Returns the index of a key of a map; nil if the map does not contain the key. Complexity: O(log count).
  func index(ofKey key: String) -> Int? {
    let (index, isFound) = TextCell.withBytes(of: key) { position(ofKey: $0) }
    return isFound ? index : nil
  }
}

extension CellValue {
  /// Returns the order of two values in a set: null is first, and NaN precedes all numbers and equals itself.
  static func setOrder(_ a: CellValue, _ b: CellValue) -> Int {
    switch (a, b) {
    case (.null, .null): 0
    case (.null, _): -1
    case (_, .null): 1
    default: order(a, b) ?? 0
    }
  }
}
