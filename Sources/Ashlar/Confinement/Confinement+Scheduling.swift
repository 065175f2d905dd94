import Dispatch

extension Confinement {
  /// Whether code can be scheduled in the confinement from outside.
  var canSchedule: Bool {
    switch self {
    case .mainQueue, .queue: true
    case .actor(let actor): !actor.isGone
    case .thread, .task, .pool, .endedThread, .endedMigration: false
    }
  }

  /// Schedules `body` in the confinement, to run once. Returns false, and never runs `body`, if the confinement cannot run scheduled code.
  /// Queues run blocks in the order in which they were scheduled, actors in any order.
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
