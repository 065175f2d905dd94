internal import AshlarSchema

/// Formats the initial value of a property as a Swift expression.
enum InitialValue {
  /// Returns the expression for a property that is not a collection and whose type is not a custom type.
  static func text(of property: PropertyModel, enums: [EnumModel], isCaseDeprecated: Bool) -> String {
    if let name = property.enumName {
      let enumeration = enums.first { $0.name == name }
      let type = SwiftIdentifier.escapedPath(enumeration?.externalName ?? name)
      let cases = enumeration?.cases ?? []
      // For an enum declared in Swift, the first case in Swift may differ from the first one in the schema.
      let first = enumeration?.externalName == nil ? nil : cases.first?.rawValue
      guard let value = property.defaultValue ?? (property.isOptional ? nil : first) else {
        return property.isOptional ? "nil" : "\(type)()"
      }
      guard let index = cases.firstIndex(where: { $0.rawValue == value }) else { return "nil" }
      if isCaseDeprecated, enumeration?.externalName != nil {
        return "\(type)(rawValue: \(SwiftLiteral.rawValue(value, of: property.type))) ?? \(type)()"
      }
      return isCaseDeprecated ? "\(type).allCases[\(index)]" : "\(type).\(SwiftIdentifier.escaped(cases[index].name))"
    }
    if let value = property.defaultValue { return text(of: value, type: property.type) }
    return property.isOptional ? "nil" : zero(of: property.type)
  }

  private static func zero(of type: ValueType) -> String {
    switch type.form {
    case .bool: "false"
    case .integer, .float, .double: "0"
    case .string: "\"\""
    case .objectId: "ObjectId.generate()"
    case .data, .date, .decimal, .uuid: "\(type.swiftName)()"
    case .object: "nil"
    case .any: "AnyRealmValue.none"
    }
  }

  private static func text(of value: DefaultValue, type: ValueType) -> String {
    switch value {
    case .bool(let flag): "\(flag)"
    case .int, .string: SwiftLiteral.rawValue(value, of: type)
    case .double(let number):
      number.isNaN ? ".nan" : number.isInfinite ? (number < 0 ? "-.infinity" : ".infinity") : SwiftLiteral.rawValue(value, of: type)
    case .data(let bytes): "Data(\(list(bytes)))"
    case .date(let seconds, 0): "Date(timeIntervalSince1970: \(seconds))"
    case .date(let seconds, let nanoseconds):
      "Date(timeIntervalSince1970: \(Double(seconds) + Double(nanoseconds) / 1_000_000_000))"
    case .now: "Date()"
    case .decimal128(let low, let high): decimal(low, high, type)
    case .objectId(let bytes): "ObjectId(\"\(bytes.map(hex).joined())\")"
    case .newUUID: type == .string ? "UUID._fresh().uuidString" : "UUID._fresh()"
    case .newUUIDv7: type == .string ? "UUID._freshOrdered().uuidString" : "UUID._freshOrdered()"
    case .newObjectId: type == .string ? "ObjectId.generate().stringValue" : "ObjectId.generate()"
    case .code: "nil"
    case .uuid(let bytes): "UUID(uuid: (\(bytes.map { "0x" + hex($0) }.joined(separator: ", "))))"
    }
  }

  private static func decimal(_ low: UInt64, _ high: UInt64, _ type: ValueType) -> String {
    switch type.kind.number {
    case .decimal: "Decimal128(bidLow: \(SwiftLiteral.hex(low)), high: \(SwiftLiteral.hex(high)))"
    case .integer, .floatingPoint, nil: preconditionFailure("the defaults of \(type.swiftName) are no decimal numbers")
    }
  }

  private static func list(_ bytes: [UInt8]) -> String { "[\(bytes.map { "0x" + hex($0) }.joined(separator: ", "))]" }

  private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }
}
