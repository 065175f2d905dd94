internal import AshlarCompiler

/// Replaces Foundation's classes, which the older style stores, with the value types that `@Persisted` accepts.
enum FoundationClass {
  private static let values = ["NSData": "Data", "NSDate": "Date", "NSString": "String"]
  private static let numbers: Set<String> = ["NSDecimalNumber", "NSNumber"]

  /// The declaration that replaces a property of such a class.
  struct Replacement {
    /// The name of the class, without its module.
    var className: String
    /// The Swift type that replaces the class, without a mark for optional values.
    var valueType: String
    /// The new type annotation; nil if the property has none.
    var type: String?
    /// The new initial value; nil if the property has none.
    var value: String?
  }

  /// Returns the replacement of a property; nil if the property's type is not one of these classes. Throws an `ImportLoss` if the class or
  /// the initial value has no counterpart.
  static func replacement(of property: ScannedProperty) throws(ImportLoss) -> Replacement? {
    guard let text = property.type?.text ?? property.value.flatMap(WrittenValue.type) else { return nil }
    let isLong = text.hasPrefix("Optional<") && text.hasSuffix(">")
    let mark = isLong ? "?" : String(text.reversed().prefix { $0 == "?" || $0 == "!" })
    let name = SwiftTypes.withoutModule(isLong ? String(text.dropFirst("Optional<".count).dropLast()) : String(text.dropLast(mark.count)))
    if numbers.contains(name) {
      throw ImportLoss("an \(name) does not state the type of its number; declare an 'Int', 'Double', 'Float' or 'Bool'")
    }
    guard let type = values[name] else { return nil }
    return Replacement(
      className: name, valueType: type, type: property.type == nil ? nil : type + mark, value: try value(property.value, name, type))
  }

  private static func value(_ value: ScannedValue?, _ name: String, _ type: String) throws(ImportLoss) -> String? {
    guard let value else { return nil }
    let text = value.text.text
    if value.literal != nil { return text }
    for suffix in [" as \(name)", " as \(name)?"] where text.hasSuffix(suffix) { return String(text.dropLast(suffix.count)) }
    if WrittenValue.type(of: value).map(SwiftTypes.withoutModule) == name, let open = text.firstIndex(of: "("), text.hasSuffix(")") {
      let arguments = String(text[text.index(after: open)...].dropLast())
      // `Date` has the initializers of `NSDate`.
      if arguments.isEmpty || name == "NSDate" { return "\(type)(\(arguments))" }
      if name == "NSString", arguments.hasPrefix("string: ") { return String(arguments.dropFirst("string: ".count)) }
    }
    throw ImportLoss("its initial value is an \(name); write one of type '\(type)'")
  }
}
