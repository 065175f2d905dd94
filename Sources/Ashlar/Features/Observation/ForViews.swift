import AshlarStore

// Support for the property wrappers of views.

extension Query {
  /// The text and the arguments of a condition. Two conditions with the same text are equivalent; views are recreated repeatedly with the
  /// same conditions.
  package static func _text(_ isIncluded: (Query) -> Query<Bool>) -> String {
    let text = ConditionText(isIncluded(Query()).condition())
    return "\(text.text) \(text.arguments)"
  }
}

extension RealmPredicate {
  /// The text and the arguments.
  package var _text: String { "\(self) \(arguments)" }
}

extension ObjectBase {
  /// The row key, which is the same for all accessors of a row, live or frozen, even after the row was deleted.
  package final var _rowNumber: Int64 { _row.key }
}
