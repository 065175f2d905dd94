// What people write first and is spelled otherwise here, or not there yet: the compiler says what to write.

extension Query where T: _HasPersistedType, T.PersistedType: _QueryString {
  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, renamed: "starts(with:)")
  public func hasPrefix(_ text: T) -> Query<Bool> { self == text }

  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, renamed: "ends(with:)")
  public func hasSuffix(_ text: T) -> Query<Bool> { self == text }

  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable,
    message: "A condition compares a property as it is stored: pass 'options: .caseInsensitive' to 'equals', 'starts(with:)' …"
  )
  public func lowercased() -> Query<T> { self }

  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable,
    message: "A condition compares a property as it is stored: pass 'options: .caseInsensitive' to 'equals', 'starts(with:)' …"
  )
  public func uppercased() -> Query<T> { self }

  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable, message: "A text is compared with a constant here: only '==', '!=', '<', '<=', '>' and '>=' compare two properties."
  )
  public func contains<U>(_ property: Query<U>, options: StringOptions = []) -> Query<Bool> { Query<Bool>(path: path) }

  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable, message: "A text is compared with a constant here: only '==', '!=', '<', '<=', '>' and '>=' compare two properties."
  )
  public func starts<U>(with property: Query<U>, options: StringOptions = []) -> Query<Bool> { Query<Bool>(path: path) }

  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable, message: "A text is compared with a constant here: only '==', '!=', '<', '<=', '>' and '>=' compare two properties."
  )
  public func ends<U>(with property: Query<U>, options: StringOptions = []) -> Query<Bool> { Query<Bool>(path: path) }
}

extension StringOptions {
  /// Not there: the message of the compiler says what to write.
  @available(*, unavailable, message: "Diacritics are compared as they are; only '.caseInsensitive' is supported.")
  public static var diacriticInsensitive: StringOptions { [] }
}

extension Query where T: RealmCollection {
  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable, message: "A condition on a property of a collection holds when it does for any element: write '$0.dogs.age > 3'."
  )
  public func contains(where condition: (Query<T.Element>) -> Query<Bool>) -> Query<Bool> { Query<Bool>(path: path) }

  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable, message: "A condition on a property of a collection holds when it does for any element: write '$0.dogs.age > 3'."
  )
  public func filter(_ condition: (Query<T.Element>) -> Query<Bool>) -> Query<T> { self }

  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable,
    message: "Aggregates inside conditions are not supported yet: filter in Swift, 'results.filter { ($0.list.min() ?? 0) > 3 }'."
  )
  public var min: Query<T.Element> { Query<T.Element>(path: path) }

  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable,
    message: "Aggregates inside conditions are not supported yet: filter in Swift, 'results.filter { ($0.list.max() ?? 0) > 3 }'."
  )
  public var max: Query<T.Element> { Query<T.Element>(path: path) }

  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable, message: "Aggregates inside conditions are not supported yet: filter in Swift, 'results.filter { $0.list.sum() > 3 }'."
  )
  public var sum: Query<T.Element> { Query<T.Element>(path: path) }

  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable,
    message: "Aggregates inside conditions are not supported yet: filter in Swift, 'results.filter { ($0.list.average() ?? 0) > 3 }'."
  )
  public var avg: Query<T.Element> { Query<T.Element>(path: path) }
}

extension Query where T == Bool {
  /// Not there: the message of the compiler says what to write.
  @available(
    *, unavailable, message: "Counting the elements that fulfil a condition is not supported yet: filter in Swift, 'results.filter { … }'."
  )
  public var count: Query<Int> { Query<Int>(path: path) }
}
