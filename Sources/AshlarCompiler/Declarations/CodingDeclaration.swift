internal import AshlarSchema

/// The coding key of one property, from `json` or from `CodingKeys`.
struct CodingDeclaration: Sendable {
  /// The span of the key `json`; in a handwritten class, that of the property's name.
  var key: SourceSpan
  /// The coding key; nil if the property is not coded.
  var name: Name?
  /// Whether the declaration was inherited from a mixin whose property the type repeats.
  var isFromMixin = false

  /// Creates a declaration from the `CodingKeys` of a handwritten class.
  init(key: SourceSpan, name: Name?) { (self.key, self.name) = (key, name) }

  /// Reads the value of the key `json`. Returns nil if the key is absent; if its value is invalid, reports the error and returns nil.
  init?(_ entry: MappingNode.Entry?, nodes: NodeReader) {
    guard let entry, let scalar = nodes.scalar(entry.value, of: .key(entry.key)) else { return nil }
    key = entry.key.span
    name = scalar.text == "false" ? nil : Name(scalar)
  }
}

/// The coding protocols of a type: `Encodable`, `Decodable`, both or neither.
package struct CodingHalves: OptionSet, Sendable {
  package var rawValue: UInt8

  static let encodable = CodingHalves(rawValue: 1)
  static let decodable = CodingHalves(rawValue: 2)
  static let codable: CodingHalves = [.encodable, .decodable]

  /// Creates the set for `Codable`, `Encodable` or `Decodable`; empty for any other protocol.
  package init(protocolName name: String) {
    switch name.hasPrefix("Swift.") ? String(name.dropFirst("Swift.".count)) : name {
    case "Codable": self = .codable
    case "Encodable": self = .encodable
    case "Decodable": self = .decodable
    default: self = []
    }
  }

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The name of the protocol. The set must not be empty.
  var name: String { self == .codable ? "Codable" : contains(.encodable) ? "Encodable" : "Decodable" }
}

extension TypeDeclaration {
  /// The coding protocols among the type's conformances.
  var coding: CodingHalves { conformances.reduce(into: []) { $0.formUnion(CodingHalves(protocolName: $1.text)) } }

  /// The coding protocols whose requirements are synthesized or emitted for the type.
  var madeCoding: CodingHalves { handwritten?.coded ?? coding }
}

extension PropertyDeclaration {
  /// Whether the property can be coded. Linking objects and properties that are not stored cannot.
  var canBeCoded: Bool { keys.ignored == nil && !hasSwiftType && type.collection != .linkingObjects }

  /// The coding key of the property in a coded type; nil if the property is not coded.
  var codingKey: String? {
    guard canBeCoded else { return nil }
    guard let json = keys.json else { return name.text }
    return json.name?.text
  }
}
