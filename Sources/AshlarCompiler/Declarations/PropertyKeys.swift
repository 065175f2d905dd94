/// What the keys of a property say beside its type.
package struct PropertyKeys: Sendable {
  /// The keys that are written, which is what counts when a type repeats a property of a mixin.
  var written: [String] = []
  /// The spans of `primaryKey: true`, `indexed: true` and `indexed: false`.
  package var primaryKey: SourceSpan?
  package var indexed: SourceSpan?
  var notIndexed: SourceSpan?
  package var column: Name?
  /// Stored names it had before, newest first.
  var was: [Name] = []
  package var origin: Name?
  /// The span of the key `default`, and its value.
  var defaultKey: SourceSpan?
  package var defaultValue: ScalarNode?
  /// The span of the key in `default: { swift: … }`, and the expression.
  var swiftDefaultKey: SourceSpan?
  package var swiftDefault: ScalarNode?
  /// What `default: { new: … }` makes for each object.
  var newDefault: ScalarNode?
  /// What may be a case of the property's enum, beside `swiftDefault`.
  package var memberDefault: String?
  /// Where a class written by hand declares the property.
  package var place: HandwrittenPlace?
  /// The span of `backfill: true`.
  var backfill: SourceSpan?
  /// The span of `ignored: true`: the class stores the property in memory and the schema does not.
  var ignored: SourceSpan?
  /// Methods that are called around setting.
  var willSet: Name?
  var didSet: Name?
  /// What `json` says of the coding.
  var json: CodingDeclaration?
  /// Narrower access than the type's, for the property and for setting it.
  var access: AccessDeclaration?
  var setter: AccessDeclaration?
  /// What to use instead.
  var deprecation: String?
  var documentation: String?

  /// Whether some say what only the Swift declaration shows.
  var concernSurface: Bool {
    ignored != nil || access != nil || setter != nil || deprecation != nil || swiftDefault != nil || willSet != nil || didSet != nil
  }
}
