/// An enum whose raw values are stored.
public struct EnumModel: Hashable, Sendable {
  /// The Swift name.
  public var name: String
  /// The raw type: an integer, `.float`, `.double` or `.string`.
  public var rawType: ValueType
  /// The cases in declaration order; the first is the default of properties that declare no default.
  public var cases: [EnumCaseModel]
  /// The index of the case that represents all stored raw values without a case; nil if there is no such case.
  public var unknownCase: Int?
  /// The Swift name of a handwritten enum; nil for generated enums.
  public var externalName: String?
  /// The documentation, without comment marks; nil if there is none.
  public var documentation: String?

  /// Creates an enum.
  public init(name: String, rawType: ValueType, cases: [EnumCaseModel], documentation: String? = nil) {
    self.name = name
    self.rawType = rawType
    self.cases = cases
    self.documentation = documentation
  }
}

/// One case of an enum.
public struct EnumCaseModel: Hashable, Sendable {
  /// The Swift name.
  public var name: String
  /// The stored value: `.int`, `.double` or `.string`.
  public var rawValue: DefaultValue
  /// The documentation, without comment marks; nil if there is none.
  public var documentation: String?

  /// Creates a case.
  public init(name: String, rawValue: DefaultValue, documentation: String? = nil) {
    self.name = name
    self.rawValue = rawValue
    self.documentation = documentation
  }
}
