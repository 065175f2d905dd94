// API of RealmSwift that Ashlar does not have. The compiler's message states the replacement.

extension Realm {
  /// Unavailable: pass an `UpdatePolicy`.
  ///
  /// ```swift
  /// realm.add(person, update: .modified)
  /// ```
  @available(*, unavailable, message: "'update' takes a policy: write 'update: .modified' for true and leave it out for false")
  public func add(_ object: Object, update: Bool) { _unavailable() }

  /// Unavailable: pass an `UpdatePolicy` to the other overload.
  @available(*, unavailable, message: "'update' takes a policy: write 'update: .modified' for true and leave it out for false")
  public func add<S: Sequence>(_ objects: S, update: Bool) where S.Element: Object { _unavailable() }

  /// Unavailable: pass an `UpdatePolicy` to the other overload.
  @available(*, unavailable, message: "'update' takes a policy: write 'update: .modified' for true and leave it out for false")
  @discardableResult
  public func create<T: Object>(_ type: T.Type, value: Any = [String: Any](), update: Bool) -> T { _unavailable() }
}

extension Realm.Configuration {
  /// Unavailable: synchronization is not supported.
  @available(*, unavailable, message: "synchronization is not supported: every Realm is local")
  public var syncConfiguration: Any? {
    get { _unavailable() }
    set { _unavailable() }
  }

  /// Unavailable: synchronization is not supported.
  @available(*, unavailable, message: "synchronization is not supported: every Realm is local")
  public var eventConfiguration: Any? {
    get { _unavailable() }
    set { _unavailable() }
  }
}

// This function is never called: code that would call it does not compile.
private func _unavailable() -> Never { misuse(.schema("This is not available.")) }
