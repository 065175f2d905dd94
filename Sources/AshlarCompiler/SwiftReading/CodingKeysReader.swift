/// Reads the coding keys of a class: its nested `CodingKeys`, or the names of its properties.
package struct CodingKeysReader {
  /// The coding keys of a class.
  package enum Keys {
    /// Each property is coded under its own name.
    case names
    /// The keys by property. Properties without a key are not coded.
    case listed([String: Name])
    /// The declaration is not an enum, or has a raw value that is not a string literal.
    case unreadable(SourceSpan)

    package func key(of property: String) -> String? {
      switch self {
      case .names: property
      case .listed(let keys): keys[property]?.text
      case .unreadable: nil
      }
    }

    /// Returns the equivalent of the key `json` in a schema; nil if the property is coded under its own name.
    func coding(of property: Name) -> CodingDeclaration? {
      switch self {
      case .names: nil
      case .listed(let keys):
        keys[property.text]?.text == property.text ? nil : CodingDeclaration(key: property.span, name: keys[property.text])
      case .unreadable: CodingDeclaration(key: property.span, name: nil)
      }
    }
  }

  let types: SwiftTypes

  package init(types: SwiftTypes) { self.types = types }

  package func keys(of type: ScannedType) -> Keys {
    let path = type.swiftName + ".CodingKeys"
    guard let keys = types.types[path] else {
      return types.aliases[path].map { .unreadable($0.span) } ?? .names
    }
    guard keys.keyword == .enumType else { return .unreadable(keys.name.span) }
    var listed: [String: Name] = [:]
    for element in keys.cases {
      guard let value = element.rawValue else {
        listed[element.name.text] = element.name
        continue
      }
      guard value.tokens.count == 1, value.tokens[0].kind == .plainString, let text = WrittenValue.unescaped(value.text.text) else {
        return .unreadable(value.text.span)
      }
      listed[element.name.text] = Name(text: text, span: value.text.span)
    }
    return .listed(listed)
  }
}
