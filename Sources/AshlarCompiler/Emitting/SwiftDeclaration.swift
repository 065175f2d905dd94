/// An import declaration.
struct SwiftImport: Hashable {
  enum Access: Hashable {
    /// `public import`.
    case `public`
    /// `package import` if plain imports are internal; otherwise a plain import.
    case packageWhereNeeded
    case plain
    /// A plain import, under `#if canImport`.
    case plainWhereFound
  }

  var module: String
  var access: Access
}

/// A Swift declaration.
struct SwiftDeclaration {
  var documentation: String?
  /// The deprecation message; nil if the declaration is not deprecated.
  var deprecation: String?
  /// Attributes such as `@inlinable`.
  var attributes: [String] = []
  /// Modifiers such as `public`, `nonisolated` and `final`.
  var modifiers: [String] = []
  /// The head, beginning with the keyword, such as `class Person: Object`.
  var head: String
  var body: SwiftBody

  /// Whether the declaration is surrounded by blank lines.
  var isSetApart: Bool {
    if case .statements(let statements) = body, statements.count > 1 { return true }
    return documentation != nil || deprecation != nil
  }
}

/// The part of a declaration after its head.
enum SwiftBody {
  case none
  case members([SwiftMember])
  case accessors([SwiftAccessor])
  /// A requirement of a protocol: `{ get set }` or `{ get }`.
  case requirement(isSettable: Bool)
  /// A stored property: `= value`, and observers.
  case stored(String, observers: [SwiftAccessor])
  /// Code in braces on the same line; may be empty.
  case code(String)
  /// Statements in braces, on separate lines if there are several.
  case statements([String])
  /// `= value`.
  case value(SwiftValue)
}

/// A member of a type.
enum SwiftMember {
  case declaration(SwiftDeclaration)
  /// A `// MARK: -` line.
  case mark(String)
  /// Members under `#if`.
  case conditional(String, [SwiftMember])
  /// An `#if` with one line in each of its two branches, before the next member.
  case alternative(String, then: String, otherwise: String)
}

/// A getter, setter or observer, on one line.
struct SwiftAccessor {
  var attributes: [String] = []
  var keyword: String
  var code: String
}

/// An initial value.
enum SwiftValue {
  case expression(String)
  /// An array, on one line if it is short.
  case list([String])
  /// A long ASCII literal, broken into lines.
  case longText(String)
  /// A call whose arguments are on separate lines.
  case call(String, arguments: [[SwiftArgument]])
}

/// An argument of a call.
struct SwiftArgument {
  enum Value {
    case expression(String)
    /// A long ASCII literal, broken into lines.
    case longText(String)
  }

  var label: String
  var value: Value
}
