import AshlarSchema
import AshlarStore

/// The elements of a collection as an observer stores them, for comparison with those of a later version.
enum ObservedElements {
  case links(ObservedParts<Int64>)
  case values(ObservedParts<ObservedValue>)

  static var none: ObservedElements { .links(ObservedParts()) }

  var count: Int {
    switch self {
    case .links(let keys): keys.count
    case .values(let values): values.count
    }
  }

  /// The rows to which the elements link. Complexity: O(n).
  var keys: [Int64] { if case .links(let keys) = self { keys.all } else { [] } }
}

/// An element of a collection of values, or a value of a map, compared by its bytes.
struct ObservedValue: Hashable {
  // The bytes of a value of at most 16 bytes.
  private let low: UInt64
  private let high: UInt64
  // The bytes of a string, of data, or of an `AnyRealmValue`.
  private let bytes: [UInt8]?
  private let isNull: Bool

  init(_ cell: UnsafeMutableRawPointer, _ home: SlotHome, _ layout: ElementLayout) {
    let value = cell + layout.valueOffset
    if layout.value == .slot {
      (low, high, isNull) = (0, 0, Slot(at: value).isNull)
      bytes = Array(Slot.bytes(at: value, in: home))
      return
    }
    isNull = layout.hasNullFlag && (cell + layout.flagOffset).load(as: UInt8.self) == 0
    let width = isNull ? 0 : layout.valueWidth
    var words: (UInt64, UInt64) = (0, 0)
    withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: UnsafeRawBufferPointer(start: value, count: width)) }
    (low, high, bytes) = (words.0, words.1, nil)
  }

  /// Creates the value of an element of a collection inside an `AnyRealmValue`.
  init(_ element: AnyStored) { (low, high, bytes, isNull) = (0, 0, element.bytes(), false) }

  /// The row to which the value links, or -1 for a null link. Valid only for values of a map of objects.
  var link: Int64 { Int64(bitPattern: low) - 1 }
}

extension _ManagedCollection {
  var isSet: Bool { entity.layout.columns[column].kind == .set }

  /// Returns the elements as an observer stores them.
  /// - Parameter old: The previous elements, from which unchanged segments are reused.
  func observed(since old: ObservedElements) -> ObservedElements {
    let elements = elements()
    if layout.value == .link {
      guard case .links(let before) = old else { return .links(elements.parts(since: ObservedParts(), StoredElements.links)) }
      return .links(elements.parts(since: before, StoredElements.links))
    }
    guard case .values(let before) = old else { return .values(elements.parts(since: ObservedParts(), StoredElements.values)) }
    return .values(elements.parts(since: before, StoredElements.values))
  }

  /// Returns the values at the given positions.
  func observedValues(at positions: [Int64]) -> [ObservedValue] {
    let elements = elements()
    return positions.map { elements.observed(Int($0)) }
  }

  /// Returns the entries of a map, in ascending order of keys.
  func observedEntries() -> [(key: String, value: ObservedValue)] {
    let elements = elements()
    return (0..<elements.count).map { (String(decoding: elements.key($0), as: UTF8.self), elements.observed($0)) }
  }
}

extension StoredElements {
  fileprivate func observed(_ index: Int) -> ObservedValue {
    let (cell, home) = packed.place(index)
    return ObservedValue(cell, home, packed.element)
  }

  fileprivate static func links(_ elements: UnsafeRawBufferPointer, _ home: SlotHome, _ layout: ElementLayout) -> [Int64] {
    stride(from: layout.valueOffset, to: elements.count, by: layout.width).compactMap { offset in
      let link = elements.loadUnaligned(fromByteOffset: offset, as: Int64.self)
      return link == 0 ? nil : link - 1
    }
  }

  fileprivate static func values(_ elements: UnsafeRawBufferPointer, _ home: SlotHome, _ layout: ElementLayout) -> [ObservedValue] {
    guard let start = elements.baseAddress else { return [] }
    return stride(from: 0, to: elements.count, by: layout.width).map {
      ObservedValue(UnsafeMutableRawPointer(mutating: start + $0), home, layout)
    }
  }

  fileprivate func parts<Element: Hashable>(
    since old: ObservedParts<Element>, _ read: (UnsafeRawBufferPointer, SlotHome, ElementLayout) -> [Element]
  ) -> ObservedParts<Element> {
    let numbers = packed.segmentNumbers()
    if numbers.isEmpty {
      var all: [Element] = []
      packed.forEachRun { all += read($0, $1, packed.element) }
      return ObservedParts(all)
    }
    // Most commits change only a few segments, so the unchanged segments at both ends are reused without a look-up.
    let (first, last) = old.ends(like: numbers)
    var known: [UInt64: Int] = [:]
    for index in first..<old.parts.count - last where old.parts[index].number != 0 { known[old.parts[index].number] = index }
    var parts = old.prefix(first)
    for segment in first..<numbers.count - last {
      let number = numbers[segment]
      if let index = known[number] {
        parts.append(old.parts[index])
      } else {
        packed.readSegment(segment) { parts.append(ObservedParts.Part(number: number, elements: read($0, $1, packed.element))) }
      }
    }
    for part in old.parts.suffix(last) { parts.append(part) }
    return parts
  }
}
