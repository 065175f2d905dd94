/// What of a property only its Swift declaration shows: nothing of it is in the descriptor.
struct PropertySurface: Sendable {
  /// Who may read the property.
  var access: AccessLevel
  /// Who may set it; never more than may read it.
  var setter: AccessLevel
  /// What to use instead, for a deprecated property.
  var deprecation: String?

  /// How Swift spells the external enum it has values of.
  var externalEnum: String?
  /// How Swift spells the external enum or custom type it has values of.
  var declaredType: String?
  /// Whether that custom type may refuse a stored value.
  var isFailable: Bool
  /// The Swift expression of a default that only code can make.
  var initialValue: String?
  /// Whether its default is a deprecated case, which generated code must not name.
  var isDefaultDeprecated: Bool
  /// Methods called before and after setting.
  var willSet: String?
  var didSet: String?

  /// Whoever uses a property of a deprecated type uses that type, so the property is deprecated with it: otherwise the
  /// generated code would warn of itself.
  init(_ property: PropertyDeclaration, access typeAccess: AccessLevel, isTypeDeprecated: Bool, table: TypeTable) {
    access = property.keys.access?.level ?? typeAccess
    externalEnum = property.hasSwiftType ? nil : table.externalName(of: property.type.element.text)
    declaredType = property.hasSwiftType ? nil : table.declaredName(of: property.type.element.text)
    isFailable = table.isFailable(property.type.element.text)
    initialValue = property.keys.swiftDefault?.text
    if initialValue == nil, let externalEnum, !table.isListed(property.type.element.text), let name = property.keys.defaultValue?.text {
      initialValue = "\(SwiftIdentifier.escapedPath(externalEnum)).\(SwiftIdentifier.escaped(name))"
    }
    isDefaultDeprecated = property.keys.defaultValue.map { table.isDeprecated($0.text, of: property.type.element.text) } ?? false
    (willSet, didSet) = (property.keys.willSet?.text, property.keys.didSet?.text)
    setter = property.keys.setter?.level ?? access
    deprecation = property.keys.deprecation ?? (isTypeDeprecated ? nil : table.type(named: property.type.element.text)?.deprecation)
  }
}
