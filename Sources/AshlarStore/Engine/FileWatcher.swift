import CAshlar

/// The thread that hears of writes to the lock files of watched files: one for the process, while there are any.
///
/// Where the system has no such events, or a file's never come, it looks at the versions from time to time.
enum FileWatcher {
  /// How often a file is looked at of whose writes nothing is heard, in milliseconds.
  static let interval: Int32 = 50
  // How long the first event may take, which is made for that purpose.
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
    // Below 0 where there is none.
    let descriptor = ashlar_watch_open()
    let bell = ashlar_watch_open_bell()
    // A child has no thread that reads them.
    private let handlers: [ForkHandler]
    var files: [Int32: File] = [:]
    // Numbers of files without events.
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

  /// Begins to look after a file.
  /// - Parameters:
  ///   - descriptor: of its lock file.
  ///   - isSignalled: whether others signal their commits, and the caller does so once now.
  /// - Returns: its number.
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
      // Whoever waits for events without a limit must look after this file now.
      if state.isRunning { ashlar_watch_ring(state.bell) } else { state.isRunning = start() }
      return number
    }
  }

  /// Ends `add`.
  static func remove(_ number: Int32) {
    state.withLock { state in
      guard state.files.removeValue(forKey: number) != nil else { return }
      if number >= 0 { ashlar_watch_remove(state.descriptor, number) }
      if state.files.isEmpty { ashlar_watch_ring(state.bell) }
    }
  }

  private static func start() -> Bool { ashlar_start_thread({ _ in FileWatcher.run() }, nil) == 0 }

  private static func run() {
    while let (descriptor, bell, timeout) = next() {
      let numbers = [Int32](unsafeUninitializedCapacity: 64) { numbers, count in
        count = Int(ashlar_watch_wait(descriptor, bell, timeout, numbers.baseAddress, 64))
      }
      for watch in heard(numbers) { watch.look() }
    }
  }

  // Nil ends the thread.
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

  // Notes which files were heard of, and returns those to look at.
  private static func heard(_ numbers: [Int32]) -> [CommitWatch] {
    state.withLock { state in
      var due: [CommitWatch] = []
      for (number, file) in state.files {
        // Events of which some were lost are told as -1.
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
