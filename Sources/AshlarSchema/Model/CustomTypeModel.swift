/// A Swift type whose values are stored through another type.
public struct CustomTypeModel: Hashable, Sendable {
  /// The name in the schema.
  public var name: String
  /// The stored type: a scalar, or `.object` for an embedded type.
  public var persistedType: ValueType
  /// The Swift name of the embedded type, if values are stored member by member.
  public var target: String?
  /// Whether the conversion of a stored value may fail.
  public var isFailable: Bool
  /// The documentation, without comment marks; nil if there is none.
  public var documentation: String?

  /// Creates a custom type.
  public init(name: String, persistedType: ValueType, target: String? = nil, isFailable: Bool = false, documentation: String? = nil) {
    self.name = name
    self.persistedType = persistedType
    self.target = target
    self.isFailable = isFailable
    self.documentation = documentation
  }
}
