/// The keys of a property apart from its type.
package struct PropertyKeys: Sendable {
  /// The names of the written keys. If a type repeats a property of a mixin, they override the mixin's.
  var written: [String] = []
  /// The spans of the keys in `primaryKey: true`, `indexed: true` and `indexed: false`.
  package var primaryKey: SourceSpan?
  package var indexed: SourceSpan?
  var notIndexed: SourceSpan?
  package var column: Name?
  /// The previous stored names, newest first.
  var was: [Name] = []
  package var origin: Name?
  /// The span of the key `default`, and its value.
  var defaultKey: SourceSpan?
  package var defaultValue: ScalarNode?
  /// The span of the key in `default: { swift: … }`, and the expression.
  var swiftDefaultKey: SourceSpan?
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
  /// The methods that the setter calls before and after it assigns the value.
  var willSet: Name?
  var didSet: Name?
  /// The value of `json`.
  var json: CodingDeclaration?
  /// The access of the property and of its setter, if declared; neither may be wider than the type's.
  var access: AccessDeclaration?
  var setter: AccessDeclaration?
  /// The deprecation message; nil if the property is not deprecated.
  var deprecation: String?
  var documentation: String?

  /// Whether any key affects only the Swift declaration.
  var concernSurface: Bool {
    ignored != nil || access != nil || setter != nil || deprecation != nil || swiftDefault != nil || willSet != nil || didSet != nil
  }
}
