// What users of RealmSwift try first and is not there: the compiler says what to write instead.

extension Realm {
  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "'update' takes a policy: write 'update: .modified' for true and leave it out for false")
  public func add(_ object: Object, update: Bool) { _unavailable() }

  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "'update' takes a policy: write 'update: .modified' for true and leave it out for false")
  public func add<S: Sequence>(_ objects: S, update: Bool) where S.Element: Object { _unavailable() }

  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "'update' takes a policy: write 'update: .modified' for true and leave it out for false")
  @discardableResult
  public func create<T: Object>(_ type: T.Type, value: Any = [String: Any](), update: Bool) -> T { _unavailable() }
}

extension Realm.Configuration {
  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "synchronization is not supported: every Realm is local")
  public var syncConfiguration: Any? {
    get { _unavailable() }
    set { _unavailable() }
  }

  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "synchronization is not supported: every Realm is local")
  public var eventConfiguration: Any? {
    get { _unavailable() }
    set { _unavailable() }
  }
}

// Never called: the compiler refuses what would.
private func _unavailable() -> Never { misuse(.schema("This is not available.")) }
