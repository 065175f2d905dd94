import Ashlar
import AshlarCombine
import Dispatch
import Foundation
import Models
import Synchronization

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
  import OpenCombineDispatch
#endif

/// One database in memory, with people in it.
struct Bed {
  let realm: Realm
  let people: [Person]

  init(_ names: [String] = ["a", "b", "c"]) throws {
    realm = try Realm(configuration: Bed.configuration())
    people = try realm.write { [realm] in names.map { realm.create(Person.self, value: ["name": $0]) } }
  }

  static func configuration() -> Realm.Configuration {
    Realm.Configuration(inMemoryIdentifier: UUID().uuidString, objectTypes: ModelsSchema.objectTypes)
  }

  /// Stores, and tells.
  func write(_ body: () -> Void) throws {
    try realm.write { body() }
    realm.refresh()
  }
}

/// What was sent, on whatever thread.
final class Sent: Sendable {
  private let list = Mutex<[String]>([])
  private let semaphore = DispatchSemaphore(value: 0)

  func add(_ text: String) {
    list.withLock { $0.append(text) }
    semaphore.signal()
  }

  func take() -> [String] {
    list.withLock { list in
      defer { list = [] }
      return list
    }
  }

  /// Waits for the next value; false when none comes for a long time.
  func wait() -> Bool { semaphore.wait(timeout: .now() + 300) == .success }

  func add<C>(_ change: RealmCollectionChange<C>) {
    switch change {
    case .initial: add("initial")
    case .update(_, let deletions, let insertions, let modifications): add("-\(deletions) +\(insertions) ~\(modifications)")
    case .error: add("error")
    }
  }

  func add<C>(_ change: RealmMapChange<C>) {
    switch change {
    case .initial: add("initial")
    case .update(_, let deletions, let insertions, let modifications): add("-\(deletions) +\(insertions) ~\(modifications)")
    case .error: add("error")
    }
  }

  func add<C>(_ change: SectionedResultsChange<C>) {
    switch change {
    case .initial: add("initial")
    case .update(_, let deletions, let insertions, let modifications, let inserted, let deleted):
      add(
        "-\(deletions.map(Array.init)) +\(insertions.map(Array.init)) ~\(modifications.map(Array.init)), sections +\(Array(inserted)) -\(Array(deleted))"
      )
    }
  }

  func add<T>(_ change: ObjectChange<T>) {
    switch change {
    case .change(_, let properties):
      add(properties.map { "\($0.name) \($0.oldValue ?? "-") → \($0.newValue ?? "-")" }.joined(separator: ", "))
    case .deleted: add("deleted")
    case .error: add("error")
    }
  }

  func add<E>(_ completion: Subscribers.Completion<E>) {
    switch completion {
    case .finished: add("finished")
    case .failure(let error): add("failed: \(error)")
    }
  }
}

extension Publisher {
  /// Notes the end and what a closure says of each value.
  func note(in sent: Sent, _ text: @escaping (Output) -> String) -> AnyCancellable {
    sink(receiveCompletion: { sent.add($0) }, receiveValue: { sent.add(text($0)) })
  }
}
