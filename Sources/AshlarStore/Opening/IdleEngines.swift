#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Engines without users. Closing an engine waits for the disk, so it stays open for `moment`: a server that opens its file for each
/// request then usually finds it open. A thread closes each engine after that time; when the process exits, the idle engines are closed.
/// Engines in use at process exit are not closed: their commits are in the file, and the next opening removes their entries from the lock
/// file.
enum IdleEngines {
  static let moment = Duration.seconds(2)

  private static let list = PerProcess(IdleList())
  private static let closesAtExit: Void = { _ = atexit { IdleEngines.closeAll() } }()

  private static var current: IdleList { list.withLock { $0 } }

  /// Retains an engine that is about to lose its last user, and closes it after `moment`.
  static func keep(_ engine: any FileEngine) {
    _ = closesAtExit
    current.keep(engine, until: .now + moment)
  }

  static func contains(_ engine: any FileEngine) -> Bool { current.contains(engine) }

  /// Closes the idle engines of files that were opened at a path, and waits until they are closed.
  static func close(at path: String) { current.close { $0 == path } }

  /// Closes all idle engines.
  private static func closeAll() { current.close { _ in true } }
}

/// The list of idle engines, and the thread that closes them, which runs while the list is not empty.
private final class IdleList: @unchecked Sendable {
  private let monitor = Monitor()
  // The idle engines, and the times at which they are to be closed. All three properties are guarded by `monitor`.
  private var kept: [(engine: any FileEngine, until: ContinuousClock.Instant)] = []
  private var isRunning = false
  private var closing: [(engine: ObjectIdentifier, path: String)] = []

  func keep(_ engine: any FileEngine, until end: ContinuousClock.Instant) {
    monitor.withLock {
      if let place = kept.firstIndex(where: { $0.engine === engine }) {
        kept[place].until = end
        return
      }
      if !isRunning { isRunning = start() }
      // If no thread can be started, the last user closes the file.
      if isRunning { kept.append((engine, end)) }
    }
  }

  /// Returns whether an engine is idle or being closed.
  func contains(_ engine: any FileEngine) -> Bool {
    monitor.withLock { kept.contains { $0.engine === engine } || closing.contains { $0.engine == ObjectIdentifier(engine) } }
  }

  /// Releases the idle engines whose paths satisfy `isMeant`, and waits for those that another thread is releasing.
  func close(where isMeant: (String) -> Bool) {
    var due: [any FileEngine] = []
    monitor.withLock {
      due = kept.filter { isMeant($0.engine.path) }.map(\.engine)
      kept.removeAll { isMeant($0.engine.path) }
      for engine in due { closing.append((ObjectIdentifier(engine), engine.path)) }
    }
    release(&due)
    monitor.withLock { while closing.contains(where: { isMeant($0.path) }) { monitor.wait() } }
  }

  // Releases the last references, outside the lock.
  private func release(_ due: inout [any FileEngine]) {
    let closed = due.map { ObjectIdentifier($0) }
    due = []
    monitor.withLock {
      for engine in closed {
        if let place = closing.firstIndex(where: { $0.engine == engine }) { closing.remove(at: place) }
      }
      monitor.wake()
    }
  }

  private func start() -> Bool {
    Worker.start { self.run() } == 0
  }

  private func run() {
    while closeNext() {}
  }

  /// Waits until an engine is due and closes it. Returns false if the list is empty.
  private func closeNext() -> Bool {
    var due: [any FileEngine] = []
    monitor.withLock {
      while let next = kept.indices.min(by: { kept[$0].until < kept[$1].until }) {
        let left = kept[next].until - .now
        if left <= .zero {
          let engine = kept.remove(at: next).engine
          closing.append((ObjectIdentifier(engine), engine.path))
          due = [engine]
          return
        }
        monitor.wait(left)
      }
      isRunning = false
    }
    if due.isEmpty { return false }
    release(&due)
    return true
  }
}

extension EnvironmentRegistry {
  /// Called before the last user of a file releases it. If closing the file waits for the disk, the file stays open for two seconds, so
  /// that reopening it need not wait. Until then, other processes find the file in use; this process closes the file before it deletes it
  /// or opens another file at its path.
  /// - Parameter isOpenedSoon: Whether the file is about to be reopened. If so, a writable file stays open even if closing it does not wait
  ///   for the disk.
  public static func keepForAMoment(_ engine: any StorageEngine, isOpenedSoon: Bool = false) {
    guard let engine = engine as? any FileEngine, engine.hasFile, engine.closingWaits || isOpenedSoon && engine.isLasting else {
      return
    }
    IdleEngines.keep(engine)
  }

  /// Closes a file that is open only because it is idle, and waits until it is closed.
  package static func closeIdleFile(path: String) { IdleEngines.close(at: RealPath.of(path)) }
}
