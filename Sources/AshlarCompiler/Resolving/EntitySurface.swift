/// The parts of a type that appear only in its Swift class and not in the descriptor.
struct EntitySurface: Sendable {
  /// The protocols of the type's mixins, followed by the protocols that the type lists, in Swift's spelling and in source order.
  var protocols: [String]
  /// Whether handwritten classes may inherit from the generated class.
  var isOpen: Bool
  /// Whether a struct is generated for copies of the objects.
  var hasValues: Bool
  /// The deprecation message; nil if the type is not deprecated.
  var deprecation: String?
  /// The coding of the type.
  var coding: CodingSurface
  /// The properties that are stored only in memory, in source order.
  var ignored: [IgnoredModel]
  /// The surfaces, by Swift name, of properties whose Swift declaration differs from the one that the model alone determines.
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
