import AshlarStore

// `Self` is what the changes hold; only an extension of a protocol has that.
extension ThreadConfined where Self: ObjectBase {
  /// What was stored to the object, as `for await` takes it, and `.deleted` as the last element. See `RealmChanges`, and `Object.observe` for
  /// what counts.
  ///
  /// - Parameter keyPaths: Names of properties joined by dots. None is the same as nil.
  public func changes(keyPaths: [String]? = nil) -> RealmChanges<ObjectChange<Self>> {
    _requireObservable()
    return RealmChanges(ChangeSource(_realm) { self._observer(keyPaths, $0) })
  }

  /// See `changes(keyPaths:)`.
  /// - Parameter keyPaths: Key paths of the object, as `\.name` and `\.owner?.name`.
  public func changes(keyPaths: [PartialKeyPath<Self>]) -> RealmChanges<ObjectChange<Self>> {
    changes(keyPaths: keyPaths.map { KeyPathParts.path(of: $0, for: .observing) })
  }
}
