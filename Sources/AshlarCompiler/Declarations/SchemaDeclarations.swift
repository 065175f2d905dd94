package import AshlarSchema

/// The declarations of all files of a schema, typed and with source spans, before names are resolved.
///
/// Later stages do not depend on YAML, so another front end could produce these declarations.
public struct SchemaDeclarations: Sendable {
  /// The declarations of each file, in the order of the compiled files.
  var files: [FileDeclarations]
}

/// The declarations of one file.
package struct FileDeclarations: Sendable {
  var file: Int
  /// The modules that a Swift file imports, and whether each import is conditional.
  var swiftImports: [(module: String, isConditional: Bool)] = []
  var header: HeaderDeclaration?
  package var enums: [EnumDeclaration] = []
  package var customTypes: [CustomTypeDeclaration] = []
  /// Types that properties of handwritten classes have, but that no file declares.
  package var foreignTypes: [ForeignTypeDeclaration] = []
  var mixins: [MixinDeclaration] = []
  package var types: [TypeDeclaration] = []
  var projections: [ProjectionDeclaration] = []
  /// The names of invalid declarations. Uses of these names are not reported as errors, because the declarations have been reported.
  var refusedNames: [Name] = []
  /// Types that Swift files declare and that properties have, but that cannot be stored.
  var unstoredTypes: [UnstoredType] = []
  /// Whether the file may contain declarations that could not be read.
  var isBroken = false
}

/// A name and its source span.
package struct Name: Sendable {
  package var text: String
  package var span: SourceSpan
}

extension Name {
  init(_ scalar: ScalarNode) {
    self.init(text: scalar.text, span: scalar.span)
  }
}

/// The `schema` block.
struct HeaderDeclaration: Sendable {
  var span: SourceSpan
  var name: Name?
  var version: UInt64?
  /// Whether the version is derived from the releases.
  var hasVersionOfHistory = false
  var versionSpan: SourceSpan?
  var access: AccessLevel?
  /// The span of the key `values`, if structs are to be generated.
  var values: SourceSpan?
  var imports: [Name] = []
  var documentation: String?
}

/// One enum.
package struct EnumDeclaration: Sendable {
  package var name: Name
  package var rawType: ValueType
  /// The cases; empty for an external enum whose cases the schema does not list.
  package var cases: [CaseDeclaration]
  /// Whether an external enum has no static members apart from `cases`; if so, any other name is an error.
  var hasOnlyCases = false
  /// Swift's spelling of an enum that is declared in Swift; nil for generated enums.
  package var externalName: String?
  /// The span of the key in `checked: true`: properties can have only the values of the cases.
  var checked: SourceSpan?
  /// The case, one of `cases`, that is read for a stored value that is not the raw value of any case.
  var unknownCase: Name?
  var documentation: String?

  /// Whether the schema lists the cases.
  package var isListed: Bool { !cases.isEmpty }
}

/// A Swift type that is stored as a different type.
package struct CustomTypeDeclaration: Sendable {
  package var name: Name
  /// The type it is stored as: a scalar or an embedded type.
  package var persisted: Name
  package var isFailable: Bool
  /// The type in Swift's spelling.
  package var swiftName: String
  var documentation: String?
}

/// A type that may belong to another module. How its values are stored can be determined only by the running program.
package struct ForeignTypeDeclaration: Sendable {
  package var name: Name
  /// The type in Swift's spelling.
  package var swiftName: String
  /// Whether the name is qualified with that of its module, and so cannot be a misspelled name of the schema.
  package var isQualified: Bool
}

/// A case of an enum; its raw value has been checked.
package struct CaseDeclaration: Sendable {
  package var name: Name
  package var rawValue: DefaultValue
  var documentation: String?
  /// The deprecation message; nil if the case is not deprecated.
  var deprecation: String?
}

/// A mixin: properties that types include.
struct MixinDeclaration: Sendable {
  var name: Name
  /// The mixins whose properties precede its own.
  var mixins: [Name] = []
  var properties: [PropertyDeclaration]
  /// The names of properties that could not be read.
  var refusedProperties: Set<String> = []
  var documentation: String?
}

/// An object, embedded or asymmetric type.
package struct TypeDeclaration: Sendable {
  package var name: Name
  package var kind: EntityKind
  package var table: Name?
  /// The previous stored names, newest first.
  var was: [Name] = []
  /// The stored names of previous properties whose values may be deleted.
  var dropped: [Name] = []
  var mixins: [Name] = []
  /// The protocols other than those of mixins.
  var conformances: [Name] = []
  var isOpen = false
  /// The span of the key `values`, if a struct is to be generated.
  var values: SourceSpan?
  /// Whether `values: false` excludes the type from the schema's `values`.
  var hasNoValues = false
  /// The span of the key `values` in the schema block, if that key requests the struct.
  var valuesOfSchema: SourceSpan?
  /// The deprecation message; nil if the type is not deprecated.
  var deprecation: String?
  package var properties: [PropertyDeclaration]
  /// The rules that concern several properties.
  package var rules = TypeRules()
  /// The names of properties that could not be read. Uses of these names are not reported as errors, because the properties have been
  /// reported.
  var refusedProperties: Set<String> = []
  var documentation: String?
  /// The additional parts of a handwritten class; nil for any other type.
  package var handwritten: HandwrittenDeclaration?
}

/// A property. This is a class, because properties never change and are passed through all stages: a reference avoids copies.
package final class PropertyDeclaration: Sendable {
  package let name: Name
  package let type: TypeExpression
  /// Whether the type inherits the property from a mixin without repeating it.
  let isFromMixin: Bool
  /// Whether the type is Swift source, which is allowed only for an ignored property; `type` then contains the source as its element.
  let hasSwiftType: Bool
  private let written: WrittenKeys

  /// The keys, borrowed without a copy.
  package var keys: PropertyKeys { _read { yield written.keys } }

  /// Creates a property. Without keys, the declaration consists of the type alone.
  init(name: Name, type: TypeExpression, isFromMixin: Bool = false, hasSwiftType: Bool = false, keys: PropertyKeys? = nil) {
    self.name = name
    self.type = type
    self.isFromMixin = isFromMixin
    self.hasSwiftType = hasSwiftType
    written = keys.map { WrittenKeys($0) } ?? .none
  }

  // Many properties have no keys, and all of them share one instance.
  private final class WrittenKeys: Sendable {
    static let none = WrittenKeys(PropertyKeys())
    let keys: PropertyKeys

    init(_ keys: PropertyKeys) { self.keys = keys }
  }
}

/// An access level, with the spans of its key and of its value.
struct AccessDeclaration: Sendable {
  var level: AccessLevel
  var key: SourceSpan
  var span: SourceSpan
}

/// A type as written, such as `List<Dog>` or `Int?`.
package struct TypeExpression: Sendable {
  /// The name of the type `AnyRealmValue` in schemas.
  package static let anyName = "AnyRealmValue"

  package var collection: CollectionName?
  /// The name of the type, or of the collection's element type.
  package var element: Name
  /// Whether the type, or its element type, ends in `?` or `!`.
  package var isOptional: Bool
  /// Whether the type ends in `!`.
  package var isImplicitlyUnwrapped = false
  /// The span of the whole type.
  var span: SourceSpan
}

extension FileDeclarations {
  /// The names of all declarations that share the namespace of types.
  var declaredNames: [Name] {
    enums.map(\.name) + customTypes.map(\.name) + mixins.map(\.name) + types.map(\.name) + projections.map(\.name)
  }
}
