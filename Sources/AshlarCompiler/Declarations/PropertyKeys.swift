/// The keys of a property apart from its type.
package struct PropertyKeys: Sendable {
  /// The names of the written keys. If a type repeats a property of a mixin, these keys override those of the mixin's property.
  var written: [String] = []
  /// The span of the key in `primaryKey: true`.
  package var primaryKey: SourceSpan?
  /// The span of the key in `indexed: true`.
  package var indexed: SourceSpan?
  /// The span of the key in `indexed: false`.
  var notIndexed: SourceSpan?
  package var column: Name?
  /// The previous stored names, newest first.
  var was: [Name] = []
  package var origin: Name?
  /// The span of the key `default`; in a handwritten class, that of the initial value.
  var defaultKey: SourceSpan?
  /// The value of the key `default`, if it is a scalar.
  package var defaultValue: ScalarNode?
  /// The span of the key `swift` in `default: { swift: … }`; in a handwritten class, that of the initial value.
  var swiftDefaultKey: SourceSpan?
  /// The expression in `default: { swift: … }`.
  package var swiftDefault: ScalarNode?
  /// The type in `default: { new: … }`, of which each object receives a new value.
  var newDefault: ScalarNode?
  /// The name in `swiftDefault`, if it may be a case of the property's enum.
  package var memberDefault: String?
  /// The location and the Swift type of a property of a handwritten class.
  package var place: HandwrittenPlace?
  /// The span of the key in `backfill: true`.
  var backfill: SourceSpan?
  /// The span of the key in `ignored: true`: the class stores the property in memory, and the schema does not contain it.
  var ignored: SourceSpan?
  /// The method that the setter calls before it assigns the value.
  var willSet: Name?
  /// The method that the setter calls after it has assigned the value.
  var didSet: Name?
  /// The value of `json`.
  var json: CodingDeclaration?
  /// The access of the property, if declared; it must not be wider than the type's.
  var access: AccessDeclaration?
  /// The access of the setter, if declared; it must not be wider than the property's.
  var setter: AccessDeclaration?
  /// The deprecation message; nil if the property is not deprecated.
  var deprecation: String?
  var documentation: String?
  /// The rules. A flag that is `false` is not among them.
  package var rules: [RuleKey: WrittenRule] = [:]

  /// Whether any key affects only the Swift declaration.
  var concernSurface: Bool {
    ignored != nil || access != nil || setter != nil || deprecation != nil || swiftDefault != nil || willSet != nil || didSet != nil
  }
}
