import CAshlar
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Those who do not wait on a thread: they ask, are told when to ask again, and keep their turn among each other meanwhile.
//
// Invariant: while `requests` has any, there is a holder, or a thread that waits for the file, or a request that was told and whose
// owner has not asked again or passed on. Each of these tells the next one. The watch does when an owner that was told does not run.
extension WriteLock {
  /// Takes the right if nobody has it; otherwise lines up the request, which is told when the right was given back, and returns false.
  /// Never waits.
  /// - Parameters:
  ///   - attempt: how often its owner was told and somebody was faster. From the first on it comes before others that line up; after
  ///     eight, threads let it go first, for a moment.
  ///   - refusesOwn: throws `StoreError.writeOpenHere` when only the caller could end the write that it would wait for.
  func request(
    _ request: LockRequest, for holder: WriteHolder, attempt: Int = 0, refusesOwn: Bool = false
  ) throws(StoreError) -> Bool {
    let own = Held(holder: holder, thread: UInt(ashlar_thread()), since: .now)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if let other = held {
      if refusesOwn, holder.waitsForItself(other.holder, by: other.thread) { throw .writeOpenHere(path: path, holding(other)) }
    } else if attempt == 0, let until = reservedUntil, until > .now {
      // The one that was told takes it, or passes on.
    } else if try takeFree(own) {
      return true
    } else if !isWaitingForFile {
      try waitForFile()
    }
    requests.insert(request, at: attempt > 0 ? 0 : requests.count)
    if attempt >= 8 { isUnfair = true }
    watchRequests()
    return false
  }

  /// Takes a request out of the line. Its owner calls `passOn` as well.
  func withdraw(_ request: LockRequest) {
    pthread_mutex_lock(mutex)
    requests.removeAll { $0 === request }
    pthread_mutex_unlock(mutex)
  }

  /// Whoever was told and does not ask again calls this: the next one is told.
  func passOn() {
    pthread_mutex_lock(mutex)
    let next = held == nil ? takeNextRequest() : nil
    if reservedUntil != nil {
      reservedUntil = nil
      pthread_cond_signal(condition)
    }
    pthread_mutex_unlock(mutex)
    next?.tell()
  }

  /// Under `mutex`.
  func takeNextRequest() -> LockRequest? { requests.isEmpty ? nil : requests.removeFirst() }

  // Under `mutex`, when no thread of the process has the right: false when another process has the file.
  private func takeFree(_ own: Held) throws(StoreError) -> Bool {
    if let file, !keepsFile {
      let code = ashlar_file_lock_try(file)
      if code == EBUSY { return false }
      if code != 0 { throw lockError(code) }
    }
    keepsFile = false
    reservedUntil = nil
    held = own
    turn += 1
    if let file { sign(file, own) }
    hasFile.store(true, ordering: .relaxed)
    return true
  }

  // Under `mutex`: a thread waits for the process that has the file.
  private func waitForFile() throws(StoreError) {
    let context = Unmanaged.passRetained(self)
    let code = ashlar_start_thread(
      { context in
        guard let context else { return }
        Unmanaged<WriteLock>.fromOpaque(context).takeRetainedValue().bringFile()
      }, context.toOpaque())
    if code != 0 {
      context.release()
      throw lockError(code)
    }
    isWaitingForFile = true
  }

  // Gets the file for the process and keeps it for a moment, so that a request that was told comes before other processes.
  private func bringFile() {
    let failure: StoreError?
    do throws(StoreError) {
      try lock()
      failure = nil
    } catch {
      failure = error
    }
    pthread_mutex_lock(mutex)
    isWaitingForFile = false
    if failure != nil {
      // They find out themselves.
      let all = requests
      requests = []
      pthread_mutex_unlock(mutex)
      for request in all { request.tell() }
      return
    }
    held = nil
    keepsFile = file != nil
    let next = takeNextRequest()
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
    next?.tell()
    usleep(WriteLock.momentInMicroseconds)
    pthread_mutex_lock(mutex)
    if keepsFile, held == nil, let file {
      keepsFile = false
      ashlar_file_lock_give(file)
    }
    pthread_mutex_unlock(mutex)
  }

  /// How long the right waits for a request that was told and may not run at once.
  static var moment: Duration { .milliseconds(2) }
  private static var momentInMicroseconds: UInt32 { 2_000 }
}
