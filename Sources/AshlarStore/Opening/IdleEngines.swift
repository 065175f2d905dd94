#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import CAshlar

/// Engines that nobody uses any more. Closing them waits for the disk, so they stay open for a moment: a server that opens its
/// file for each request finds it open. A thread closes them, and the end of the process closes the rest.
enum IdleEngines {
  static let moment = Duration.seconds(2)

  private static let list = PerProcess(IdleList())
  private static let closesAtExit: Void = { _ = atexit { IdleEngines.closeAll() } }()

  private static var current: IdleList { list.withLock { $0 } }

  /// Keeps an engine that is about to lose a user.
  static func keep(_ engine: any FileEngine) {
    _ = closesAtExit
    current.keep(engine, until: .now + moment)
  }

  static func contains(_ engine: any FileEngine) -> Bool { current.contains(engine) }

  /// Closes what nobody else uses of the files that were opened at a path, and waits until they are closed.
  static func close(at path: String) { current.close { $0 == path } }

  /// Closes all that nobody else uses.
  static func closeAll() { current.close { _ in true } }
}

/// The engines that are kept, and the thread that closes them, which is there as long as there are some.
private final class IdleList: @unchecked Sendable {
  private let monitor = Monitor()
  // All under `monitor`.
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
      // Without a thread the last user closes the file.
      if isRunning { kept.append((engine, end)) }
    }
  }

  /// Whether an engine is kept, or about to be closed.
  func contains(_ engine: any FileEngine) -> Bool {
    monitor.withLock { kept.contains { $0.engine === engine } || closing.contains { $0.engine == ObjectIdentifier(engine) } }
  }

  /// Lets go of engines by their paths; also waits for those that another thread is about to let go of.
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

  // The last references go here, outside the lock.
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
    let context = Unmanaged.passRetained(self)
    let code = ashlar_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<IdleList>.fromOpaque(context).takeRetainedValue().run()
      }, context.toOpaque())
    if code != 0 { context.release() }
    return code == 0
  }

  private func run() {
    while closeNext() {}
  }

  /// Waits until an engine is due and closes it; false when there is none.
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
  /// To be called before the last user of a file lets go of it: where closing the file waits for the disk, it is kept open for two
  /// seconds, so that who opens it again need not wait. Other processes find it open meanwhile; this one closes it to delete it or to
  /// open another file at its path.
  /// - Parameter isOpenedSoon: the file is about to be opened again: one that can be written to is also kept where closing it does not wait.
  public static func keepForAMoment(_ engine: any StorageEngine, isOpenedSoon: Bool = false) {
    guard let engine = engine as? any FileEngine, engine.hasFile, engine.closingWaits || isOpenedSoon && engine.isLasting else {
      return
    }
    IdleEngines.keep(engine)
  }

  /// Closes a file that is only kept open for a moment, and waits for that.
  package static func closeIdleFile(path: String) { IdleEngines.close(at: RealPath.of(path)) }
}
