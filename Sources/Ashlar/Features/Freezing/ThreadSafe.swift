import AshlarStore

/// A variable for something that belongs to a Realm, which any thread, actor, task or queue may read and set: each gets the counterpart in
/// its own Realm.
///
///     @ThreadSafe var person: Person?
///
/// Reading gives nil when nothing was set, and for good when the object was deleted. Only what is managed can be set. Swift does not let a
/// `@Sendable` closure capture a local variable with this wrapper: there `ThreadSafeReference` and `Frozen` serve.
@propertyWrapper public final class ThreadSafe<T: ThreadConfined>: Sendable {
  private struct Content: @unchecked Sendable {
    let reference: ReferenceBox<T>.Content
    let configuration: Realm.Configuration
  }

  private struct State {
    var content: Content?
    /// How often it was set.
    var changes = 0
  }

  private let state: Guarded<State>

  /// Wraps something managed, or nothing.
  public init(wrappedValue: T?) {
    let content = ThreadSafe.content(of: wrappedValue)
    state = Guarded(State(content: content))
  }

  /// The counterpart in the caller's Realm of the file, which is opened if need be, and advances as `Realm.resolve` says. Stops the program
  /// when the Realm cannot be opened.
  public var wrappedValue: T? {
    get {
      let (known, changes) = state.withLock { ($0.content, $0.changes) }
      guard let known else { return nil }
      let realm: Realm
      do { realm = try Realm(configuration: known.configuration) } catch { misuse(.storage("\(error)")) }
      realm._core.checkConfinement("Realm")
      let found = realm.counterpart(known.reference)
      let isKept = known.reference.isPending || (found != nil && realm.isInWriteTransaction)
      let next = isKept ? known : ThreadSafe.content(of: found)
      // Unless somebody has set it meanwhile.
      state.withLock { if $0.changes == changes { $0.content = next } }
      return found
    }
    set {
      let next = ThreadSafe.content(of: newValue)
      state.withLock {
        $0.content = next
        $0.changes += 1
      }
    }
  }

  private static func content(of value: T?) -> Content? {
    guard let value else { return nil }
    guard let realm = value.realm else { misuse(.unmanagedThreadSafe(type: "\(T.self)")) }
    if value.isInvalidated { return nil }
    return Content(reference: ReferenceBox.Content(value, in: realm), configuration: realm.configuration)
  }
}
