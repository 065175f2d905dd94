internal import AshlarCompiler
internal import AshlarSchema

/// A class, what it declares to a schema, and how it is written.
struct ImportedModel {
  var declaration: TypeDeclaration
  var scanned: ScannedType
  /// Properties of the class itself, in their order; those of the classes that it derives from are before them in the declaration.
  var own: [ImportedProperty] = []
  var ignored: [IgnoredProperty] = []
  /// The mixin that holds the properties of the classes that it derives from.
  var mixin: String?
  /// The mixin that holds the class's own properties, where other models derive from it.
  var ownMixin: String?
  var conformances: [String] = []
  var comments: SwiftComments
  /// Comments that are left behind the last property.
  var lastComments: [String] = []

  var name: String { declaration.name.text }
}

/// A stored property, as YAML has it.
struct ImportedProperty {
  var name: String
  var type: String
  /// Keys and values, without `type` and `doc`.
  var keys: [(key: String, value: String)] = []
  var comments: SwiftComments
}

/// A property in memory.
struct IgnoredProperty {
  var name: String
  var type: String
  var keys: [(key: String, value: String)] = []
  var comments: SwiftComments
}

extension TypeExpression {
  /// The type as a schema writes it.
  var schemaText: String {
    let element = element.text + (isOptional ? (isImplicitlyUnwrapped ? "!" : "?") : "")
    guard let collection else { return element }
    return "\(collection.rawValue)<\(element)>"
  }
}
