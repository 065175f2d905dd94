internal import AshlarSchema

/// What one Swift file declares, as far as schemas are concerned.
struct ScannedFile: Sendable {
  var file: Int
  /// Whether the file was not read, and may declare anything.
  var isBroken = false
  /// Types and extensions, outer ones before inner ones.
  var types: [ScannedType] = []
  /// By path: what a name stands for.
  var aliases: [String: Name] = [:]
  /// Where `#sourceLocation` is, which moves positions.
  var sourceLocation: SourceSpan?
  /// By name: the variables and constants outside of types.
  var globals: [String: ScannedMember] = [:]
  /// Modules that it imports, and whether only under a condition.
  var imports: [(module: String, isConditional: Bool)] = []
}

/// A type, or an extension of one.
struct ScannedType: Sendable {
  enum Keyword: Sendable {
    case classType, enumType, extensionType, other
  }

  /// What can hide a type from other files.
  enum Obstacle: Sendable {
    case isPrivate, isGeneric
  }

  var keyword: Keyword
  /// The names of the types that it is in, and its own.
  var path: [String]
  var name: Name
  /// What follows the colon, without generic arguments.
  var inherited: [Name] = []
  var access: AccessLevel = .internal
  var obstacle: Obstacle?
  var isConditional = false
  /// Whether other modules may derive from it.
  var isOpen = false
  /// Attributes other than `@Persisted`, with their arguments.
  var attributes: [Name] = []
  var extent = ScannedExtent()
  /// The bytes between its braces.
  var body = 0..<0
  var properties: [ScannedProperty] = []
  var cases: [ScannedCase] = []
  var initializers: [ScannedInitializer] = []
  /// By name: methods whose body tells something of the schema, and `encode`.
  var methods: [String: ScannedBody] = [:]
  var functions: [ScannedFunction] = []
  var declaresAllCases = false
  /// By name: static properties and methods.
  var statics: [String: ScannedMember] = [:]

  /// The path as Swift spells it.
  var swiftName: String { path.joined(separator: ".") }
  /// Whether a stored property of it has the wrapper.
  var hasPersisted: Bool { properties.contains { $0.wrapper != nil } }
  var isObjCMembers: Bool { attributes.contains { $0.text == "@objcMembers" } }
}

/// A stored property.
struct ScannedProperty: Sendable {
  var name: Name
  /// The attribute `@Persisted`.
  var wrapper: ScannedWrapper?
  var type: Name?
  var value: ScannedValue?
  var isConditional = false
  /// Whether it is in memory: neither computed nor lazy.
  var isStored = false
  /// Whether other files cannot read it, or set it.
  var isPrivate = false
  var hasPrivateSetter = false
  var isLazy = false
  /// `willSet` and `didSet`.
  var observers: [ScannedObserver] = []
  /// Attributes other than `@Persisted`, and the modifiers, as written.
  var attributes: [Name] = []
  var modifiers: [Name] = []
  var extent = ScannedExtent()
  /// Whether another property shares its `var`.
  var isInList = false

  /// Attributes and modifiers that need the Objective-C runtime.
  var objectiveCWords: [Name] { attributes.filter { $0.text.hasPrefix("@objc") } + modifiers.filter { $0.text == "dynamic" } }
}

/// A variable, or a method that returns a value, which does not belong to an instance.
struct ScannedMember: Sendable {
  /// The type of the variable, or of what the method returns.
  var type: Name?
  /// The initial value of a variable.
  var value: ScannedValue?
}

/// Where a declaration is, in bytes of its file.
struct ScannedExtent: Sendable {
  /// From the end of the token before it: comments and white space.
  var gap = 0..<0
  /// From its first attribute or modifier to its end.
  var whole = 0..<0
  /// `var`, `let`, `class` and so on.
  var keyword = 0..<0
}

/// `willSet` or `didSet`: its parameter, if it has one, and what is between its braces.
struct ScannedObserver: Sendable {
  var name: String
  var parameter: String?
  var body: Range<Int>
}

/// A method or a deinitializer.
struct ScannedFunction: Sendable {
  var name: Name
  var isOverride: Bool
  var extent: ScannedExtent
}

/// `@Persisted` and its arguments.
struct ScannedWrapper: Sendable {
  var span: SourceSpan
  /// What `#line` and `#column` are in the initializer's call: the opening parenthesis. Without arguments, or with an initial value, the
  /// attribute's name.
  var position: SourcePosition
  var namePosition: SourcePosition
  var arguments: [(label: Name, value: Name)] = []
  /// The argument `wrappedValue`, an initial value in other words.
  var wrappedValue: ScannedValue?
}

/// An expression.
struct ScannedValue: Sendable {
  var text: Name
  var tokens: [SwiftToken]

  /// What it is, if it is a single literal.
  var literal: WrittenLiteral? { WrittenLiteral(text.text, tokens.map(\.kind)) }
}

/// A case of an enum, with its raw value as written.
struct ScannedCase: Sendable {
  var name: Name
  var rawValue: ScannedValue?
  var hasPayload = false
  var isConditional = false
  /// Of all cases that share the word `case`.
  var extent = ScannedExtent()
}

/// An initialiser.
struct ScannedInitializer: Sendable {
  var span: SourceSpan
  var isConvenience: Bool
  var isOverride: Bool
  var isRequired: Bool
  var hasParameters: Bool
  /// The tokens between its braces; empty if it has none.
  var body: [SwiftToken] = []
  /// The first argument's label, and its type.
  var label: String
  var type: Name?
}

/// What is between a method's braces.
struct ScannedBody: Sendable {
  var span: SourceSpan
  /// The bytes of the span.
  var bytes: [UInt8]
  var tokens: [SwiftToken]
  /// Of the method.
  var extent = ScannedExtent()
  var isConditional = false

  /// Where the bytes begin in their file.
  var start: Int { span.bytes.lowerBound }

  /// The texts of `"id"`, `["a", "b"]` and nil; nil for anything else.
  var literalWords: [String]? {
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
