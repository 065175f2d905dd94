package import AshlarSchema

/// Everything the files of a schema declare, typed and with source spans, before names are resolved.
///
/// The stages after this one do not assume YAML, so another front end could produce it.
public struct SchemaDeclarations: Sendable {
  /// One element a file, in the order of the compilation.
  var files: [FileDeclarations]
}

/// What one file declares.
package struct FileDeclarations: Sendable {
  var file: Int
  /// Modules that a Swift file imports, and whether only under a condition.
  var swiftImports: [(module: String, isConditional: Bool)] = []
  var header: HeaderDeclaration?
  package var enums: [EnumDeclaration] = []
  package var customTypes: [CustomTypeDeclaration] = []
  /// Types that properties of classes written by hand have, and that no file declares.
  package var foreignTypes: [ForeignTypeDeclaration] = []
  var mixins: [MixinDeclaration] = []
  package var types: [TypeDeclaration] = []
  var projections: [ProjectionDeclaration] = []
  /// Names whose declarations are invalid; using them is not reported again.
  var refusedNames: [Name] = []
  /// Types that Swift files declare, that properties have, and that cannot be stored.
  var unstoredTypes: [UnstoredType] = []
  /// Whether the file may declare more than could be read.
  var isBroken = false
}

/// A word and its source span.
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
  /// Whether the version follows from the releases.
  var hasVersionOfHistory = false
  var versionSpan: SourceSpan?
  var access: AccessLevel?
  /// Where the key `values` asks for structs.
  var values: SourceSpan?
  var imports: [Name] = []
  var documentation: String?
}

/// One enum.
package struct EnumDeclaration: Sendable {
  package var name: Name
  package var rawType: ValueType
  /// Empty for an external enum whose cases only Swift knows.
  package var cases: [CaseDeclaration]
  /// Whether a member of an external enum that is none of them is nothing at all.
  var hasOnlyCases = false
  /// How Swift spells an enum that is declared by hand; nil for those of the schema.
  package var externalName: String?
  /// The case that any other stored value reads as; it is one of `cases`.
  var unknownCase: Name?
  var documentation: String?

  /// Whether the schema tells the cases.
  package var isListed: Bool { !cases.isEmpty }
}

/// One Swift type that is stored through another.
package struct CustomTypeDeclaration: Sendable {
  package var name: Name
  /// A scalar or an embedded type.
  package var persisted: Name
  package var isFailable: Bool
  /// How Swift spells it.
  package var swiftName: String
  var documentation: String?
}

/// A type that is perhaps of another module. How its values are stored is for the program to tell.
package struct ForeignTypeDeclaration: Sendable {
  package var name: Name
  /// How Swift spells it.
  package var swiftName: String
  /// Whether it says its module: then it is nobody's slip of the pen.
  package var isQualified: Bool
}

/// One case of an enum; its raw value is checked already.
package struct CaseDeclaration: Sendable {
  package var name: Name
  package var rawValue: DefaultValue
  var documentation: String?
  /// What to use instead.
  var deprecation: String?
}

/// One mixin: properties that types take over.
struct MixinDeclaration: Sendable {
  var name: Name
  /// Mixins whose properties come before its own.
  var mixins: [Name] = []
  var properties: [PropertyDeclaration]
  /// Names of properties that could not be read.
  var refusedProperties: Set<String> = []
  var documentation: String?
}

/// One object or embedded type.
package struct TypeDeclaration: Sendable {
  package var name: Name
  package var kind: EntityKind
  package var table: Name?
  /// Stored names it had before, newest first.
  var was: [Name] = []
  /// Stored names of properties it had before, whose data may go.
  var dropped: [Name] = []
  var mixins: [Name] = []
  /// Protocols, other than those of mixins.
  var conformances: [Name] = []
  var isOpen = false
  /// Where the key `values` asks for a struct.
  var values: SourceSpan?
  /// Whether `values: false` leaves it out.
  var hasNoValues = false
  /// The key of the schema block, where that asks for the struct.
  var valuesOfSchema: SourceSpan?
  /// What to use instead.
  var deprecation: String?
  package var properties: [PropertyDeclaration]
  /// Names of properties that could not be read; using them is not reported again.
  var refusedProperties: Set<String> = []
  var documentation: String?
  /// Set for classes that are written by hand.
  package var handwritten: HandwrittenDeclaration?
}

/// One property. A class, since properties are handed on from stage to stage and never change.
package final class PropertyDeclaration: Sendable {
  package let name: Name
  package let type: TypeExpression
  /// Whether a type has it from a mixin, without repeating it.
  let isFromMixin: Bool
  /// Whether the type is Swift's own text, which only an ignored property can have; `type` then holds it as its element.
  let hasSwiftType: Bool
  private let written: WrittenKeys

  /// What its keys say, lent and not copied.
  package var keys: PropertyKeys { _read { yield written.keys } }

  /// Makes a property; one without keys is its type alone.
  init(name: Name, type: TypeExpression, isFromMixin: Bool = false, hasSwiftType: Bool = false, keys: PropertyKeys? = nil) {
    self.name = name
    self.type = type
    self.isFromMixin = isFromMixin
    self.hasSwiftType = hasSwiftType
    written = keys.map { WrittenKeys($0) } ?? .none
  }

  // Many properties have none, and all those share one.
  private final class WrittenKeys: Sendable {
    static let none = WrittenKeys(PropertyKeys())
    let keys: PropertyKeys

    init(_ keys: PropertyKeys) { self.keys = keys }
  }
}

/// An access level and its source span.
struct AccessDeclaration: Sendable {
  var level: AccessLevel
  var key: SourceSpan
  var span: SourceSpan
}

/// A type as written, for instance `List<Dog>` or `Int?`.
package struct TypeExpression: Sendable {
  /// The name of the type of mixed values.
  package static let anyName = "AnyRealmValue"

  package var collection: CollectionName?
  /// The innermost name.
  package var element: Name
  /// Whether it, or its element, ends in `?` or `!`.
  package var isOptional: Bool
  /// Whether it ends in `!`.
  package var isImplicitlyUnwrapped = false
  /// All of the type.
  var span: SourceSpan
}

extension FileDeclarations {
  /// The names of everything that shares the space of types.
  var declaredNames: [Name] {
    enums.map(\.name) + customTypes.map(\.name) + mixins.map(\.name) + types.map(\.name) + projections.map(\.name)
  }
}
