import AshlarSchema
import AshlarStore

/// Compares one row's place in an order with those of others, as all are now.
///
/// Nothing may be written while one of these is in use.
struct RowComparison {
  fileprivate enum Value {
    case absent(TermValues.Presence)
    case rank(UInt64)
    case bytes(UnsafeRawBufferPointer)
    // What words and bytes do not compare.
    case other
  }

  fileprivate struct Term {
    let term: SortOrder.Term
    let comparesBytes: Bool
    let comparesRanks: Bool
    var reader: ValueReader
    var value = Value.absent(.missing)
    var captured = CapturedValue(nil)
  }

  private let order: SortOrder?
  // What decides between equal rows; nil for their keys.
  private let places: [Int64: Int32]?
  private var terms: [Term]
  private var key: Int64 = 0

  /// - Parameters:
  ///   - order: nil for the order of the keys or places.
  ///   - places: what decides between equal rows; nil for their keys.
  init(_ order: SortOrder?, places: [Int64: Int32]? = nil) {
    self.order = order
    self.places = places
    guard let order else {
      terms = []
      return
    }
    terms = order.terms.map { term in
      let reader = ValueReader(term.path, order.root, order.core)
      switch term.path.valueType {
      case .string, .objectId, .uuid, .data: return Term(term: term, comparesBytes: true, comparesRanks: false, reader: reader)
      case .decimal128, .any: return Term(term: term, comparesBytes: false, comparesRanks: false, reader: reader)
      default: return Term(term: term, comparesBytes: false, comparesRanks: true, reader: reader)
      }
    }
  }

  /// The row that others are compared with from now on.
  mutating func take(_ key: Int64) {
    self.key = key
    for index in terms.indices {
      let value = terms[index].reader.value(of: key)
      terms[index].value = terms[index].read(value)
      terms[index].captured = CapturedValue(value)
    }
  }

  /// Whether another row comes before the one taken; of equal ones the one with the smaller key, or with the lower place. O(properties).
  mutating func comesBefore(_ other: Int64) -> Bool {
    for index in terms.indices {
      let comparison = terms[index].compare(other, order)
      if comparison != 0 { return (comparison < 0) == terms[index].term.ascending }
    }
    guard let places else { return other < key }
    return places[other, default: 0] < places[key, default: 0]
  }
}

extension RowComparison.Term {
  fileprivate func read(_ value: CellValue?) -> RowComparison.Value {
    switch value {
    case nil: .absent(.missing)
    case .null?: .absent(.null)
    case .text(let bytes)? where comparesBytes, .bytes(let bytes)? where comparesBytes: .bytes(bytes)
    case let value? where comparesRanks: TermValues.rank(of: value).map { .rank($0) } ?? .other
    default: .other
    }
  }

  // Negative, zero or positive, as the other row's value is before, equal to or behind the one taken.
  fileprivate mutating func compare(_ other: Int64, _ order: SortOrder?) -> Int {
    func sign(_ a: UInt64, _ b: UInt64) -> Int { a == b ? 0 : a < b ? -1 : 1 }
    switch (read(reader.value(of: other)), value) {
    case (.rank(let a), .rank(let b)): return sign(a, b)
    case (.bytes(let a), .bytes(let b)): return CellValue.order(a, b)
    case (.absent(let a), .absent(let b)): return sign(UInt64(a.rawValue), UInt64(b.rawValue))
    case (.absent(let a), _): return a == .null ? -1 : 1
    case (_, .absent(let b)): return b == .null ? 1 : -1
    default:
      guard let order else { return 0 }
      return TermValues(term.path, [other], order.root, order.core, and: captured).order(0, 1)
    }
  }
}
