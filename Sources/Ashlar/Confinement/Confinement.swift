import AshlarStore
import CAshlar
import Dispatch

/// The thread, queue, actor, task or pool to which live objects are confined.
///
/// An access first compares the current thread with that of the previous check; the confinement itself is checked only if they differ.
enum Confinement {
  /// The main queue, on which the main actor runs.
  ///
  /// It is identified by the queue and not by the main thread: on Linux, the queue's blocks may run on another thread after an asynchronous
  /// `main` has been suspended.
  case mainQueue
  case thread(UInt)
  /// A serial queue, on whichever thread it runs.
  case queue(QueueConfinement)
  /// The code that an actor isolates, on whichever thread it runs.
  case actor(ActorConfinement)
  /// A task outside actors, by its number, which is never reused.
  case task(UInt64)
  /// A body to which a pool lends a Realm.
  case pool(PoolLoan)
  /// A thread that has ended. Another thread may have its number.
  case endedThread(UInt)
  /// A migration that has ended.
  case endedMigration

  /// Returns the confinement of the caller. The main queue takes precedence over an actor, an actor over a task, a task over a queue on
  /// which a Realm was opened, and such a queue over the thread.
  static func current() -> Confinement {
    if isMainQueue { return .mainQueue }
    if let actor = ActorConfinement.current() { return .actor(actor) }
    let task = ashlar_current_task()
    if task != 0 { return .task(task) }
    if let queue = QueueConfinement.current() { return .queue(queue) }
    return .thread(UInt(ashlar_thread()))
  }

  /// Returns the confinement of an actor that isolates the caller.
  static func current(in actor: any Actor) -> Confinement {
    isMainQueue ? .mainQueue : .actor(ActorConfinement(actor))
  }

  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Returns whether `queue` is the main queue, which several objects may represent.
  static func isMain(_ queue: DispatchQueue) -> Bool { queue.getSpecific(key: key) == true }

  private static var isMainQueue: Bool {
    // Before the main queue runs its first block, the first thread of the process represents it.
    DispatchQueue.getSpecific(key: key) == true || ashlar_is_first_thread() != 0
      || ashlar_current_executor() == ActorConfinement.mainExecutor
  }

  /// The `endedThread` that replaces the confinement once its thread has ended; the confinement itself if it is not a thread.
  var ended: Confinement {
    if case .thread(let id) = self { return .endedThread(id) }
    return self
  }

  /// Whether the caller is in the confinement.
  var isCurrent: Bool {
    switch self {
    case .mainQueue: Confinement.isMainQueue
    case .thread(let id): id == UInt(ashlar_thread())
    case .queue(let queue): queue.isCurrent
    case .actor(let actor): actor.isCurrent
    case .task(let id): id == ashlar_current_task()
    case .pool(let loan): loan.isCurrent
    case .endedThread, .endedMigration: false
    }
  }

  /// Returns whether this is the confinement of Realms that blocks on `queue` open with that queue.
  func includes(_ queue: DispatchQueue) -> Bool {
    switch self {
    case .mainQueue: Confinement.isMain(queue)
    case .queue(let own): own.isConfinement(of: queue)
    case .thread, .actor, .task, .pool, .endedThread, .endedMigration: false
    }
  }

  /// Whether no code can run in the confinement any more.
  var isOver: Bool {
    switch self {
    case .endedThread, .endedMigration: true
    case .actor(let actor): actor.isGone
    case .mainQueue, .thread, .queue, .task, .pool: false
    }
  }

  /// Whether all code on the calling thread is in the confinement as long as the thread exists.
  var isOneThread: Bool {
    switch self {
    case .thread: true
    // Code on the first thread is always in the main queue's confinement.
    case .mainQueue: ashlar_is_first_thread() != 0
    case .queue, .actor, .task, .pool, .endedThread, .endedMigration: false
    }
  }

  /// Whether a write may continue without references to its Realm. If so, the end of the thread or of the pool's body cancels it.
  var keepsWrites: Bool {
    switch self {
    case .thread, .mainQueue, .pool: true
    case .queue, .actor, .task, .endedThread, .endedMigration: false
    }
  }
}

extension Confinement {
  /// A hashable value that distinguishes confinements.
  enum Identity: Hashable, Sendable {
    case mainQueue
    case thread(UInt)
    case queue(ObjectIdentifier)
    case actor(UInt)
    case task(UInt64)
    case pool(UInt64)
    case endedMigration

    // The identity as two numbers, for the store.
    fileprivate var numbers: (kind: UInt8, number: UInt64) {
      switch self {
      case .mainQueue: (0, 0)
      case .thread(let id): (1, UInt64(id))
      case .queue(let id): (2, UInt64(UInt(bitPattern: id)))
      case .actor(let id): (3, UInt64(id))
      case .task(let id): (4, id)
      case .endedMigration: (5, 0)
      case .pool(let id): (6, id)
      }
    }
  }

  var identity: Identity {
    switch self {
    case .mainQueue: .mainQueue
    case .thread(let id), .endedThread(let id): .thread(id)
    case .queue(let queue): .queue(ObjectIdentifier(queue.mark))
    case .actor(let actor): .actor(actor.executor)
    case .task(let id): .task(id)
    case .pool(let loan): .pool(loan.number)
    case .endedMigration: .endedMigration
    }
  }
}

extension Confinement {
  /// The store's representation of the confinement in which a write that began in this confinement must end.
  var ofWrites: WriteHolder.Confinement {
    switch self {
    case .thread, .pool: return .thread
    case .mainQueue, .queue, .actor, .task, .endedThread, .endedMigration: break
    }
    let (kind, number) = identity.numbers
    return .isolated(kind: kind, number: number)
  }
}

extension Confinement: CustomStringConvertible {
  var description: String {
    switch self {
    case .mainQueue: "the main queue"
    case .thread(let id): "thread 0x\(String(id, radix: 16))"
    case .queue(let queue): "queue '\(queue.mark.label)'"
    case .actor(let actor): actor.description
    case .task(let id): "task \(id)"
    case .pool(let loan): loan.isOut ? "a pool, for a body that is running on another thread" : "a pool, for a body that has returned"
    case .endedThread(let id): "thread 0x\(String(id, radix: 16)), which has ended"
    case .endedMigration: "a migration block that has returned"
    }
  }
}
