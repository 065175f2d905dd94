internal import AshlarCompiler
internal import AshlarSchema

/// A class with its declaration for a schema and its scanned source.
struct ImportedModel {
  var declaration: TypeDeclaration
  var scanned: ScannedType
  /// The properties of the class itself, in source order; in the declaration, those of its superclasses precede them.
  var own: [ImportedProperty] = []
  var ignored: [IgnoredProperty] = []
  /// The mixin with the properties of the superclasses.
  var mixin: String?
  /// The mixin with the class's own properties, if other models inherit from the class.
  var ownMixin: String?
  var conformances: [String] = []
  var comments: SwiftComments
  /// The comments of the class body that belong to no property, if no Swift code of the class remains. They are printed after the last
  /// property.
  var lastComments: [String] = []

  var name: String { declaration.name.text }
}

/// A stored property in the syntax of YAML.
struct ImportedProperty {
  var name: String
  var type: String
  /// The keys and values, without `type` and `doc`.
  var keys: [(key: String, value: String)] = []
  var comments: SwiftComments
}

/// A property that is stored only in memory.
struct IgnoredProperty {
  var name: String
  var type: String
  var keys: [(key: String, value: String)] = []
  var comments: SwiftComments
}

extension TypeExpression {
  /// The type in the syntax of schemas.
  var schemaText: String {
    let element = element.text + (isOptional ? (isImplicitlyUnwrapped ? "!" : "?") : "")
    guard let collection else { return element }
    return "\(collection.rawValue)<\(element)>"
  }
}
