/// The words of the language of conditions, for the completion of typed text.
package enum _PredicateWords {
  /// Returns whether to write `#` before the name of a property, because the name is a keyword or a reserved operator. `#` is permitted
  /// before every name.
  package static func isReserved(_ name: String) -> Bool {
    switch Word(ArraySlice(Array(name.utf8))) {
    case .name: false
    case .keyword: true
    case .operation(let operation): !operation.row.mayBeName
    }
  }

  /// The operators that compare two values by their order.
  package static var comparisons: [String] { Comparison.allCases.map { Operator.relation(.order($0)).row.word } }

  /// The operators of text and data.
  package static var textOperators: [String] { TextMatch.allCases.map { Operator.relation(.text($0)).row.word } }

  /// Operators that compare a value with several others.
  package static var listOperators: [String] { [Operator.isIn.row.word, Operator.between.row.word] }
}
