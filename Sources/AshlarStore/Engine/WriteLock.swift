import CAshlar
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The write lock of one file. It is acquired first among the threads of the process, then among processes through a lock file beside the
/// database. It is not bound to a thread: its holder may pass it to another thread.
///
/// A thread that waits longer than `patience` logs the holder, and logs the holder again at the times of `ReportSchedule`.
///
/// Invariants: `held`, `keepsFile`, `isWaitingForFile` and `requests` are accessed under `mutex`. The file lock is acquired and released
/// only by the holder and by the thread that acquires it for requests, never by two threads at once. `keepsFile` is true only while `held`
/// is nil.
final class WriteLock: @unchecked Sendable {
  struct Held {
    let holder: WriteHolder
    let thread: UInt
    let since: ContinuousClock.Instant
  }

  let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  var held: Held?
  /// Whether the process holds the file lock although no thread holds this lock.
  var keepsFile = false
  /// The queued requests, in the order in which they are signaled.
  var requests: [LockRequest] = []
  /// Whether a thread waits for the file lock on behalf of the requests.
  var isWaitingForFile = false
  /// Whether a request has lost the lock to threads too often; if so, the next request is favored.
  var isUnfair = false
  /// The time until which threads leave the free lock to a signaled request.
  var reservedUntil: ContinuousClock.Instant?
  /// Whether the holder has also acquired the file lock; false while it waits for the file lock.
  let hasFile = Atomic(false)
  /// The file lock; nil for a lock among threads only.
  let file: UnsafeMutablePointer<ashlar_file_lock>?
  let path: String
  let patience: Duration
  /// The interval of the watch thread's checks.
  let watchInterval: Duration
  /// Whether the watch thread runs.
  var isWatched = false
  /// The number of acquisitions so far.
  var turn: UInt64 = 0
  /// The number of acquisitions that had to wait.
  let waits = Atomic<Int>(0)
  /// The time for which these acquisitions blocked threads, in nanoseconds.
  let waitedNanoseconds = Atomic<Int64>(0)
  private let patienceInNanoseconds: Int64

  /// Opens the lock file at `path`. If `path` is nil, creates a lock among threads only.
  /// - Parameter database: The file named in messages, if it is not `path`.
  init(
    path: String?, database: String? = nil, patience: Duration = .seconds(3), watchInterval: Duration = .milliseconds(20)
  ) throws(StoreError) {
    self.watchInterval = watchInterval
    self.path = database ?? path ?? "memory"
    self.patience = patience
    patienceInNanoseconds = patience.inNanoseconds
    if let path {
      let descriptor = try CompanionFile.open(path, of: database ?? path)
      let made = UnsafeMutablePointer<ashlar_file_lock>.allocate(capacity: 1)
      made.initialize(to: ashlar_file_lock())
      let code = ashlar_file_lock_open(made, descriptor)
      guard code == 0 else {
        made.deallocate()
        throw LMDBCode.error(code, self.path, "open")
      }
      file = made
    } else {
      file = nil
    }
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    if let file {
      ashlar_file_lock_close(file)
      file.deallocate()
    }
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// The descriptor of the lock file, or -1.
  var descriptor: Int32 { file?.pointee.descriptor ?? -1 }

  /// Acquires the lock, waiting if necessary. Throws `StoreError.writeOpenHere` if only the caller could end the write that it would wait
  /// for.
  /// - Parameter isForRequests: Whether the lock is acquired for queued requests, whose waits were counted already.
  func lock(for holder: WriteHolder = .store, isForRequests: Bool = false) throws(StoreError) {
    let own = Held(holder: holder, thread: UInt(ashlar_thread()), since: .now)
    var waited = false
    defer { if waited, !isForRequests { noteWait(since: own.since) } }
    pthread_mutex_lock(mutex)
    do {
      if held != nil || reservedUntil != nil {
        waited = true
        try waitForTurn(holder)
      }
    } catch {
      pthread_mutex_unlock(mutex)
      throw error
    }
    held = own
    turn += 1
    let isKept = keepsFile
    keepsFile = false
    hasFile.store(file == nil || isKept, ordering: .relaxed)
    pthread_mutex_unlock(mutex)
    guard let file else { return }
    if isKept { sign(file, own) } else { try takeFile(file, own, &waited) }
  }

  func unlock() {
    if let file { ashlar_file_lock_give(file) }
    release()
  }

  // Releases the lock and signals one waiting thread and one queued request. The first one to run acquires the lock.
  private func release() {
    pthread_mutex_lock(mutex)
    held = nil
    let next = takeNextRequest()
    if isUnfair, next != nil {
      isUnfair = false
      reservedUntil = .now + WriteLock.moment
    }
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
    next?.tell()
  }

  // MARK: - Waiting

  // Requires `mutex`. Waits until the lock is free and no request is favored.
  private func waitForTurn(_ holder: WriteHolder) throws(StoreError) {
    while true {
      try waitForThreads(holder)
      guard let until = reservedUntil else { return }
      let left = until - .now
      guard left > .zero else {
        reservedUntil = nil
        return
      }
      wait(left)
    }
  }

  // Waits until the lock has no holder. Requires `mutex`, which is released during the wait and while the holder is logged.
  private func waitForThreads(_ holder: WriteHolder) throws(StoreError) {
    let began = ContinuousClock.now
    var schedule = ReportSchedule(patience: patience)
    while let other = held {
      if holder.waitsForItself(other.holder, by: other.thread) { throw .writeOpenHere(path: path, holding(other)) }
      wait(schedule.due - (.now - began))
      guard let other = held, .now - began >= schedule.due else { continue }
      schedule.next()
      pthread_mutex_unlock(mutex)
      report(since: began, holding(other), waitsItself: !hasFile.load(ordering: .relaxed))
      pthread_mutex_lock(mutex)
    }
  }

  private func wait(_ duration: Duration) {
    let (seconds, parts) = max(.zero, duration).components
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    let nanoseconds = Int(deadline.tv_nsec) + Int(parts / 1_000_000_000)
    deadline.tv_sec += Int(seconds) + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    pthread_cond_timedwait(condition, mutex, &deadline)
  }

  private func noteWait(since began: ContinuousClock.Instant) {
    waits.add(1, ordering: .relaxed)
    waitedNanoseconds.add((ContinuousClock.now - began).inNanoseconds, ordering: .relaxed)
  }

  private func takeFile(
    _ file: UnsafeMutablePointer<ashlar_file_lock>, _ own: Held, _ waited: inout Bool
  ) throws(StoreError) {
    // `Duration` arithmetic costs more than acquiring a free lock.
    var code = ashlar_file_lock_take(file, patienceInNanoseconds)
    if file.pointee.waited != 0 { waited = true }
    var schedule = ReportSchedule(patience: patience)
    while code != 0 {
      guard code == ETIMEDOUT else {
        release()
        throw lockError(code)
      }
      report(since: own.since, signed(file), waitsItself: false)
      code = ashlar_file_lock_take(file, schedule.next().inNanoseconds)
    }
    sign(file, own)
    hasFile.store(true, ordering: .relaxed)
  }

  func lockError(_ code: Int32) -> StoreError {
    .failed(path: path, operation: "lock", code: code, message: String(cString: strerror(code)))
  }

  func sign(_ file: UnsafeMutablePointer<ashlar_file_lock>, _ own: Held) {
    var place = own.holder.place ?? ""
    place.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { ashlar_file_lock_sign(file, UInt64(own.thread), $0.baseAddress, $0.count) }
    }
  }

  // MARK: - The holder

  func holding(_ held: Held) -> WriteHolding {
    WriteHolding(process: getpid(), thread: held.thread, place: held.holder.place, age: .now - held.since)
  }

  private func signed(_ file: UnsafeMutablePointer<ashlar_file_lock>) -> WriteHolding? {
    var found = ashlar_lock_holder()
    guard ashlar_file_lock_holder(file, &found) != 0 else { return nil }
    let place = withUnsafeBytes(of: found.place) { String(decoding: $0.prefix(Int(found.length)), as: UTF8.self) }
    return WriteHolding(
      process: Int32(truncatingIfNeeded: found.process), thread: UInt(found.thread), place: place.isEmpty ? nil : place,
      age: .nanoseconds(max(0, found.held)))
  }

  func report(since began: ContinuousClock.Instant, _ holding: WriteHolding?, waitsItself: Bool) {
    let waited = ContinuousClock.now - began
    StoreLog.write(.warning, WriteLock.text(path, waited: waited, holding, waitsItself: waitsItself))
  }

  static func text(_ path: String, waited: Duration, _ holding: WriteHolding?, waitsItself: Bool) -> String {
    let who = holding.map { "\($0)" } ?? "another process"
    let verb = waitsItself ? "which is itself waiting for another process" : "whose write transaction is open"
    return "'\(path)': a write has been waiting for \(waited.inSeconds). The right to write is held by \(who), \(verb). "
      + "It continues when that write is committed or cancelled."
  }
}

extension Duration {
  fileprivate var inNanoseconds: Int64 {
    let (seconds, parts) = components
    return seconds * 1_000_000_000 + parts / 1_000_000_000
  }
}
