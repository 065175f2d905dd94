import AshlarStore

/// A condition in text, with its arguments.
///
///     let adults = people.filter("age >= %@ AND name BEGINSWITH[c] %@", 18, "a")
///     let same = people.filter(RealmPredicate(format: "age >= $0 AND name BEGINSWITH[c] $1", 18, "a"))
///
/// Text from somewhere else, such as a field that people type into, is checked by `init(parsing:arguments:)`, which throws. Values belong
/// into arguments, never into the text: an argument is a value, whatever it contains, and cannot become part of the condition.
public struct RealmPredicate {
  let parsed: ParsedPredicate
  let arguments: [Any]

  /// A condition in text; a text that says none stops the program.
  /// - Parameters:
  ///   - format: names of properties, operators and values; `%@` or `$0` stand for arguments, `%K` for a property's name.
  ///   - arguments: values, in the order of the placeholders.
  public init(format: String, _ arguments: Any...) { self.init(format: format, argumentArray: arguments) }

  /// As `init(format:_:)`, with the arguments in an array.
  public init(format: String, argumentArray: [Any]?) {
    do throws(RealmPredicateError) {
      try self.init(parsing: format, arguments: argumentArray ?? [])
    } catch {
      misuse(.predicate(error))
    }
  }

  /// A condition in text that may be wrong: throws `RealmPredicateError`, which names the place and what was expected there. Whether names and
  /// values fit the objects is what `check(on:)` says. Complexity: O(length); texts that came before are remembered.
  public init(parsing text: String, arguments: [Any] = []) throws(RealmPredicateError) {
    parsed = try ParsedPredicates.parse(text)
    self.arguments = arguments
  }

  /// A condition that always or never holds.
  public init(value: Bool) {
    parsed = ParsedPredicate(value ? "TRUEPREDICATE" : "FALSEPREDICATE", .constant(value))
    arguments = []
  }

  func condition(_ entity: _Entity, _ core: _RealmCore) throws(RealmPredicateError) -> Condition {
    try PredicateResolver.condition(parsed, arguments, entity, core)
  }

  /// What the text says is done to the objects that fulfil it: `SORT`, `DISTINCT` and `LIMIT`.
  func arrangement(_ entity: _Entity, _ core: _RealmCore) throws(RealmPredicateError) -> [_ResultsCore.Step] {
    try PredicateResolver.arrangement(parsed, arguments, entity, core)
  }
}

extension RealmPredicate: CustomStringConvertible {
  /// The text.
  public var description: String { parsed.text }
}

/// The texts that were parsed last.
private enum ParsedPredicates {
  private static let most = 256
  private static let known = PerProcess<[String: ParsedPredicate]>([:])

  static func parse(_ text: String) throws(RealmPredicateError) -> ParsedPredicate {
    if let known = known.withLock({ $0[text] }) { return known }
    let parsed = try PredicateParser.parse(text)
    known.withLock { known in
      // Programs have few: texts made on the fly are what fills it.
      if known.count >= most { known.removeAll(keepingCapacity: true) }
      known[text] = parsed
    }
    return parsed
  }
}
