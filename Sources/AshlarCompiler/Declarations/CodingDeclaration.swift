internal import AshlarSchema

/// What `json` says of one property.
struct CodingDeclaration: Sendable {
  /// The place of the key `json`.
  var key: SourceSpan
  /// The coding key; nil where the property is left out.
  var name: Name?
  /// Whether a type that repeats the property of a mixin has it from there.
  var isFromMixin = false

  /// What stands behind the key; nil when there is none, or with a report nothing to work with.
  init?(_ entry: MappingNode.Entry?, nodes: NodeReader) {
    guard let entry, let scalar = nodes.scalar(entry.value, at: entry.key.span) else { return nil }
    key = entry.key.span
    name = scalar.text == "false" ? nil : Name(scalar)
  }
}

/// The halves of `Codable`.
struct CodingHalves: OptionSet, Sendable {
  var rawValue: UInt8

  static let encodable = CodingHalves(rawValue: 1)
  static let decodable = CodingHalves(rawValue: 2)
  static let codable: CodingHalves = [.encodable, .decodable]

  /// What a protocol of this name asks for; nothing when it has nothing to do with coding.
  init(protocolName name: String) {
    switch name.hasPrefix("Swift.") ? String(name.dropFirst("Swift.".count)) : name {
    case "Codable": self = .codable
    case "Encodable": self = .encodable
    case "Decodable": self = .decodable
    default: self = []
    }
  }

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The protocol's name.
  var name: String { self == .codable ? "Codable" : contains(.encodable) ? "Encodable" : "Decodable" }
}

extension TypeDeclaration {
  /// What the type's protocols ask for.
  var coding: CodingHalves { conformances.reduce(into: []) { $0.formUnion(CodingHalves(protocolName: $1.text)) } }
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
