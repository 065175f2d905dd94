internal import AshlarCompiler
internal import AshlarSchema
internal import AshlarSchemaTools

/// An enum of a drafted schema, whose cases are all values that a column may contain.
struct DraftedEnum {
  let model: EnumModel

  /// - Parameter values: Integers or texts. Repeated values are ignored.
  init(_ name: String, _ type: ValueType, _ values: [DefaultValue]) {
    var names = DraftedNames()
    var cases: [EnumCaseModel] = []
    for value in values where !cases.contains(where: { $0.rawValue == value }) {
      cases.append(EnumCaseModel(name: names.enumCase(value), rawValue: value))
    }
    model = EnumModel(name: name, rawType: type, cases: cases)
  }

  /// Returns the name of the case with a raw value; nil if there is none.
  func caseName(_ value: DefaultValue) -> String? { model.cases.first { $0.rawValue == value }?.name }

  /// The lines that declare the enum in a schema.
  var lines: [String] {
    var lines = ["  \(YAMLText.scalar(model.name)):", "    raw: \(model.rawType.kind.name)", "    checked: true", "    cases:"]
    for one in model.cases {
      let value = if case .string(let text) = one.rawValue { YAMLText.quoted(text) } else { one.rawValue.boundText }
      lines.append("      \(YAMLText.scalar(one.name)): \(value)")
    }
    return lines
  }
}

extension DraftedNames {
  /// Returns a name for the case of an enum with a raw value.
  mutating func enumCase(_ value: DefaultValue) -> String {
    if case .string(let text) = value { return property(text) }
    if case .int(let number) = value { return property(number < 0 ? "minus \(number.magnitude)" : "value \(number)") }
    return property("value")
  }
}
