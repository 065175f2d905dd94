import CAshlar

/// The thread that receives the system's events for writes to the lock files of watched files. A process has one such thread while any file
/// is watched.
///
/// If the system has no such events, or a file's events do not arrive, the thread polls the file's version.
enum FileWatcher {
  /// The polling interval for files without events, in milliseconds.
  static let interval: Int32 = 50
  // The time limit for the first event, which the caller of `add` causes to test delivery.
  private static let patience = Duration.seconds(1)

  private enum Hearing {
    case untested(since: ContinuousClock.Instant)
    case heard
    case silent
  }

  private struct File {
    let watch: CommitWatch
    var hearing: Hearing
  }

  private struct State {
    // The descriptor that receives the events; negative if the system has no such events.
    let descriptor = ashlar_watch_open()
    let bell = ashlar_watch_open_bell()
    // Closes the descriptors in a forked child, which has no thread that reads them.
    private let handlers: [ForkHandler]
    var files: [Int32: File] = [:]
    // The next number for a file without events.
    var nextSilent: Int32 = -2
    var isRunning = false

    init() {
      handlers = [descriptor, bell].map { descriptor in
        let kept = UnsafeMutablePointer<Int32>.allocate(capacity: 1)
        kept.initialize(to: descriptor)
        return ForkHandler(kept, ashlar_close_in_child)
      }
    }
  }

  private static let state = PerProcess(State())

  /// Starts watching a file.
  /// - Parameters:
  ///   - descriptor: The descriptor of its lock file.
  ///   - isSignalled: Whether other processes signal their commits, and the caller signals once after this call.
  /// - Returns: The number of the file.
  static func add(_ watch: CommitWatch, descriptor: Int32, isSignalled: Bool) -> Int32 {
    state.withLock { state in
      var number = isSignalled && state.descriptor >= 0 ? ashlar_watch_add(state.descriptor, descriptor) : -1
      var hearing = Hearing.untested(since: .now)
      if number < 0 {
        number = state.nextSilent
        state.nextSilent -= 1
        hearing = .silent
        watch.reportSilence()
      }
      state.files[number] = File(watch: watch, hearing: hearing)
      // A running thread may be waiting for events without a timeout, so it is woken to poll this file.
      if state.isRunning { ashlar_watch_ring(state.bell) } else { state.isRunning = start() }
      if !state.isRunning { watch.reportMissingThread() }
      return number
    }
  }

  /// Stops watching the file for which `add` returned `number`.
  static func remove(_ number: Int32) {
    state.withLock { state in
      guard state.files.removeValue(forKey: number) != nil else { return }
      if number >= 0 { ashlar_watch_remove(state.descriptor, number) }
      if state.files.isEmpty { ashlar_watch_ring(state.bell) }
    }
  }

  private static func start() -> Bool { Worker.start { FileWatcher.run() } == 0 }

  private static func run() {
    while let (descriptor, bell, timeout) = next() {
      let numbers = [Int32](unsafeUninitializedCapacity: 64) { numbers, count in
        count = Int(ashlar_watch_wait(descriptor, bell, timeout, numbers.baseAddress, 64))
      }
      for watch in heard(numbers) { watch.look() }
    }
  }

  // Returns the descriptors that the thread waits for and the timeout; nil if the thread must end.
  private static func next() -> (descriptor: Int32, bell: Int32, timeout: Int32)? {
    state.withLock { state in
      if state.files.isEmpty {
        state.isRunning = false
        return nil
      }
      let isWaiting = state.files.values.contains { if case .heard = $0.hearing { false } else { true } }
      return (state.descriptor, state.bell, isWaiting ? interval : -1)
    }
  }

  // Records the files for which events have arrived, and returns the watches to check.
  private static func heard(_ numbers: [Int32]) -> [CommitWatch] {
    state.withLock { state in
      var due: [CommitWatch] = []
      for (number, file) in state.files {
        // -1 reports that events were lost.
        let isHeard = numbers.contains { $0 == number || $0 == -1 }
        switch file.hearing {
        case .untested(let since):
          if isHeard {
            state.files[number]?.hearing = .heard
          } else if since + patience < .now {
            state.files[number]?.hearing = .silent
            file.watch.reportSilence()
          }
          due.append(file.watch)
        case .heard: if isHeard { due.append(file.watch) }
        case .silent: due.append(file.watch)
        }
      }
      return due
    }
  }
}
