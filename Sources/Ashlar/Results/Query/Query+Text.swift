extension Query where T: _HasPersistedType, T.PersistedType: _QueryString {
  /// Whether the text is empty but not nil: `$0.name.isEmpty`.
  public var isEmpty: Query<Bool> { Query<Bool>(.compare(path, .equal, .string(""))) }

  /// Whether the whole text matches a pattern: `$0.name.like("A*n?")`.
  ///
  /// - Parameters:
  ///   - value: The pattern, in which `*` matches any text, including none, and `?` matches one Unicode scalar. Nil matches only nil.
  ///   - caseInsensitive: Whether the case of letters is ignored.
  public func like(_ value: T, caseInsensitive: Bool = false) -> Query<Bool> {
    matches(.like, value, caseInsensitive ? .caseInsensitive : [])
  }

  /// Whether the whole text matches the pattern in another property: `$0.name.like($0.pattern)`.
  public func like<U>(_ column: Query<U>, caseInsensitive: Bool = false) -> Query<Bool> {
    matches(.like, column, caseInsensitive ? .caseInsensitive : [])
  }

  /// Whether the text equals one of several values; false for an empty sequence: `$0.name.in(["ann", "bob"], options: .caseInsensitive)`.
  public func `in`<U: Sequence>(_ collection: U, options: StringOptions) -> Query<Bool> where U.Element == T {
    guard options.contains(.diacriticInsensitive) else { return oneOf(collection, ignoresCase: options.contains(.caseInsensitive)) }
    let parts = collection.map { matches(.equal, $0, options).condition() }
    return Query<Bool>(parts.dropFirst().reduce(parts.first ?? .constant(false), Condition.or))
  }
}

extension Query where T: _HasPersistedType, T.PersistedType: _QueryBinary {
  /// Whether the text or data begins with `value`, which must not be empty: `$0.name.starts(with: "An")`.
  public func starts(with value: T, options: StringOptions = []) -> Query<Bool> { matches(.begins, value, options) }
  /// Whether the text or data ends with `value`, which must not be empty: `$0.name.ends(with: "n")`.
  public func ends(with value: T, options: StringOptions = []) -> Query<Bool> { matches(.ends, value, options) }
  /// Whether the text or data contains `value`, which must not be empty: `$0.name.contains("nn", options: .caseInsensitive)`.
  public func contains(_ value: T, options: StringOptions = []) -> Query<Bool> { matches(.contains, value, options) }
  /// Whether the text or data equals `value`: `$0.name.equals("ann", options: .caseInsensitive)`.
  public func equals(_ value: T, options: StringOptions = []) -> Query<Bool> { matches(.equal, value, options) }
  /// Whether the text or data differs from `value`: `$0.name.notEquals("ann", options: .diacriticInsensitive)`.
  public func notEquals(_ value: T, options: StringOptions = []) -> Query<Bool> { matches(.notEqual, value, options) }

  /// Whether the text begins with that of another property, which must not be empty: `$0.name.starts(with: $0.initial)`.
  public func starts<U>(with column: Query<U>, options: StringOptions = []) -> Query<Bool>
  where U: _HasPersistedType, U.PersistedType: _QueryBinary { matches(.begins, column, options) }
  /// Whether the text ends with that of another property, which must not be empty.
  public func ends<U>(with column: Query<U>, options: StringOptions = []) -> Query<Bool>
  where U: _HasPersistedType, U.PersistedType: _QueryBinary { matches(.ends, column, options) }
  /// Whether the text contains that of another property, which must not be empty.
  public func contains<U>(_ column: Query<U>, options: StringOptions = []) -> Query<Bool>
  where U: _HasPersistedType, U.PersistedType: _QueryBinary { matches(.contains, column, options) }
  /// Whether the text equals that of another property: `$0.name.equals($0.nickname, options: .caseInsensitive)`.
  public func equals<U>(_ column: Query<U>, options: StringOptions = []) -> Query<Bool>
  where U: _HasPersistedType, U.PersistedType: _QueryBinary { matches(.equal, column, options) }
  /// Whether the text differs from that of another property.
  public func notEquals<U>(_ column: Query<U>, options: StringOptions = []) -> Query<Bool>
  where U: _HasPersistedType, U.PersistedType: _QueryBinary { matches(.notEqual, column, options) }
}

extension Query {
  fileprivate func matches<V>(_ kind: TextTest.Kind, _ value: V, _ options: StringOptions) -> Query<Bool> {
    switch QueryConstant(converting: value) {
    case let constant?:
      switch constant {
      case .string, .data, .null: return Query<Bool>.match(path, kind, constant, options)
      default: break
      }
    case nil: break
    }
    misuse(.query("Cannot compare '\(path.text)' with a value of type '\(V.self)'."))
  }

  fileprivate func matches<U>(_ kind: TextTest.Kind, _ column: Query<U>, _ options: StringOptions) -> Query<Bool> {
    let (first, second) = (path, column.path)
    if first.isMany, second.isMany { misuse(.query("Comparing two collection columns is not permitted.")) }
    switch kind {
    case .equal where options.isEmpty: return Query<Bool>(.comparePaths(first, .equal, second))
    case .notEqual where options.isEmpty: return Query<Bool>(.comparePaths(first, .notEqual, second))
    default: return Query<Bool>(.match(first, TextTest(kind: kind, operand: .path(second), options: options)))
    }
  }
}

extension Query where T == Bool {
  /// Returns a test of text in the form that is evaluated fastest.
  static func match(_ path: [PathPart], _ kind: TextTest.Kind, _ constant: QueryConstant, _ options: StringOptions) -> Query {
    Query(Condition.match(path, kind, constant, options))
  }
}

extension Condition {
  /// Returns a test of text in the form that is evaluated fastest.
  static func match(_ path: Path, _ kind: TextTest.Kind, _ constant: QueryConstant, _ options: StringOptions) -> Condition {
    let ignoresCase = options.contains(.caseInsensitive)
    switch (kind, constant) {
    case (.equal, _) where options.isEmpty: return .compare(path, .equal, constant)
    case (.notEqual, _) where options.isEmpty: return .compare(path, .notEqual, constant)
    case (.like, .string(let pattern)) where !options.contains(.diacriticInsensitive): return .like(path, pattern, ignoresCase: ignoresCase)
    case (_, .string(let text)) where !options.contains(.diacriticInsensitive):
      if let match = kind.match { return .text(path, match, text, ignoresCase: ignoresCase) }
    default: break
    }
    return .match(path, TextTest(kind: kind, operand: .constant(constant), options: options))
  }
}

extension TextTest.Kind {
  fileprivate var match: Condition.TextMatch? {
    switch self {
    case .equal: .equal
    case .begins: .begins
    case .ends: .ends
    case .contains: .contains
    case .notEqual, .like: nil
    }
  }
}

extension Condition.TextMatch {
  var kind: TextTest.Kind {
    switch self {
    case .equal: .equal
    case .begins: .begins
    case .ends: .ends
    case .contains: .contains
    }
  }
}
