import AshlarStore

/// A condition in text, with its arguments.
///
///     let adults = people.filter("age >= %@ AND name BEGINSWITH[c] %@", 18, "a")
///     let same = people.filter(RealmPredicate(format: "age >= $0 AND name BEGINSWITH[c] $1", 18, "a"))
///
/// Conditions combine with `&&`, `||` and `!`, and `all(of:)` and `any(of:)` combine arrays of them:
///
///     var condition = RealmPredicate(format: "age >= 18")
///     if let name { condition = condition && RealmPredicate(format: "name CONTAINS[c] %@", name) }
///
/// Text from somewhere else, such as a field that people type into, is checked by `init(parsing:arguments:)`, which throws. Values belong
/// into arguments, never into the text: an argument is a value, whatever it contains, and cannot become part of the condition.
public struct RealmPredicate {
  /// A condition in text, or a combination of conditions.
  enum Form {
    case text(ParsedPredicate, arguments: [Any])
    /// True of no parts. No part is itself of this form.
    case all([RealmPredicate])
    /// False of no parts. No part is itself of this form.
    case any([RealmPredicate])
    indirect case not(RealmPredicate)
  }

  let form: Form

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
      misuse(.predicate("\(error)"))
    }
  }

  /// A condition in text that may be wrong: throws `RealmPredicateError`, which names the place and what was expected there. Whether names and
  /// values fit the objects is what `check(on:)` says. Complexity: O(length); texts that came before are remembered.
  public init(parsing text: String, arguments: [Any] = []) throws(RealmPredicateError) {
    form = .text(try ParsedPredicates.parse(text), arguments: arguments)
  }

  /// A condition that always or never holds.
  public init(value: Bool) {
    form = .text(ParsedPredicate(value ? "TRUEPREDICATE" : "FALSEPREDICATE", .constant(value)), arguments: [])
  }

  init(_ form: Form) { self.form = form }

  /// The condition for objects of a type. Throws where names or values do not fit it.
  /// - Parameter storedPath: gives the path of the stored property that a name at the beginning of a path stands for; nil where that is the
  ///   name itself.
  func condition(
    _ entity: _Entity, _ core: _RealmCore, _ storedPath: ((String) -> String)? = nil
  ) throws(RealmPredicateError) -> Condition {
    switch form {
    case .text(let parsed, let arguments):
      return try PredicateResolver.condition(
        parsed, PredicateSource(text: parsed.text, arguments: arguments, storedPath: storedPath), entity, core)
    case .all(let parts):
      return try joined(parts, ofNone: true, Condition.and) { (part) throws(RealmPredicateError) in
        try part.condition(entity, core, storedPath)
      }
    case .any(let parts):
      return try joined(parts, ofNone: false, Condition.or) { (part) throws(RealmPredicateError) in
        try part.condition(entity, core, storedPath)
      }
    case .not(let inner): return .not(try inner.requiringNoArrangement().condition(entity, core, storedPath))
    }
  }

  /// What the text says is done to the objects that fulfil it: `SORT`, `DISTINCT` and `LIMIT`.
  func arrangement(
    _ entity: _Entity, _ core: _RealmCore, _ storedPath: ((String) -> String)?
  ) throws(RealmPredicateError) -> [_ResultsCore.Step] {
    guard case .text(let parsed, let arguments) = form else { return [] }
    return try PredicateResolver.arrangement(
      parsed, PredicateSource(text: parsed.text, arguments: arguments, storedPath: storedPath), entity, core)
  }

  /// Those of all parts, in their order.
  var arguments: [Any] {
    switch form {
    case .text(_, let arguments): arguments
    case .all(let parts), .any(let parts): parts.flatMap(\.arguments)
    case .not(let inner): inner.arguments
    }
  }

  /// Whether the text has `SORT`, `DISTINCT` or `LIMIT`.
  var arranges: Bool {
    if case .text(let parsed, _) = form { !parsed.arranging.isEmpty } else { false }
  }
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
