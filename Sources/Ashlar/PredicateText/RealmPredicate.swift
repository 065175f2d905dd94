import AshlarStore

/// A condition in text, with its arguments.
///
/// ```swift
/// let adults = people.filter("age >= %@ AND name BEGINSWITH[c] %@", 18, "a")
/// let same = people.filter(RealmPredicate(format: "age >= $0 AND name BEGINSWITH[c] $1", 18, "a"))
/// ```
///
/// Combine conditions with `&&`, `||` and `!`, and arrays of conditions with `all(of:)` and `any(of:)`:
///
/// ```swift
/// var condition = RealmPredicate(format: "age >= 18")
/// if let name { condition = condition && RealmPredicate(format: "name CONTAINS[c] %@", name) }
/// ```
///
/// Parse text from outside the program, such as a field that users type into, with `init(parsing:arguments:)`, which throws. Pass values as
/// arguments and never as part of the text: an argument is always a value, whatever it contains, and cannot become part of the condition.
/// See the guide, *Conditions in text*.
public struct RealmPredicate {
  /// A condition in text, or a combination of conditions.
  enum Form {
    case text(ParsedPredicate, arguments: [Any])
    /// True if there are no parts. No part is itself of this form.
    case all([RealmPredicate])
    /// False if there are no parts. No part is itself of this form.
    case any([RealmPredicate])
    indirect case not(RealmPredicate)
  }

  let form: Form

  /// Creates a condition from text.
  ///
  /// ```swift
  /// let condition = RealmPredicate(format: "name == %@ AND age > %@", "Ann", 3)
  /// ```
  ///
  /// Stops the program if the text is not a condition, or if there are more arguments than the placeholders need.
  ///
  /// - Parameters:
  ///   - format: Names of properties, operators and values; `%@` or `$0` represent arguments, `%K` the name of a property.
  ///   - arguments: The values, in the order of the placeholders.
  public init(format: String, _ arguments: Any...) { self.init(format: format, argumentArray: arguments) }

  /// Creates a condition from text, with the arguments in an array.
  ///
  /// ```swift
  /// let condition = RealmPredicate(format: "age > $0", argumentArray: [3])
  /// ```
  ///
  /// Stops the program if the text is not a condition, or if there are more arguments than the placeholders need.
  public init(format: String, argumentArray: [Any]?) {
    do throws(RealmPredicateError) {
      try self.init(parsing: format, arguments: argumentArray ?? [])
    } catch {
      misuse(.predicate("\(error)"))
    }
  }

  /// Creates a condition from text that may be invalid.
  ///
  /// ```swift
  /// let condition = try RealmPredicate(parsing: field.text)
  /// ```
  ///
  /// Throws `RealmPredicateError` if the text is not a condition. The error states the position and the input that was expected there.
  /// Surplus arguments are an error as well. To check that names and values fit the objects, call `check(on:)`. See the guide, *Conditions
  /// in text*.
  ///
  /// Complexity: O(length of the text). Up to 256 parsed conditions are cached.
  public init(parsing text: String, arguments: [Any] = []) throws(RealmPredicateError) {
    let parsed = try ParsedPredicates.parse(text)
    if arguments.count > parsed.argumentCount { throw parsed.surplus(arguments.count) }
    form = .text(parsed, arguments: arguments)
  }

  /// Creates a condition that always or never holds: `RealmPredicate(value: false)`.
  public init(value: Bool) {
    form = .text(ParsedPredicate(value ? "TRUEPREDICATE" : "FALSEPREDICATE", .constant(value)), arguments: [])
  }

  init(_ form: Form) { self.form = form }

  /// Resolves the condition for objects of a type. Throws if names or values do not fit the type, or if a part of a combination has a
  /// `SORT`, `DISTINCT` or `LIMIT` clause.
  ///
  /// - Parameter storedPath: Maps the first name of a path to the path of a stored property; nil if names are used as they are.
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

  /// Returns the steps for the `SORT`, `DISTINCT` and `LIMIT` clauses of the text; none for a combination. Throws if names do not fit the
  /// type.
  func arrangement(
    _ entity: _Entity, _ core: _RealmCore, _ storedPath: ((String) -> String)?
  ) throws(RealmPredicateError) -> [_ResultsCore.Step] {
    guard case .text(let parsed, let arguments) = form else { return [] }
    return try PredicateResolver.arrangement(
      parsed, PredicateSource(text: parsed.text, arguments: arguments, storedPath: storedPath), entity, core)
  }

  /// The arguments of all parts, in the order of the parts.
  var arguments: [Any] {
    switch form {
    case .text(_, let arguments): arguments
    case .all(let parts), .any(let parts): parts.flatMap(\.arguments)
    case .not(let inner): inner.arguments
    }
  }

  /// The number of arguments that the placeholders of the text need; 0 for a combination.
  package var placeholderCount: Int {
    if case .text(let parsed, _) = form { parsed.argumentCount } else { 0 }
  }

  /// Whether the text has a `SORT`, `DISTINCT` or `LIMIT` clause.
  var arranges: Bool {
    if case .text(let parsed, _) = form { !parsed.arranging.isEmpty } else { false }
  }
}

extension ParsedPredicate {
  /// Returns the error for passing more arguments than the text has placeholders.
  fileprivate func surplus(_ count: Int) -> RealmPredicateError {
    let placeholders =
      switch argumentCount {
      case 0: "no placeholder"
      case 1: "a placeholder for 1"
      default: "placeholders for \(argumentCount)"
      }
    // The usual reason is a placeholder in quotes.
    let quoted = ["'%@'", "\"%@\"", "'$0'", "\"$0\""].first(where: text.contains)
    let hint = quoted.map { " In quotes, \($0) is text: leave out the quotes." } ?? ""
    return RealmPredicateError(
      "Surplus argument \(argumentCount): \(count) \(count == 1 ? "was" : "were") passed, and the text has \(placeholders).\(hint)", text,
      offset: text.utf8.count)
  }
}

/// A cache of parsed conditions. When it contains 256, it is emptied before the next one is added.
private enum ParsedPredicates {
  /// A text that is compared by its bytes. `String` compares canonical equivalents as equal, whereas a condition compares literals by
  /// bytes.
  private struct Text: Hashable {
    let text: String

    // The iterators of `elementsEqual` take several times as long as all else that a look-up does.
    static func == (a: Text, b: Text) -> Bool {
      var (a, b) = (a.text, b.text)
      return a.withUTF8 { a in
        b.withUTF8 { b in
          guard a.count == b.count else { return false }
          guard let start = a.baseAddress, let other = b.baseAddress else { return true }
          return compareBytes(start, other, a.count) == 0
        }
      }
    }

    func hash(into hasher: inout Hasher) {
      var text = text
      text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }

  private static let most = 256
  private static let known = PerProcess<[Text: ParsedPredicate]>([:])

  static func parse(_ text: String) throws(RealmPredicateError) -> ParsedPredicate {
    let key = Text(text: text)
    if let known = known.withLock({ $0[key] }) { return known }
    let parsed = try PredicateParser.parse(text)
    known.withLock { known in
      // Most programs use few different conditions; only text that is built at run time fills the cache.
      if known.count >= most { known.removeAll(keepingCapacity: true) }
      known[key] = parsed
    }
    return parsed
  }
}
