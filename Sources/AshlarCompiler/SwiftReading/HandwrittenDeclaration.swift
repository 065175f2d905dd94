/// What the schema has of a class that is written by hand, beside what it has of any type.
struct HandwrittenDeclaration: Sendable {
  /// How Swift spells the class, and the outermost class written by hand that it derives from, itself perhaps.
  var swiftName: String
  var root: String
  var access: AccessLevel
}

/// Where a property of such a class is declared, and its type as Swift spells it.
struct HandwrittenPlace: Sendable {
  /// The last part of the file's path.
  var file: String
  var position: SourcePosition
  var swiftType: String
}
