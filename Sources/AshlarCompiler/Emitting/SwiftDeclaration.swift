/// One import.
struct SwiftImport: Hashable {
  enum Access: Hashable {
    /// `public import`.
    case `public`
    /// `package import` where plain imports are internal.
    case packageWhereNeeded
    case plain
    /// A plain import, under `#if canImport`.
    case plainWhereFound
  }

  var module: String
  var access: Access
}

/// One declaration.
struct SwiftDeclaration {
  var documentation: String?
  /// What to use instead, for a deprecated declaration.
  var deprecation: String?
  /// `@inlinable` and the like.
  var attributes: [String] = []
  /// `public`, `nonisolated`, `final`, …
  var modifiers: [String] = []
  /// From the keyword on: `class Person: Object`.
  var head: String
  var body: SwiftBody

  /// Whether it has lines of its own.
  var isSetApart: Bool {
    if case .statements(let statements) = body, statements.count > 1 { return true }
    return documentation != nil || deprecation != nil
  }
}

/// What follows a declaration's head.
enum SwiftBody {
  case none
  case members([SwiftMember])
  case accessors([SwiftAccessor])
  /// `{ get set }` or `{ get }`, as protocols have it.
  case requirement(isSettable: Bool)
  /// A stored property: `= value`, and observers.
  case stored(String, observers: [SwiftAccessor])
  /// Code on the same line, in braces; may be empty.
  case code(String)
  /// Statements; several are on separate lines.
  case statements([String])
  /// `= value`.
  case value(SwiftValue)
}

/// The members of a type.
enum SwiftMember {
  case declaration(SwiftDeclaration)
  /// A `// MARK: -` line.
  case mark(String)
  /// Members under `#if`.
  case conditional(String, [SwiftMember])
  /// A line for each of two cases of a condition, before what follows it.
  case alternative(String, then: String, otherwise: String)
}

/// A getter or setter on one line.
struct SwiftAccessor {
  var attributes: [String] = []
  var keyword: String
  var code: String
}

/// An initial value.
enum SwiftValue {
  case expression(String)
  /// An array; on one line when it is short.
  case list([String])
  /// A long ASCII literal, broken into lines.
  case longText(String)
  /// A call whose arguments are on separate lines.
  case call(String, arguments: [[SwiftArgument]])
}

/// One argument of a call.
struct SwiftArgument {
  enum Value {
    case expression(String)
    /// A long ASCII literal, broken into lines.
    case longText(String)
  }

  var label: String
  var value: Value
}
