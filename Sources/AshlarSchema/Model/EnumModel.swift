/// An enum whose raw values are stored.
public struct EnumModel: Hashable, Sendable {
  /// The Swift name.
  public var name: String
  /// The raw type: an integer, `.float`, `.double` or `.string`.
  public var rawType: ValueType
  /// In declaration order; the first is the default of properties without one.
  public var cases: [EnumCaseModel]
  /// The index of the case that any other stored raw value reads as.
  public var unknownCase: Int?
  /// How Swift spells an enum that is declared by hand; nil for those that are generated.
  public var externalName: String?
  /// Documentation, without comment marks.
  public var documentation: String?

  /// Makes an enum.
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
  /// Documentation, without comment marks.
  public var documentation: String?

  /// Makes a case.
  public init(name: String, rawValue: DefaultValue, documentation: String? = nil) {
    self.name = name
    self.rawValue = rawValue
    self.documentation = documentation
  }
}
