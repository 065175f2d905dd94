/// The description of one type of stored values: a row of the table that code reads instead of listing the types itself.
package struct ScalarKind: Hashable, Sendable {
  /// The kinds of number, which convert to each other in different ways.
  package enum Number: Hashable, Sendable {
    case integer
    /// A binary floating-point number.
    case floatingPoint
    case decimal
  }

  /// How a cell represents nil.
  package enum NullForm: Hashable, Sendable {
    /// The null flag, a byte outside the cell, is 0.
    case flag
    /// The slot is null.
    case slot
    /// The cell is 0, because a link is stored as the object key plus one.
    case link
  }

  /// The uses of the values of a type.
  package struct Uses: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    package static let ordered = Uses(rawValue: 1)
    package static let indexed = Uses(rawValue: 2)
    /// Every primary key is indexed.
    package static let key = Uses(rawValue: 4 | 2)
    package static let unwrapped = Uses(rawValue: 8)
    package static let raw = Uses(rawValue: 16)
    package static let fresh = Uses(rawValue: 32)
  }

  package let type: ValueType
  /// The name in Swift and in the schema language; `Object` for links, which schemas name by their target.
  package let name: String
  /// The name in messages. Types that are stored identically have the same name.
  package let messageName: String
  /// The name of this type in predicates that compare `@type`, the type of the value in an `AnyRealmValue`; nil for `any`, because each
  /// value has a more specific type.
  package let predicateName: String?
  /// The first byte of an `AnyRealmValue` of this type, the raw value of `AnyTag`; nil for `any`.
  package let tag: UInt8?
  /// The content of a cell of a single value; `link` for embedded targets as well.
  package let cell: ColumnLayout.Kind
  /// The size of a cell in bytes.
  package let width: Int
  /// The alignment of the cells in a cluster.
  package let alignment: Int
  /// The kind of number; nil for other values.
  package let number: Number?
  package let uses: Uses
  /// The column type of a single value in PostgreSQL; nil for links and embedded objects, whose column type depends on the target.
  package let postgreSQL: PostgreSQLType?

}

extension ScalarKind {
  /// How a cell represents nil.
  package var null: NullForm {
    switch cell {
    case .scalar, .date: .flag
    case .string, .data, .list, .set, .map, .any: .slot
    case .link, .embedded: .link
    }
  }

  /// Whether values are numbers.
  package var isNumeric: Bool { number != nil }

  /// Whether values are integers of any width.
  package var isInteger: Bool { number == .integer }

  /// Whether objects can be sorted by the values.
  package var isOrdered: Bool { uses.contains(.ordered) }

  /// Whether a property of this type may be a primary key.
  package var canBeKey: Bool { uses.contains(.key) }

  /// Whether a property of this type may be indexed.
  package var canBeIndexed: Bool { uses.contains(.indexed) }

  /// Whether an optional of this type may be declared with `!` in Swift.
  package var canBeUnwrapped: Bool { uses.contains(.unwrapped) }

  /// Whether this may be the raw type of an enum.
  package var canBeRaw: Bool { uses.contains(.raw) }

  /// Whether a required property without a default has a new value in each object: the current date, or a new id.
  package var isFresh: Bool { uses.contains(.fresh) }

  /// The range of an integer type; nil for other types.
  package var integerRange: ClosedRange<Int64>? {
    guard isInteger else { return nil }
    let greatest = Int64.max >> Int64(64 - 8 * width)
    return (-greatest - 1)...greatest
  }
}
