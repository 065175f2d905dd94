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

  fileprivate enum Form {
    case ranks, bytes, other

    init(_ type: ValueType) {
      switch type {
      case .string, .objectId, .uuid, .data: self = .bytes
      case .decimal128, .any: self = .other
      default: self = .ranks
      }
    }

    func read(_ value: CellValue?) -> Value {
      switch (self, value) {
      case (_, nil): .absent(.missing)
      case (_, .null?): .absent(.null)
      case (.bytes, .text(let bytes)?), (.bytes, .bytes(let bytes)?): .bytes(bytes)
      case (.ranks, let value?): TermValues.rank(of: value).map { .rank($0) } ?? .other
      default: .other
      }
    }
  }

  fileprivate struct Term {
    let path: PropertyPath
    let isAscending: Bool
    let form: Form
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
      Term(
        path: term.path, isAscending: term.ascending, form: Form(term.path.valueType),
        reader: ValueReader(term.path, order.root, order.core))
    }
  }

  /// The row that others are compared with from now on.
  mutating func take(_ key: Int64) {
    self.key = key
    for index in terms.indices {
      let value = terms[index].reader.value(of: key)
      terms[index].value = terms[index].form.read(value)
      terms[index].captured = CapturedValue(value)
    }
  }

  /// Whether another row comes before the one taken; of equal ones the one with the smaller key, or with the lower place. O(properties).
  mutating func comesBefore(_ other: Int64) -> Bool {
    for index in terms.indices {
      let comparison = terms[index].compare(other, order)
      if comparison != 0 { return (comparison < 0) == terms[index].isAscending }
    }
    guard let places else { return other < key }
    return places[other, default: 0] < places[key, default: 0]
  }
}

extension RowComparison.Term {
  // Negative, zero or positive, as the other row's value is before, equal to or behind the one taken.
  fileprivate mutating func compare(_ other: Int64, _ order: SortOrder?) -> Int {
    func sign(_ a: UInt64, _ b: UInt64) -> Int { a == b ? 0 : a < b ? -1 : 1 }
    // First, or all of the term is copied.
    let found = reader.value(of: other)
    switch (form.read(found), value) {
    case (.rank(let a), .rank(let b)): return sign(a, b)
    case (.bytes(let a), .bytes(let b)): return CellValue.order(a, b)
    case (.absent(let a), .absent(let b)): return sign(UInt64(a.rawValue), UInt64(b.rawValue))
    case (.absent(let a), _): return a == .null ? -1 : 1
    case (_, .absent(let b)): return b == .null ? 1 : -1
    default:
      guard let order else { return 0 }
      return TermValues(path, [other], order.root, order.core, and: captured).order(0, 1)
    }
  }
}
