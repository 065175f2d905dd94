import Dispatch
import AshlarStore

/// A serial queue to which Realms are confined.
struct QueueConfinement: Sendable {
  /// An object that is attached to a queue for the queue's lifetime. Blocks of the queue can retrieve it on any thread.
  final class Mark: Sendable {
    let label: String
    fileprivate let key = DispatchSpecificKey<Bool>()
    // Weak, because the queue retains its mark.
    fileprivate let queue: WeakQueue
    fileprivate init(_ queue: DispatchQueue) {
      label = queue.label
      self.queue = WeakQueue(queue)
    }
  }

  fileprivate struct WeakQueue: @unchecked Sendable {
    weak var value: DispatchQueue?
    init(_ value: DispatchQueue) { self.value = value }
  }

  /// The reason why a Realm cannot be confined to a queue.
  enum Refusal: Error, Equatable {
    /// The caller does not run on the queue.
    case elsewhere(label: String)
    /// The queue can run several blocks at the same time.
    case concurrent(label: String)
  }

  let mark: Mark
  let queue: DispatchQueue

  private static let marks = DispatchSpecificKey<Mark>()
  private static let marking = ThreadLock()

  /// Creates the confinement to a queue. Throws if the caller does not run on the queue, or if the queue is concurrent.
  init(_ queue: DispatchQueue) throws(Refusal) {
    self.queue = queue
    if let known = queue.getSpecific(key: QueueConfinement.marks) {
      mark = known
      guard isCurrent else { throw .elsewhere(label: queue.label) }
      return
    }
    if queue.label.hasPrefix("com.apple.root.") { throw .concurrent(label: queue.label) }
    mark = QueueConfinement.marking.withLock {
      if let known = queue.getSpecific(key: QueueConfinement.marks) { return known }
      let made = Mark(queue)
      queue.setSpecific(key: made.key, value: true)
      return made
    }
    guard isCurrent else { throw .elsewhere(label: queue.label) }
    if isConcurrent { throw .concurrent(label: queue.label) }
    queue.setSpecific(key: QueueConfinement.marks, value: mark)
  }

  private init?(_ mark: Mark) {
    guard let queue = mark.queue.value else { return nil }
    self.mark = mark
    self.queue = queue
  }

  /// Returns the queue on which the caller runs; nil if no Realm was opened with that queue.
  static func current() -> QueueConfinement? { DispatchQueue.getSpecific(key: marks).flatMap { QueueConfinement($0) } }

  /// Whether the caller runs on the queue, or on a queue that targets it.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: mark.key) == true }

  /// Returns whether Realms of `queue`, which is this queue or targets it, have this confinement.
  func isConfinement(of queue: DispatchQueue) -> Bool { queue.getSpecific(key: QueueConfinement.marks) === mark }

  // Dispatch does not report whether a queue is concurrent. On a serial queue, a second block does not begin before the caller's block
  // ends; the test waits for up to a millisecond.
  private var isConcurrent: Bool {
    let second = DispatchWorkItem {}
    queue.async(execute: second)
    defer { second.cancel() }
    return second.wait(timeout: .now() + .milliseconds(1)) == .success
  }
}
