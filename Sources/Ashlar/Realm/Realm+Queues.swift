import Dispatch

extension Confinement {
  /// Creates the confinement to a queue on which the caller runs. Throws `Realm.Error` with the code `.fail` if the caller does not run on
  /// the queue, or if the queue is concurrent.
  init(_ queue: DispatchQueue, of configuration: Realm.Configuration) throws {
    if Confinement.isMain(queue) {
      self = .mainQueue
      if isCurrent { return }
      throw Confinement.refusal("the main queue", configuration)
    }
    do {
      self = .queue(try QueueConfinement(queue))
    } catch .elsewhere(let label) {
      throw Confinement.refusal("queue '\(label)'", configuration)
    } catch .concurrent(let label) {
      throw Realm.Error(
        .fail,
        "Realms can only be confined to serial queues or the main queue. Queue '\(label)' runs several blocks at once: open the Realm on a "
          + "serial queue, or with 'Realm(configuration:)' in each block.",
        fileURL: configuration.fileURL)
    }
  }

  private static func refusal(_ queue: String, _ configuration: Realm.Configuration) -> Realm.Error {
    Realm.Error(
      .fail,
      "Realm opened from incorrect dispatch queue: it should belong to \(queue), but was opened on \(Confinement.current()). Open it in a "
        + "block that runs on that queue.",
      fileURL: configuration.fileURL)
  }
}
