/// A property to sort by, and the direction.
///
/// ```swift
/// let byAge = people.sorted(by: [SortDescriptor(keyPath: "age", ascending: false), "name"])
/// ```
///
/// See the guide, *Reading and querying*.
@frozen public struct SortDescriptor: Equatable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The name of a property, or a dotted path through links to a property; `self` for a collection of values.
  public let keyPath: String
  /// Whether the order is ascending.
  public let ascending: Bool

  /// Creates a descriptor from the name of a property.
  ///
  /// ```swift
  /// let dogs = realm.objects(Dog.self).sorted(by: [SortDescriptor(keyPath: "owner.name"), "age"])
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: A property, or a dotted path through links; `self` for a collection of values. Sorting by an unknown name stops the
  ///     program.
  ///   - ascending: Whether the order is ascending.
  public init(keyPath: String, ascending: Bool = true) {
    self.keyPath = keyPath
    self.ascending = ascending
  }

  /// Creates an ascending descriptor from a string literal: `people.sorted(by: ["age", "name"])`.
  public init(stringLiteral value: String) { self.init(keyPath: value) }

  /// Returns a descriptor for the same property in the opposite direction.
  ///
  /// ```swift
  /// let order = SortDescriptor(keyPath: "age")
  /// let oldestFirst = people.sorted(by: [order.reversed()])
  /// ```
  public func reversed() -> SortDescriptor { SortDescriptor(keyPath: keyPath, ascending: !ascending) }

  /// The path and the direction as text.
  public var description: String { "SortDescriptor(keyPath: \(keyPath), direction: \(ascending ? "ascending" : "descending"))" }
}
