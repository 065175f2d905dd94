internal import AshlarSchema

/// The rules of a type that concern several properties, as written.
struct TypeRules: Sendable {
  /// The primary key of several properties.
  var primaryKey: NameList?
  var unique: [UniqueDeclaration] = []
  var indexes: [NameList] = []
  var checks: [CheckDeclaration] = []

  var isEmpty: Bool { primaryKey == nil && unique.isEmpty && indexes.isEmpty && checks.isEmpty }
}

/// A list of properties, with the span of the list.
struct NameList: Sendable {
  var names: [Name]
  var span: SourceSpan
}

/// A unique rule of several properties, or one with a condition.
struct UniqueDeclaration: Sendable {
  /// The condition of a rule.
  struct Condition: Sendable {
    /// `whenNil`, `whenTrue` or `whenFalse`.
    var key: Name
    var property: Name
    /// The value of the property for which the rule holds; nil for nil.
    var value: Bool?
  }

  var list: NameList
  var condition: Condition?
  var nilCounts = false
}

/// A check of two properties.
struct CheckDeclaration: Sendable {
  var left: Name
  var relation: OrderRelation
  var right: Name
  /// The whole check.
  var text: Name
}
