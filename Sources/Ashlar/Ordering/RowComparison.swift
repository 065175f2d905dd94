import AshlarSchema
import AshlarStore

/// A comparison of one row with others in a sort order, by their current values.
///
/// The data must not be written while a comparison is in use.
struct RowComparison {
  fileprivate enum Value {
    case absent(TermValues.Presence)
    case rank(UInt64)
    case bytes(UnsafeRawBufferPointer)
    // A value that cannot be compared as a machine word or as bytes.
    case other
  }

  fileprivate enum Form {
    case ranks, bytes, other

    init(_ type: ValueType) {
      switch type.form {
      case .string, .objectId, .uuid, .data: self = .bytes
      case .decimal, .any: self = .other
      case .bool, .integer, .float, .double, .date, .object: self = .ranks
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
  // The positions that order equal rows; nil if equal rows are in the order of their keys.
  private let places: [Int64: Int32]?
  private var terms: [Term]
  private var key: Int64 = 0

  /// - Parameters:
  ///   - order: The order; nil for the order of the keys or positions.
  ///   - places: The positions that order equal rows; nil if equal rows are in the order of their keys.
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

  /// Sets the row with which other rows are compared.
  mutating func take(_ key: Int64) {
    self.key = key
    for index in terms.indices {
      let value = terms[index].reader.value(of: key)
      terms[index].value = terms[index].form.read(value)
      terms[index].captured = CapturedValue(value)
    }
  }

  /// Returns whether another row sorts before the current one. If both are equal, the row with the smaller key or position sorts first.
  /// Complexity: O(properties).
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
  // Returns a negative number, zero or a positive number if the other row's value sorts before, equals or sorts after the current one.
  fileprivate mutating func compare(_ other: Int64, _ order: SortOrder?) -> Int {
    func sign(_ a: UInt64, _ b: UInt64) -> Int { a == b ? 0 : a < b ? -1 : 1 }
    // The other row is read before `value` is accessed; otherwise, the compiler copies the whole term.
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
