/// The parts of a property that appear only in its Swift declaration and not in the descriptor.
struct PropertySurface: Sendable {
  /// The access of the getter.
  var access: AccessLevel
  /// The access of the setter, never wider than that of the getter.
  var setter: AccessLevel
  /// The deprecation message; nil if the property is not deprecated.
  var deprecation: String?

  /// The type of the values in Swift's spelling, if it is an external enum.
  var externalEnum: String?
  /// The type of the values in Swift's spelling, if it is an external enum, a custom type, a handwritten class or a foreign type.
  var declaredType: String?
  /// Whether the type of the values is a custom type whose conversion from a stored value can fail.
  var isFailable: Bool
  /// The Swift expression of a default that only the program can evaluate; nil for any other default.
  var initialValue: String?
  /// Whether the default is a deprecated case, to which generated code must not refer.
  var isDefaultDeprecated: Bool
  /// The method that the setter calls before it assigns the value.
  var willSet: String?
  /// The method that the setter calls after it has assigned the value.
  var didSet: String?

  /// Creates the surface of a property. A property whose type is deprecated becomes deprecated, too, unless the class that contains the
  /// property is deprecated: the generated code would cause a warning otherwise.
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
