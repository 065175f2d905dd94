import AshlarStore
import Dispatch
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Opens and migrates a file on a background queue, and then opens a Realm on the queue of the callback.
@usableFromInline final class Opening: @unchecked Sendable {
  private let configuration: Realm.Configuration
  private let place: String
  private let queue: DispatchQueue
  // Called and released on the queue.
  private var callback: ((Result<Realm, any Error>) -> Void)?
  private let isCancelled = Atomic(false)

  init(
    _ configuration: Realm.Configuration, _ place: String, _ queue: DispatchQueue, _ callback: @escaping (Result<Realm, any Error>) -> Void
  ) {
    (self.configuration, self.place, self.queue, self.callback) = (configuration, place, queue, callback)
  }

  func cancel() { isCancelled.store(true, ordering: .relaxed) }

  func start() {
    // Each opening has its own queue, so that openings of several files do not wait for each other.
    DispatchQueue(label: "Ashlar: opening a Realm").async { [self] in
      let prepared = Result { try RealmOpening.prepare(configuration, place: place) }
      queue.async { self.deliver(prepared) }
    }
  }

  private func deliver(_ prepared: Result<Void, any Error>) {
    guard let callback else { return }
    self.callback = nil
    if isCancelled.load(ordering: .relaxed) { return callback(.failure(POSIXError(.ECANCELED))) }
    callback(
      Result {
        try prepared.get()
        let confinement = try Confinement(queue, of: configuration)
        return Realm(try RealmOpening.open(configuration, place: place, confinement: confinement, isPrepared: true))
      }.mapError { Realm.Error.wrapping($0, names: RuleNames(configuration)) })
  }
}
