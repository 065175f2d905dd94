extension Query where T: _HasPersistedType, T.PersistedType: _QueryString {
  /// Whether the text is empty but not nil: `$0.name.isEmpty`.
  public var isEmpty: Query<Bool> { Query<Bool>(.compare(path, .equal, .string(""))) }

  /// Whether the whole text matches a pattern.
  ///
  /// ```swift
  /// people.where { $0.name.like("A*n?") }
  /// people.where { $0.name.like("*son", caseInsensitive: true) }
  /// ```
  ///
  /// - Parameters:
  ///   - value: The pattern, in which `*` matches any text, including none, and `?` matches one Unicode scalar. Nil matches only nil.
  ///   - caseInsensitive: Whether the case of letters is ignored.
  public func like(_ value: T, caseInsensitive: Bool = false) -> Query<Bool> {
    matches(.text(.like), value, caseInsensitive ? .caseInsensitive : [])
  }

  /// Whether the whole text matches the pattern in another property: `$0.name.like($0.pattern)`.
  public func like<U>(_ column: Query<U>, caseInsensitive: Bool = false) -> Query<Bool> {
    matches(.text(.like), column, caseInsensitive ? .caseInsensitive : [])
  }

  /// Whether the text equals one of several values; false for an empty sequence.
  ///
  /// ```swift
  /// people.where { $0.name.in(["ann", "bob"], options: .caseInsensitive) }
  /// ```
  public func `in`<U: Sequence>(_ collection: U, options: StringOptions) -> Query<Bool> where U.Element == T {
    guard options.contains(.diacriticInsensitive) else { return oneOf(collection, ignoresCase: options.contains(.caseInsensitive)) }
    let parts = collection.map { matches(.order(.equal), $0, options).condition() }
    return Query<Bool>(parts.dropFirst().reduce(parts.first ?? .constant(false), Condition.or))
  }
}

extension Query where T: _HasPersistedType, T.PersistedType: _QueryBinary {
  /// Whether the text or data begins with `value`; false if `value` is empty.
  ///
  /// ```swift
  /// people.where { $0.name.starts(with: "An") }
  /// people.where { $0.name.starts(with: "an", options: [.caseInsensitive, .diacriticInsensitive]) }
  /// ```
  public func starts(with value: T, options: StringOptions = []) -> Query<Bool> { matches(.text(.begins), value, options) }
  /// Whether the text or data ends with `value`; false if `value` is empty: `$0.name.ends(with: "n")`.
  public func ends(with value: T, options: StringOptions = []) -> Query<Bool> { matches(.text(.ends), value, options) }
  /// Whether the text or data contains `value`; false if `value` is empty.
  ///
  /// ```swift
  /// people.where { $0.name.contains("nn", options: .caseInsensitive) }
  /// ```
  public func contains(_ value: T, options: StringOptions = []) -> Query<Bool> { matches(.text(.contains), value, options) }
  /// Whether the text or data equals `value`.
  ///
  /// ```swift
  /// people.where { $0.name.equals("ann", options: .caseInsensitive) }
  /// ```
  public func equals(_ value: T, options: StringOptions = []) -> Query<Bool> { matches(.order(.equal), value, options) }
  /// Whether the text or data differs from `value`: `$0.name.notEquals("ann", options: .diacriticInsensitive)`.
  public func notEquals(_ value: T, options: StringOptions = []) -> Query<Bool> { matches(.order(.notEqual), value, options) }

  /// Whether the text or data begins with that of another property; false if the other value is empty: `$0.name.starts(with: $0.initial)`.
  public func starts<U>(with column: Query<U>, options: StringOptions = []) -> Query<Bool>
  where U: _HasPersistedType, U.PersistedType: _QueryBinary { matches(.text(.begins), column, options) }
  /// Whether the text or data ends with that of another property; false if the other value is empty. See `starts(with:options:)`.
  public func ends<U>(with column: Query<U>, options: StringOptions = []) -> Query<Bool>
  where U: _HasPersistedType, U.PersistedType: _QueryBinary { matches(.text(.ends), column, options) }
  /// Whether the text or data contains that of another property; false if the other value is empty. See `contains(_:options:)`.
  public func contains<U>(_ column: Query<U>, options: StringOptions = []) -> Query<Bool>
  where U: _HasPersistedType, U.PersistedType: _QueryBinary { matches(.text(.contains), column, options) }
  /// Whether the text or data equals that of another property: `$0.name.equals($0.nickname, options: .caseInsensitive)`.
  public func equals<U>(_ column: Query<U>, options: StringOptions = []) -> Query<Bool>
  where U: _HasPersistedType, U.PersistedType: _QueryBinary { matches(.order(.equal), column, options) }
  /// Whether the text or data differs from that of another property. See `equals(_:options:)`.
  public func notEquals<U>(_ column: Query<U>, options: StringOptions = []) -> Query<Bool>
  where U: _HasPersistedType, U.PersistedType: _QueryBinary { matches(.order(.notEqual), column, options) }
}

extension Query {
  fileprivate func matches<V>(_ relation: Relation, _ value: V, _ options: StringOptions) -> Query<Bool> {
    switch QueryConstant(converting: value) {
    case let constant?:
      switch constant {
      case .string, .data, .null: return Query<Bool>(.relates(path, relation, constant, options))
      default: break
      }
    case nil: break
    }
    misuse(.query("Cannot compare '\(path.text)' with a value of type '\(V.self)'."))
  }

  fileprivate func matches<U>(_ relation: Relation, _ column: Query<U>, _ options: StringOptions) -> Query<Bool> {
    let (first, second) = (path, column.path)
    if first.isMany, second.isMany { misuse(.query("Comparing two collection columns is not permitted.")) }
    return Query<Bool>(.computed(.path(first), relation, options, .path(second)))
  }
}
