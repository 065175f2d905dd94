import CAshlar
import Dispatch

/// Where live objects may be used: the thread that opened the Realm, or the main queue.
///
/// The main queue is the truth, not the main thread: on Linux its blocks may run on another thread, once an asynchronous
/// `main` was suspended.
enum Confinement: Equatable, CustomStringConvertible {
  case mainQueue
  case thread(UInt)
  /// A thread that is gone; another may have its number by now.
  case endedThread(UInt)
  /// A migration that is over.
  case endedMigration

  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  static func current() -> Confinement {
    // Before the main queue runs anything, the process's first thread stands for it.
    if DispatchQueue.getSpecific(key: key) == true || ashlar_is_first_thread() != 0 { return .mainQueue }
    return .thread(UInt(ashlar_thread()))
  }

  /// What it is when its thread has ended.
  var ended: Confinement {
    switch self {
    case .thread(let id): .endedThread(id)
    case .mainQueue, .endedThread, .endedMigration: self
    }
  }

  var isCurrent: Bool { self == Confinement.current() }

  var description: String {
    switch self {
    case .mainQueue: "the main queue"
    case .thread(let id): "thread 0x\(String(id, radix: 16))"
    case .endedThread(let id): "thread 0x\(String(id, radix: 16)), which has ended"
    case .endedMigration: "the inside of a migration block, which has returned"
    }
  }
}
