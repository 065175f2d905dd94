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

  // MARK: - Writing

  /// Not there: the compiler says what to write instead.
  @available(
    *, unavailable,
    message: "notifications are not supported yet, so that there is nothing to leave out: write 'realm.write { … }'"
  )
  @discardableResult
  public func write<Result>(withoutNotifying tokens: [Any], _ block: () throws -> Result) throws -> Result { _unavailable() }

  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "notifications are not supported yet, so that there is nothing to leave out: write 'commitWrite()'")
  public func commitWrite(withoutNotifying tokens: [Any]) throws { _unavailable() }

  // MARK: - Advancing

  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "notifications are not supported yet: call 'refresh()', and compare what you find")
  public func observe(_ block: @escaping (_ notification: Any, _ realm: Realm) -> Void) -> Never { _unavailable() }

  /// Not there: the compiler says what to write instead.
  @available(*, unavailable, message: "a Realm advances by 'refresh()' and by beginning a write, and never by itself")
  public var autorefresh: Bool {
    get { _unavailable() }
    nonmutating set { _unavailable() }
  }
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
