/// The set of raw values for which an enum has cases.
public struct EnumCases: Sendable {
  /// The Swift name of the enum.
  public let name: String
  private let rawValues: Set<DefaultValue>
  // Whether raw values are rounded to Float, because the schema may declare them with more digits.
  private let isFloat: Bool

  /// Returns nil if any raw value may be stored: the enum has a case for all other values, or its cases are unknown.
  public init?(_ model: EnumModel) {
    if model.unknownCase != nil || model.cases.isEmpty { return nil }
    name = model.name
    isFloat = model.rawType == .float
    rawValues = Set(model.cases.map { EnumCases.compared($0.rawValue, model.rawType == .float) })
  }

  /// Returns whether a case has the raw value, which is an `.int`, `.double` or `.string`. O(1).
  public func contains(_ rawValue: DefaultValue) -> Bool { rawValues.contains(EnumCases.compared(rawValue, isFloat)) }

  private static func compared(_ value: DefaultValue, _ isFloat: Bool) -> DefaultValue {
    guard isFloat, case .double(let number) = value else { return value.comparedAsRaw }
    return DefaultValue.double(Double(Float(number))).comparedAsRaw
  }
}
