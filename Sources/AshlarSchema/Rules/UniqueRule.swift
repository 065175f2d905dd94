/// A rule that no two objects have equal values in some properties.
public struct UniqueRule: Hashable, Sendable {
  /// A condition on another property: the rule concerns only objects that satisfy it.
  public struct Condition: Hashable, Sendable {
    /// The stored name of the property.
    public var property: String
    /// The value that the property must have; nil if the property must be nil.
    public var value: Bool?

    /// Creates a condition.
    public init(property: String, value: Bool?) {
      self.property = property
      self.value = value
    }
  }

  /// The stored names of the properties whose values are unique together.
  public var properties: [String]
  /// The condition; nil if the rule concerns all objects.
  public var condition: Condition?
  /// Whether nil equals nil. Otherwise, the rule does not concern objects for which any of `properties` is nil.
  public var nilCounts: Bool

  /// Creates a rule.
  public init(_ properties: [String], condition: Condition? = nil, nilCounts: Bool = false) {
    self.properties = properties
    self.condition = condition
    self.nilCounts = nilCounts
  }
}
