import Dispatch
import AshlarStore

/// A serial queue.
struct QueueConfinement: Sendable {
  /// What the queue carries for as long as it lasts: blocks find it wherever they run.
  final class Mark: Sendable {
    let label: String
    fileprivate let key = DispatchSpecificKey<Bool>()
    // The queue keeps its mark.
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

  /// Why a queue cannot have a Realm.
  enum Refusal: Error, Equatable {
    /// The caller is not on it.
    case elsewhere(label: String)
    /// It runs several blocks at once.
    case concurrent(label: String)
  }

  let mark: Mark
  let queue: DispatchQueue

  private static let marks = DispatchSpecificKey<Mark>()
  private static let marking = ThreadLock()

  /// The confinement to a queue, whose block the caller is.
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

  /// The queue whose block the caller is, when a Realm was opened with it.
  static func current() -> QueueConfinement? { DispatchQueue.getSpecific(key: marks).flatMap { QueueConfinement($0) } }

  /// Whether the caller is a block of the queue, or of one that has it as its target.
  var isCurrent: Bool { DispatchQueue.getSpecific(key: mark.key) == true }

  // Dispatch does not say whether a queue is concurrent: on a serial one a second block does not begin before the caller's ends.
  private var isConcurrent: Bool {
    let second = DispatchWorkItem {}
    queue.async(execute: second)
    defer { second.cancel() }
    return second.wait(timeout: .now() + .milliseconds(1)) == .success
  }
}
