import Ashlar
import People
import AshlarStore
import TestSupport

/// What blocks were told, on whatever thread.
final class SharedCalls: Sendable {
  private let list = Guarded<[String]>([])

  var all: [String] { list.withLock { $0 } }
  func add(_ text: String) { list.withLock { $0.append(text) } }

  func add<C>(_ change: RealmCollectionChange<C>) {
    let calls = Calls()
    calls.add(change)
    add(calls.list[0])
  }

  func add<T>(_ change: ObjectChange<T>) {
    let calls = Calls()
    calls.add(change)
    add(calls.list[0])
  }
}

/// An actor that keeps tokens, as actors do.
actor Listener {
  let calls: SharedCalls
  private var tokens: [NotificationToken] = []
  private var counts: [Int] = []

  init(_ calls: SharedCalls) { self.calls = calls }

  func keep(_ token: NotificationToken) { tokens.append(token) }
  func letGo() { tokens = [] }

  /// Observes by itself, in its own Realm.
  func observe(_ configuration: Realm.Configuration) async throws {
    let realm = try await Realm(configuration: configuration, actor: self)
    tokens.append(realm.objects(Person.self).observe { [calls] in calls.add($0) })
  }
}
