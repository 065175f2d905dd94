internal import AshlarSchema

/// What one Swift file declares, as far as schemas are concerned.
package struct ScannedFile: Sendable {
  package var file: Int
  /// Whether the file was not read, and may declare anything.
  var isBroken = false
  /// Types and extensions, outer ones before inner ones.
  package var types: [ScannedType] = []
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
package struct ScannedType: Sendable {
  package enum Keyword: Sendable {
    case classType, enumType, extensionType, other
  }

  /// What can hide a type from other files.
  enum Obstacle: Sendable {
    case isPrivate, isGeneric
  }

  package var keyword: Keyword
  /// The names of the types that it is in, and its own.
  package var path: [String]
  package var name: Name
  /// What follows the colon, without generic arguments.
  package var inherited: [Name] = []
  package var access: AccessLevel = .internal
  var obstacle: Obstacle?
  var isConditional = false
  /// Whether other modules may derive from it.
  package var isOpen = false
  /// Attributes other than `@Persisted`, with their arguments.
  package var attributes: [Name] = []
  package var extent = ScannedExtent()
  /// The bytes between its braces.
  package var body = 0..<0
  package var properties: [ScannedProperty] = []
  package var cases: [ScannedCase] = []
  package var initializers: [ScannedInitializer] = []
  /// By name: methods whose body tells something of the schema, and `encode`.
  package var methods: [String: ScannedBody] = [:]
  package var functions: [ScannedFunction] = []
  var declaresAllCases = false
  /// By name: static properties and methods.
  var statics: [String: ScannedMember] = [:]

  /// The path as Swift spells it.
  package var swiftName: String { path.joined(separator: ".") }
  /// Whether a stored property of it has the wrapper.
  package var hasPersisted: Bool { properties.contains { $0.wrapper != nil } }
  var isObjCMembers: Bool { attributes.contains { $0.text == "@objcMembers" } }
}

/// A stored property.
package struct ScannedProperty: Sendable {
  package var name: Name
  /// The attribute `@Persisted`.
  package var wrapper: ScannedWrapper?
  package var type: Name?
  package var value: ScannedValue?
  package var isConditional = false
  /// Whether it is in memory: neither computed nor lazy.
  package var isStored = false
  /// Whether other files cannot read it, or set it.
  package var isPrivate = false
  package var hasPrivateSetter = false
  package var isLazy = false
  /// `willSet` and `didSet`.
  package var observers: [ScannedObserver] = []
  /// Attributes other than `@Persisted`, and the modifiers, as written.
  package var attributes: [Name] = []
  package var modifiers: [Name] = []
  package var extent = ScannedExtent()
  /// Whether another property shares its `var`.
  package var isInList = false

  /// Attributes and modifiers that need the Objective-C runtime.
  package var objectiveCWords: [Name] { attributes.filter { $0.text.hasPrefix("@objc") } + modifiers.filter { $0.text == "dynamic" } }
}

/// A variable, or a method that returns a value, which does not belong to an instance.
struct ScannedMember: Sendable {
  /// The type of the variable, or of what the method returns.
  var type: Name?
  /// The initial value of a variable.
  var value: ScannedValue?
}

/// Where a declaration is, in bytes of its file.
package struct ScannedExtent: Sendable {
  /// From the end of the token before it: comments and white space.
  package var gap = 0..<0
  /// From its first attribute or modifier to its end.
  package var whole = 0..<0
  /// `var`, `let`, `class` and so on.
  package var keyword = 0..<0
}

/// `willSet` or `didSet`: its parameter, if it has one, and what is between its braces.
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
  /// What `#line` and `#column` are in the initializer's call: the opening parenthesis. Without arguments, or with an initial value, the
  /// attribute's name.
  var position: SourcePosition
  var namePosition: SourcePosition
  var arguments: [(label: Name, value: Name)] = []
  /// The argument `wrappedValue`, an initial value in other words.
  var wrappedValue: ScannedValue?
}

/// An expression.
package struct ScannedValue: Sendable {
  package var text: Name
  var tokens: [SwiftToken]

  /// What it is, if it is a single literal.
  package var literal: WrittenLiteral? { WrittenLiteral(text.text, tokens.map(\.kind)) }
}

/// A case of an enum, with its raw value as written.
package struct ScannedCase: Sendable {
  var name: Name
  var rawValue: ScannedValue?
  var hasPayload = false
  var isConditional = false
  /// Of all cases that share the word `case`.
  package var extent = ScannedExtent()
}

/// An initialiser.
package struct ScannedInitializer: Sendable {
  package var span: SourceSpan
  package var isConvenience: Bool
  var isOverride: Bool
  var isRequired: Bool
  var hasParameters: Bool
  /// The tokens between its braces; empty if it has none.
  var body: [SwiftToken] = []
  /// The first argument's label, and its type.
  package var label: String
  var type: Name?
}

/// What is between a method's braces.
package struct ScannedBody: Sendable {
  package var span: SourceSpan
  /// The bytes of the span.
  var bytes: [UInt8]
  var tokens: [SwiftToken]
  /// Of the method.
  package var extent = ScannedExtent()
  var isConditional = false

  /// Where the bytes begin in their file.
  var start: Int { span.bytes.lowerBound }

  /// The texts of `"id"`, `["a", "b"]` and nil; nil for anything else.
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
