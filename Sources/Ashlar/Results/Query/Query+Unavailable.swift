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
}
