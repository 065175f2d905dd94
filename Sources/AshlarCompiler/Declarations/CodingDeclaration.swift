internal import AshlarSchema

/// What `json` says of one property.
struct CodingDeclaration: Sendable {
  /// The span of the key `json`.
  var key: SourceSpan
  /// The coding key; nil where the property is left out.
  var name: Name?
  /// Whether a type that repeats the property of a mixin has it from there.
  var isFromMixin = false

  /// What `CodingKeys` of a class written by hand say of a property.
  init(key: SourceSpan, name: Name?) { (self.key, self.name) = (key, name) }

  /// The value of the key; nil without the key, or after a report.
  init?(_ entry: MappingNode.Entry?, nodes: NodeReader) {
    guard let entry, let scalar = nodes.scalar(entry.value, of: .key(entry.key)) else { return nil }
    key = entry.key.span
    name = scalar.text == "false" ? nil : Name(scalar)
  }
}

/// The halves of `Codable`.
package struct CodingHalves: OptionSet, Sendable {
  package var rawValue: UInt8

  static let encodable = CodingHalves(rawValue: 1)
  static let decodable = CodingHalves(rawValue: 2)
  static let codable: CodingHalves = [.encodable, .decodable]

  /// The halves that a protocol of this name requires; empty for other protocols.
  package init(protocolName name: String) {
    switch name.hasPrefix("Swift.") ? String(name.dropFirst("Swift.".count)) : name {
    case "Codable": self = .codable
    case "Encodable": self = .encodable
    case "Decodable": self = .decodable
    default: self = []
    }
  }

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The protocol's name.
  var name: String { self == .codable ? "Codable" : contains(.encodable) ? "Encodable" : "Decodable" }
}

extension TypeDeclaration {
  /// The halves that the type's protocols require.
  var coding: CodingHalves { conformances.reduce(into: []) { $0.formUnion(CodingHalves(protocolName: $1.text)) } }

  /// Those that are made for it.
  var madeCoding: CodingHalves { handwritten?.coded ?? coding }
}

extension PropertyDeclaration {
  /// Whether coding concerns the property at all: linking objects and what lives in memory only have no part in it.
  var canBeCoded: Bool { keys.ignored == nil && !hasSwiftType && type.collection != .linkingObjects }

  /// The key by which a coded type codes the property; nil where it is left out.
  var codingKey: String? {
    guard canBeCoded else { return nil }
    guard let json = keys.json else { return name.text }
    return json.name?.text
  }
}
