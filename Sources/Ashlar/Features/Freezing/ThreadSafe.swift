import AshlarStore

/// A variable that any thread, actor, task or queue may read and set, for an object or collection of a Realm. Each reader receives the
/// counterpart in its own Realm.
///
/// ```swift
/// struct Handler {
///   @ThreadSafe var person: Person?
/// }
/// let handler = Handler(person: person)
/// queue.async { print(handler.person?.name ?? "deleted") }
/// ```
///
/// Reading returns nil if nothing was set, or if the object has been deleted. Only managed objects and collections, and nil, can be set.
/// Swift does not allow a `@Sendable` closure to capture a local variable with this wrapper: use `ThreadSafeReference` or `Frozen` there.
@propertyWrapper public final class ThreadSafe<T: ThreadConfined>: Sendable {
  private struct Content: @unchecked Sendable {
    let reference: ReferenceBox<T>.Content
    let configuration: Realm.Configuration
  }

  private struct State {
    var content: Content?
    /// The number of times that the variable was set.
    var changes = 0
  }

  private let state: Guarded<State>

  /// Wraps a managed object or collection, or nil. Stops the program if the object or collection is unmanaged.
  public init(wrappedValue: T?) {
    let content = ThreadSafe.content(of: wrappedValue)
    state = Guarded(State(content: content))
  }

  /// The counterpart in the caller's Realm of the same file. Reading opens that Realm if necessary, and advances it as `Realm.resolve(_:)`
  /// does. Stops the program if the Realm cannot be opened.
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
      // Another thread may have set the variable since it was read.
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
