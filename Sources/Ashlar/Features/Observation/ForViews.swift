import AshlarStore

// Support for the property wrappers of views.

extension Query {
  /// Returns a string with the text and the arguments of a condition. Views, which are recreated repeatedly, compare these strings:
  /// conditions with equal strings are equivalent.
  package static func _text(_ isIncluded: (Query) -> Query<Bool>) -> String {
    let text = ConditionText(isIncluded(Query()).condition())
    return "\(text.text) \(text.arguments)"
  }
}

extension RealmPredicate {
  /// The text and the arguments of the predicate.
  package var _text: String { "\(self) \(arguments)" }
}

extension ObjectBase {
  /// The row key, which is the same for all accessors of a row, live or frozen; negative once an accessor has detected that the row was
  /// deleted.
  package final var _rowNumber: Int64 { _rowAccess.key }
}
