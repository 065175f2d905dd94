public import Ashlar

/// A value that views can show and observe: an object, a projection, a collection or sectioned results.
public nonisolated protocol _ViewValue: ThreadConfined {
  /// Calls `call` after each change of a property in `keyPaths`, or of any property if `keyPaths` is nil; for a collection or sectioned
  /// results, also initially. Called by the property wrappers.
  func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken
  /// Returns the value that views read instead of a deleted one; nil if the type has no such value.
  static func _blank() -> Self?
}

extension _ViewValue {
  /// Returns nil.
  public static func _blank() -> Self? { nil }
}

extension ObjectBase {
  /// Calls a closure after each change of the object.
  public func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    _observe(keyPaths, nil, "a view") { (_: ObjectChange<ObjectBase>) in call() }
  }
  /// Returns an unmanaged object with default values.
  public static func _blank() -> Self? { Self() }
}

extension Object: _ViewValue {}
extension EmbeddedObject: _ViewValue {}

extension Projection: _ViewValue {
  /// Calls a closure after each change of a projected property.
  public func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    func follow<P: ProjectionObservable>(_ projection: P) -> NotificationToken { projection.observe(keyPaths: keyPaths) { _ in call() } }
    // The projection is observed as an instance of its own class, which declares the projected properties.
    let projection: any ProjectionObservable = self
    return follow(projection)
  }
}

extension RealmCollection {
  /// Calls a closure initially and after each change.
  public func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    observe(keyPaths: keyPaths) { _ in call() }
  }
}

extension _ViewValue where Self: _CollectionBase {
  /// Returns an empty, unmanaged collection.
  public static func _blank() -> Self? { Self() }
}

extension Results: _ViewValue {}
extension LinkingObjects: _ViewValue {}
extension AnyRealmCollection: _ViewValue {}
extension List: _ViewValue {}
extension MutableSet: _ViewValue {}

extension Map: _ViewValue {
  /// Calls a closure initially and after each change.
  public func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    observe(keyPaths: keyPaths) { _ in call() }
  }
}

extension SectionedResults: _ViewValue {
  /// Calls a closure initially and after each change.
  public func _follow(_ keyPaths: [String]?, _ call: @escaping () -> Void) -> NotificationToken {
    observe(keyPaths: keyPaths) { _ in call() }
  }
}
