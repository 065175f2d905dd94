/// Reads the coding keys of a class: its nested `CodingKeys`, or the names of its properties.
struct CodingKeysReader {
  /// The keys of a class.
  enum Keys {
    /// Each property has its name.
    case names
    /// By property; others are not coded.
    case listed([String: String])
    /// Declared in a way that is not one literal for each case.
    case unreadable(SourceSpan)

    func key(of property: String) -> String? {
      switch self {
      case .names: property
      case .listed(let keys): keys[property]
      case .unreadable: nil
      }
    }
  }

  let types: SwiftTypes

  func keys(of type: ScannedType) -> Keys {
    let path = type.swiftName + ".CodingKeys"
    guard let keys = types.types[path] else {
      return types.aliases[path].map { .unreadable($0.span) } ?? .names
    }
    guard keys.keyword == .enumType else { return .unreadable(keys.name.span) }
    var listed: [String: String] = [:]
    for element in keys.cases {
      guard let value = element.rawValue else {
        listed[element.name.text] = element.name.text
        continue
      }
      guard value.tokens.count == 1, value.tokens[0].kind == .plainString, let text = WrittenValue.unescaped(value.text.text) else {
        return .unreadable(value.text.span)
      }
      listed[element.name.text] = text
    }
    return .listed(listed)
  }
}
