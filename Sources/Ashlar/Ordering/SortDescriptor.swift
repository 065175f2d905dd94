/// A property to sort by, and the direction.
@frozen public struct SortDescriptor: Equatable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
  /// A property, or a dotted path to one through links.
  public let keyPath: String
  /// Whether the smallest values come first.
  public let ascending: Bool

  /// Sorts by a path of property names.
  public init(keyPath: String, ascending: Bool = true) {
    self.keyPath = keyPath
    self.ascending = ascending
  }

  /// Ascending by a path of property names.
  public init(stringLiteral value: String) { self.init(keyPath: value) }

  /// The same property in the opposite direction.
  public func reversed() -> SortDescriptor { SortDescriptor(keyPath: keyPath, ascending: !ascending) }

  /// The path and the direction.
  public var description: String { "SortDescriptor(keyPath: \(keyPath), direction: \(ascending ? "ascending" : "descending"))" }
}
