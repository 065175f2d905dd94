import AshlarSchema
import AshlarStore

/// The elements of a collection as an observer keeps them, to be compared with those of later.
enum ObservedElements {
  case links([Int64])
  case values([ObservedValue])

  var count: Int {
    switch self {
    case .links(let keys): keys.count
    case .values(let values): values.count
    }
  }

  /// The rows linked to.
  var keys: [Int64] { if case .links(let keys) = self { keys } else { [] } }
}

/// A value that is no object, as its bytes.
struct ObservedValue: Hashable {
  // Of at most 16 bytes.
  private let low: UInt64
  private let high: UInt64
  // Text, bytes and values of any type.
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

  /// The row that a value of a map links to, -1 for none; only of links.
  var link: Int64 { Int64(bitPattern: low) - 1 }
}

extension _ManagedCollection {
  /// Whether it is a set.
  var isSet: Bool { entity.layout.columns[column].kind == .set }

  func observed() -> ObservedElements {
    if layout.value == .link { return .links(keys()) }
    let elements = elements()
    return .values((0..<elements.count).map { elements.observed($0) })
  }

  /// The values at some positions.
  func observed(at positions: [Int64]) -> ObservedElements {
    .values(observedValues(at: positions))
  }

  /// The values at some positions.
  func observedValues(at positions: [Int64]) -> [ObservedValue] {
    let elements = elements()
    return positions.map { elements.observed(Int($0)) }
  }

  /// The entries of a map, by ascending keys.
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
}
