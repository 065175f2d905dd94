extension RealmPredicate {
  /// Returns a condition that holds if `a` and `b` hold: `isAdult && RealmPredicate(format: "name BEGINSWITH 'A'")`. Complexity: O(number
  /// of parts of `a` and `b`).
  public static func && (a: RealmPredicate, b: RealmPredicate) -> RealmPredicate { all(of: [a, b]) }

  /// Returns a condition that holds if `a` or `b` holds, or both: `isAdult || hasDogs`. Complexity: O(number of parts of `a` and `b`).
  public static func || (a: RealmPredicate, b: RealmPredicate) -> RealmPredicate { any(of: [a, b]) }

  /// Returns the negated condition: `!RealmPredicate(format: "age >= 18")`.
  public static prefix func ! (predicate: RealmPredicate) -> RealmPredicate {
    if case .not(let inner) = predicate.form { inner } else { RealmPredicate(.not(predicate)) }
  }

  /// Returns a condition that holds if all of the given conditions hold.
  ///
  /// ```swift
  /// var conditions = [RealmPredicate(format: "age >= 18")]
  /// if let name { conditions.append(RealmPredicate(format: "name == %@", name)) }
  /// let found = people.filter(.all(of: conditions))
  /// ```
  ///
  /// For an empty array, the condition always holds.
  public static func all(of predicates: [RealmPredicate]) -> RealmPredicate {
    // The parts are flattened, so that extending a condition in a loop does not nest it deeper.
    let parts = predicates.flatMap { predicate in
      if case .all(let parts) = predicate.form { parts } else { [predicate] }
    }
    return parts.count == 1 ? parts[0] : RealmPredicate(.all(parts))
  }

  /// Returns a condition that holds if at least one of the given conditions holds: `RealmPredicate.any(of: conditions)`. For an empty
  /// array, the condition never holds. See `all(of:)`.
  public static func any(of predicates: [RealmPredicate]) -> RealmPredicate {
    let parts = predicates.flatMap { predicate in
      if case .any(let parts) = predicate.form { parts } else { [predicate] }
    }
    return parts.count == 1 ? parts[0] : RealmPredicate(.any(parts))
  }

  func joined(
    _ parts: [RealmPredicate], ofNone: Bool, _ join: (Condition, Condition) -> Condition,
    _ condition: (RealmPredicate) throws(RealmPredicateError) -> Condition
  ) throws(RealmPredicateError) -> Condition {
    guard let first = parts.first else { return .constant(ofNone) }
    var result = try condition(try first.requiringNoArrangement())
    for part in parts.dropFirst() { result = join(result, try condition(try part.requiringNoArrangement())) }
    return result
  }

  /// Returns this condition, for use as a part of a combination. Throws if it has a `SORT`, `DISTINCT` or `LIMIT` clause.
  func requiringNoArrangement() throws(RealmPredicateError) -> RealmPredicate {
    guard case .text(let parsed, _) = form, let place = parsed.arrangingPlace else { return self }
    throw RealmPredicateError(
      "A condition that is part of another cannot contain 'SORT', 'DISTINCT' or 'LIMIT': sort or limit the results instead.", parsed.text,
      offset: place)
  }
}

extension RealmPredicate {
  /// Returns whether the condition holds for an object, managed or not.
  ///
  /// ```swift
  /// RealmPredicate(format: "age >= 18").evaluate(with: person)
  /// ```
  ///
  /// A name or a value that does not fit the object's type stops the program, and so does a `SORT`, `DISTINCT` or `LIMIT` clause. For many
  /// objects, `filter` is faster: an unmanaged object is copied, with all objects that its links lead to, into an in-memory Realm, which
  /// takes some milliseconds.
  public func evaluate(with object: ObjectBase) -> Bool {
    if arranges { RealmPredicate.stop("'SORT', 'DISTINCT' and 'LIMIT' are for collections: leave them out of '\(self)'.") }
    func condition(_ core: _RealmCore) -> Condition {
      do throws(RealmPredicateError) { return try self.condition(object._entity, core) } catch { misuse(.predicate("\(error)")) }
    }
    return UnmanagedSearch.holds(condition, object)
  }

  /// Like `evaluate(with:)`. A value that is not an object of a model stops the program.
  package func isFulfilled(by object: Any?) -> Bool {
    guard let object = object as? ObjectBase else {
      RealmPredicate.stop(
        "'evaluate(with:)' of a predicate for a Realm takes an object of a model, and was passed \(object.map { "\(type(of: $0))" } ?? "nil")."
      )
    }
    return evaluate(with: object)
  }

  /// Stops the program because of a misused predicate.
  package static func stop(_ message: String) -> Never { misuse(.query(message)) }
}

extension RealmPredicate: CustomStringConvertible {
  /// The text of the condition. The parts of a combined condition are in parentheses.
  public var description: String {
    func joined(_ parts: [RealmPredicate], _ word: String) -> String { parts.map { "(\($0))" }.joined(separator: " \(word) ") }
    return switch form {
    case .text(let parsed, _): parsed.text
    case .all(let parts): parts.isEmpty ? "TRUEPREDICATE" : joined(parts, "AND")
    case .any(let parts): parts.isEmpty ? "FALSEPREDICATE" : joined(parts, "OR")
    case .not(let inner): "NOT (\(inner))"
    }
  }
}
