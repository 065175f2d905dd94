package import AshlarSchema

/// The rules of a type that concern several properties, as written.
package struct TypeRules: Sendable {
  /// The primary key of several properties.
  package var primaryKey: NameList?
  package var unique: [UniqueDeclaration] = []
  package var indexes: [NameList] = []
  package var checks: [CheckDeclaration] = []

  var isEmpty: Bool { primaryKey == nil && unique.isEmpty && indexes.isEmpty && checks.isEmpty }
}

/// A list of properties, with the span of the list.
package struct NameList: Sendable {
  package var names: [Name]
  package var span: SourceSpan
}

/// A unique rule that concerns several properties or has a condition.
package struct UniqueDeclaration: Sendable {
  /// The condition of a rule.
  package struct Condition: Sendable {
    /// `whenNil`, `whenTrue` or `whenFalse`.
    package var key: Name
    package var property: Name
    /// The value that an object's property must have for the rule to apply to the object; nil if the property must be nil.
    package var value: Bool?
  }

  package var list: NameList
  package var condition: Condition?
  package var nilCounts = false
}

/// A check of two properties.
package struct CheckDeclaration: Sendable {
  package var left: Name
  package var relation: OrderRelation
  package var right: Name
  /// The whole check, as written.
  package var text: Name
}
