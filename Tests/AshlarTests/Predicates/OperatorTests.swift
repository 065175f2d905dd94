import Testing

@testable import Ashlar

@Suite("The table of operators")
struct OperatorTests {
  private func comparison(_ text: String) throws(RealmPredicateError) -> ParsedPredicate.Comparison? {
    if case .comparison(let comparison) = try PredicateParser.parse(text).root { comparison } else { nil }
  }

  @Test("each operator is read as it is written, in its second spelling and in either case", arguments: Operator.all)
  func words(operation: Operator) throws {
    for word in [operation.row.word, operation.row.word.lowercased(), operation.row.synonym].compactMap({ $0 }) {
      #expect(try comparison("a \(word) b")?.operation == operation, "\(word)")
    }
  }

  @Test("a text that ends with an operator is refused at its end, and one that goes on with a zero at the zero", arguments: Operator.all)
  func cutOff(operation: Operator) throws {
    for word in [operation.row.word, operation.row.synonym].compactMap({ $0 }) {
      let text = "a \(word)"
      let error = #expect(throws: RealmPredicateError.self) { try comparison(text) }
      #expect(error?.message.hasPrefix("Expected ") == true && error?.message.contains("found the end") == true, "\(text)")
      #expect(error?.position == text.count, "\(text)")
      let goesOn = #expect(throws: RealmPredicateError.self) { try comparison(text + "\u{0}b") }
      #expect(goesOn?.position == text.count, "\(text)")
    }
  }

  @Test("no two operators share a spelling")
  func spellings() {
    let words = Operator.all.flatMap { [$0.row.word, $0.row.synonym].compactMap { $0 } }
    #expect(Set(words).count == words.count)
  }

  @Test("an operator takes the options of its row and says why it takes no others", arguments: Operator.all)
  func options(operation: Operator) throws {
    for options: StringOptions in [.caseInsensitive, .diacriticInsensitive, .all] {
      let text = "a \(operation.row.word)\(options.text) b"
      if options.isSubset(of: operation.row.options) {
        #expect(try comparison(text)?.options == options, "\(text)")
      } else {
        let error = #expect(throws: RealmPredicateError.self) { try comparison(text) }
        #expect(error?.message == "'\(operation.row.word)' \(operation.row.refusal), so it takes no options.")
      }
    }
  }

  @Test("operands that are exchanged twice are where they were", arguments: Operator.all)
  func swapped(operation: Operator) {
    guard let swapped = operation.row.swapped else { return }
    #expect(swapped.row.swapped == operation)
    #expect(swapped.row.needsText == operation.row.needsText)
  }

  @Test("a word names a property unless its row says otherwise", arguments: [Operator.isIn, .between, .geoWithin, .relation(.text(.like))])
  func names(operation: Operator) throws {
    let text = "\(operation.row.word.lowercased()) == 3"
    if operation.row.mayBeName {
      #expect(try comparison(text)?.operation == .relation(.order(.equal)))
    } else {
      #expect(throws: RealmPredicateError.self) { try comparison(text) }
    }
  }

  @Test("the numbers that C has for relations of text are different, and those of orders follow the others")
  func numbers() throws {
    let matches = TextMatch.allCases.compactMap { Relation.text($0).denotation.textNumber }
    let orders = Comparison.allCases.compactMap { Relation.order($0).denotation.textNumber }
    #expect(Set(matches + orders).count == matches.count + orders.count)
    #expect(orders == [0, 4, 5, 6, 7])
    #expect(matches == [1, 2, 3])
  }
}
