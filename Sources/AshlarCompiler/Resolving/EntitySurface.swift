/// What of a type only its Swift class shows: nothing of it is in the descriptor.
struct EntitySurface: Sendable {
  /// The protocols of its mixins and those it conforms to, as Swift spells them, in the order written.
  var protocols: [String]
  /// Whether hand-written classes may inherit from it.
  var isOpen: Bool
  /// Whether a struct copies its objects.
  var hasValues: Bool
  /// What to use instead, for a deprecated type.
  var deprecation: String?
  /// How it is coded.
  var coding: CodingSurface
  /// Properties that live in memory only, in the order written.
  var ignored: [IgnoredModel]
  /// By Swift name, for properties that Swift shows otherwise than their models alone say.
  var properties: [String: PropertySurface]

  init(_ type: TypeDeclaration, ignored: [IgnoredModel], access: AccessLevel, table: TypeTable) {
    var seen: Set<String> = []
    protocols = (type.mixins + type.conformances).map(\.text).filter { seen.insert($0).inserted }
    isOpen = type.isOpen
    hasValues = type.values != nil
    self.ignored = ignored
    coding = CodingSurface(type, table: table)
    deprecation = type.deprecation
    properties = Dictionary(
      type.properties.lazy.filter { table.hasSurface($0) }.map {
        ($0.name.text, PropertySurface($0, access: access, isTypeDeprecated: type.deprecation != nil, table: table))
      }
    ) { first, _ in first }
  }
}
