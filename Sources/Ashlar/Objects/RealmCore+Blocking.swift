import AshlarStore
import CAshlar

extension _RealmCore {
  private static let reported = Guarded<Set<String>>([])

  /// Runs a closure that may block. If the closure takes more than 50 ms on a thread that runs a task, a warning is logged, because such
  /// threads are few and other tasks wait for them. The warning is logged once for each action and each source location that opens a Realm.
  /// - Parameter what: The Realm's action as the warning describes it, such as "waited for other writers".
  func noticingBlocking<Result>(_ what: String, _ body: () throws -> Result) rethrows -> Result {
    let begun = ContinuousClock.now
    defer {
      let taken = ContinuousClock.now - begun
      if taken > .milliseconds(50), ashlar_current_task() != 0 { reportBlocking(what, taken) }
    }
    return try body()
  }

  private func reportBlocking(_ what: String, _ taken: Duration) {
    guard _RealmCore.reported.withLock({ $0.insert("\(place) \(what)").inserted }) else { return }
    let milliseconds = taken.components.seconds * 1000 + taken.components.attoseconds / 1_000_000_000_000_000
    Logger.shared.log(
      .warn,
      "'\(session.engine.path)': the Realm opened at \(place) \(what) for \(milliseconds) ms on a thread that runs tasks, and blocked it "
        + "for other tasks. 'asyncWrite' and 'RealmPool.write' suspend the task instead; perform large writes on a separate thread."
    )
  }
}
