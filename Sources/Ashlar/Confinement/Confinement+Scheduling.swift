import Dispatch

extension Confinement {
  /// Whether something can be run there from outside.
  var canSchedule: Bool {
    switch self {
    case .mainQueue, .queue: true
    case .actor(let actor): !actor.isGone
    case .thread, .task, .pool, .endedThread, .endedMigration: false
    }
  }

  /// Runs `body` there later, once; false, and it never runs, where that cannot be done. On queues blocks run in the order in which
  /// they were given, on actors in any.
  func schedule(_ body: @escaping @Sendable () -> Void) -> Bool {
    switch self {
    case .mainQueue: DispatchQueue.main.async(execute: body)
    case .queue(let queue): queue.queue.async(execute: body)
    case .actor(let actor): return actor.schedule(body)
    case .thread, .task, .pool, .endedThread, .endedMigration: return false
    }
    return true
  }
}
