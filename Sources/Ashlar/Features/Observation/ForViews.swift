import AshlarStore

// What the wrappers of views need besides.

extension Query {
  /// A condition as text, with its arguments: two with the same text ask for the same. Views are made again and again with the same conditions.
  package static func _text(_ isIncluded: (Query) -> Query<Bool>) -> String {
    let text = ConditionText(isIncluded(Query()).condition())
    return "\(text.text) \(text.arguments)"
  }
}

extension RealmPredicate {
  /// The text, with its arguments.
  package var _text: String { "\(self) \(arguments)" }
}

extension ObjectBase {
  /// The same for all accessors of a row, live or frozen, also after it was deleted.
  package final var _rowNumber: Int64 { _row.key }
}
