import AshlarStore

// The type of the elements contains `Self`. A method of a class cannot use `Self` there; a method in an extension of a protocol can.
extension ThreadConfined where Self: ObjectBase {
  /// Returns an asynchronous sequence of the object's changes, with `.deleted` as its last element. See `RealmChanges`, and
  /// `Object.observe` for the changes that are reported.
  ///
  /// ```swift
  /// for await change in person.changes() {
  ///   if case .change(let person, let properties) = change { print(person.name, properties.map(\.name)) }
  /// }
  /// ```
  ///
  /// - Parameter keyPaths: Names of properties, joined by dots. An empty array has the same effect as nil.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<ObjectChange<Self>> {
    RealmChanges(_source(keyPaths).changes)
  }

  /// Returns an asynchronous sequence of the object's changes. See `changes(keyPaths:)`.
  /// - Parameter keyPaths: Key paths of the object, such as `\.name` and `\.owner?.name`.
  public func changes(keyPaths: [PartialKeyPath<Self>]) -> RealmChanges<ObjectChange<Self>> {
    changes(keyPaths: KeyPathParts.paths(of: keyPaths))
  }
}
