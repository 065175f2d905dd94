/// The raw values that read as a case of an enum, to be looked up.
public struct EnumCases: Sendable {
  /// The Swift name of the enum.
  public let name: String
  private let rawValues: Set<DefaultValue>
  // Of a Float, the raw value has fewer digits than the schema may give it.
  private let isFloat: Bool

  /// Nil when any raw value may be stored: the enum has a case for all others, or its cases are not known here.
  public init?(_ model: EnumModel) {
    if model.unknownCase != nil || model.cases.isEmpty { return nil }
    name = model.name
    isFloat = model.rawType == .float
    rawValues = Set(model.cases.map { EnumCases.rounded($0.rawValue, model.rawType == .float) })
  }

  /// Whether a raw value is one of a case: `.int`, `.double` or `.string`. O(1).
  public func contains(_ rawValue: DefaultValue) -> Bool { rawValues.contains(EnumCases.rounded(rawValue, isFloat)) }

  private static func rounded(_ value: DefaultValue, _ isFloat: Bool) -> DefaultValue {
    guard isFloat, case .double(let number) = value else { return value }
    return .double(Double(Float(number)))
  }
}
