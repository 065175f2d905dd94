// Functions that callers expect under these names, and that have a different name here or do not exist. The compiler's message states what
// to write instead.

extension Query where T: _HasPersistedType, T.PersistedType: _QueryString {
  /// Unavailable: write `$0.name.starts(with: "A")`.
  @available(*, unavailable, renamed: "starts(with:)")
  public func hasPrefix(_ text: T) -> Query<Bool> { self == text }

  /// Unavailable: write `$0.name.ends(with: "n")`.
  @available(*, unavailable, renamed: "ends(with:)")
  public func hasSuffix(_ text: T) -> Query<Bool> { self == text }

  /// Unavailable: write `$0.name.equals("ann", options: .caseInsensitive)`.
  @available(
    *, unavailable,
    message: "A condition compares a property as it is stored: pass 'options: .caseInsensitive' to 'equals', 'starts(with:)' …"
  )
  public func lowercased() -> Query<T> { self }

  /// Unavailable: write `$0.name.equals("ANN", options: .caseInsensitive)`.
  @available(
    *, unavailable,
    message: "A condition compares a property as it is stored: pass 'options: .caseInsensitive' to 'equals', 'starts(with:)' …"
  )
  public func uppercased() -> Query<T> { self }
}

extension Query where T: RealmCollection {
  /// Unavailable: write `$0.dogs.age > 3`, which is true if any dog is older than 3.
  @available(
    *, unavailable, message: "A condition on a property of a collection is satisfied if any element satisfies it: write '$0.dogs.age > 3'."
  )
  public func contains(where condition: (Query<T.Element>) -> Query<Bool>) -> Query<Bool> { Query<Bool>(path: path) }

  /// Unavailable: write `($0.dogs.age > 3).count > 0` or, with the same meaning, `$0.dogs.age > 3`.
  @available(
    *, unavailable, message: "A condition on a property of a collection is satisfied if any element satisfies it: write '$0.dogs.age > 3'."
  )
  public func filter(_ condition: (Query<T.Element>) -> Query<Bool>) -> Query<T> { self }
}
