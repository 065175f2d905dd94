internal import AshlarSchema

/// The declarations of one Swift file that are relevant to schemas.
package struct ScannedFile: Sendable {
  package var file: Int
  /// Whether the file was not read; if so, its declarations are unknown.
  var isBroken = false
  /// Types and extensions, enclosing ones before nested ones.
  package var types: [ScannedType] = []
  /// The types that aliases denote, by the paths of the aliases.
  var aliases: [String: Name] = [:]
  /// The location of the first `#sourceLocation`, which changes the positions that wrappers receive.
  var sourceLocation: SourceSpan?
  /// Global variables and constants, by name.
  var globals: [String: ScannedMember] = [:]
  /// The imported modules, and whether each import is conditional.
  var imports: [(module: String, isConditional: Bool)] = []
}

/// A type, or an extension of a type.
package struct ScannedType: Sendable {
  package enum Keyword: Sendable {
    case classType, enumType, extensionType, other
  }

  /// A reason why emitted code cannot refer to a type.
  enum Obstacle: Sendable {
    case isPrivate, isGeneric
  }

  package var keyword: Keyword
  /// The names of the enclosing types, followed by the type's own name.
  package var path: [String]
  package var name: Name
  /// The superclass and protocols, without generic arguments.
  package var inherited: [Name] = []
  package var access: AccessLevel = .internal
  var obstacle: Obstacle?
  var isConditional = false
  /// Whether the class is `open`, so that other modules can subclass it.
  package var isOpen = false
  /// The attributes other than `@Persisted`, with their arguments.
  package var attributes: [Name] = []
  package var extent = ScannedExtent()
  /// The range of bytes between the braces of the type.
  package var body = 0..<0
  package var properties: [ScannedProperty] = []
  package var cases: [ScannedCase] = []
  package var initializers: [ScannedInitializer] = []
  /// The methods and the property whose bodies contain settings of the schema, and `encode`, by name.
  package var methods: [String: ScannedBody] = [:]
  package var functions: [ScannedFunction] = []
  var declaresAllCases = false
  /// Static properties and methods, by name.
  var statics: [String: ScannedMember] = [:]

  /// The path in Swift's spelling.
  package var swiftName: String { path.joined(separator: ".") }
  /// Whether any property that this declaration contains has `@Persisted`.
  package var hasPersisted: Bool { properties.contains { $0.wrapper != nil } }
  var isObjCMembers: Bool { attributes.contains { $0.text == "@objcMembers" } }
}

/// An instance property.
package struct ScannedProperty: Sendable {
  package var name: Name
  /// The attribute `@Persisted`; nil if the property does not have it.
  package var wrapper: ScannedWrapper?
  package var type: Name?
  package var value: ScannedValue?
  package var isConditional = false
  /// Whether the property is neither computed nor lazy.
  package var isStored = false
  /// Whether the property is private or fileprivate.
  package var isPrivate = false
  /// Whether only the setter is private or fileprivate, as in `private(set)`.
  package var hasPrivateSetter = false
  package var isLazy = false
  /// The `willSet` and `didSet` of the property.
  package var observers: [ScannedObserver] = []
  /// The attributes other than `@Persisted`, as written.
  package var attributes: [Name] = []
  /// The modifiers, as written.
  package var modifiers: [Name] = []
  package var extent = ScannedExtent()
  /// Whether the property shares its `var` with another property.
  package var isInList = false

  /// The attributes and modifiers that need the Objective-C runtime.
  package var objectiveCWords: [Name] { attributes.filter { $0.text.hasPrefix("@objc") } + modifiers.filter { $0.text == "dynamic" } }
}

/// A static or global variable, or a static method that returns a value.
struct ScannedMember: Sendable {
  /// The type of the variable, or of the value that the method returns.
  var type: Name?
  /// The initial value of a variable.
  var value: ScannedValue?
}

/// The ranges of bytes of a declaration in its file.
package struct ScannedExtent: Sendable {
  /// The comments and white space between the preceding token and the declaration.
  package var gap = 0..<0
  /// The declaration, from its first attribute or modifier to its end.
  package var whole = 0..<0
  /// The keyword: `var`, `let`, `class` and so on.
  package var keyword = 0..<0
}

/// A `willSet` or `didSet`: its parameter, if it has one, and the range of bytes between its braces.
package struct ScannedObserver: Sendable {
  package var name: String
  package var parameter: String?
  package var body: Range<Int>
}

/// A method or a deinitializer.
package struct ScannedFunction: Sendable {
  package var name: Name
  package var isOverride: Bool
  var extent: ScannedExtent
}

/// `@Persisted` and its arguments.
package struct ScannedWrapper: Sendable {
  var span: SourceSpan
  /// The position that `#line` and `#column` have in the call of the wrapper's initializer: that of the attribute's name if the attribute
  /// has no arguments or the property has an initial value; otherwise that of the opening parenthesis.
  var position: SourcePosition
  var namePosition: SourcePosition
  var arguments: [(label: Name, value: Name)] = []
  /// The argument `wrappedValue`, which is an initial value.
  var wrappedValue: ScannedValue?
}

/// An expression.
package struct ScannedValue: Sendable {
  package var text: Name
  var tokens: [SwiftToken]

  /// The kind of literal, if the expression is a single literal.
  package var literal: WrittenLiteral? { WrittenLiteral(text.text, tokens.map(\.kind)) }
}

/// A case of an enum, with its raw value as written.
package struct ScannedCase: Sendable {
  var name: Name
  var rawValue: ScannedValue?
  var hasPayload = false
  var isConditional = false
  /// The extent of all cases that share the keyword `case`.
  package var extent = ScannedExtent()
}

/// An initializer.
package struct ScannedInitializer: Sendable {
  package var span: SourceSpan
  package var isConvenience: Bool
  var isOverride: Bool
  var isRequired: Bool
  var hasParameters: Bool
  /// The tokens of the body, without the braces; empty if there is no body, or if the initializer is not in a class declaration.
  var body: [SwiftToken] = []
  /// The label of the first parameter; empty if there are no parameters.
  package var label: String
  /// The type of the first parameter; nil if there are no parameters.
  var type: Name?
}

/// The body of a method, or of the property `schemaRules`.
package struct ScannedBody: Sendable {
  package var span: SourceSpan
  /// The bytes of the span.
  var bytes: [UInt8]
  var tokens: [SwiftToken]
  /// The extent of the method or property.
  package var extent = ScannedExtent()
  var isConditional = false

  /// The offset of the bytes in their file.
  var start: Int { span.bytes.lowerBound }

  /// The strings in a body such as `"id"`, `["a", "b"]` or `nil`; nil for any other body.
  package var literalWords: [String]? {
    var result: [String] = []
    for (index, token) in tokens.enumerated() {
      let text = String(decoding: bytes[(Int(token.start) - start)..<(Int(token.end) - start)], as: UTF8.self)
      switch token.kind {
      case .plainString:
        guard let word = WrittenValue.unescaped(text) else { return nil }
        result.append(word)
      case .word where text == "return" && index == 0 || text == "nil": break
      case .mark where "[],".utf8.contains(token.byte): break
      default: return nil
      }
    }
    return result
  }
}
