import CAshlar
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Requests that do not block a thread: they are queued, and signaled when a retry may succeed.
//
// Invariant: while `requests` is not empty, the lock has a holder, or a thread waits for the file lock, or a signaled request's owner has
// neither retried nor called `passOn`. Each of these signals the next request. If a signaled owner does not run, the watch thread signals
// the next request.
extension WriteLock {
  /// Acquires the lock if it is free and, at the first attempt, not reserved for a signaled request; otherwise returns false and queues the
  /// request, which is signaled when a retry may succeed. Never waits.
  /// - Parameters:
  ///   - attempt: The number of times that the owner was signaled but another writer acquired the lock first. From 1 on, the request is
  ///     queued at the front; from 8 on, threads yield to it briefly.
  ///   - refusesOwn: Whether to throw `StoreError.writeOpenHere` if only the caller could end the write that it would wait for.
  func request(
    _ request: LockRequest, for holder: WriteHolder, attempt: Int = 0, refusesOwn: Bool = false
  ) throws(StoreError) -> Bool {
    let own = Held(holder: holder, thread: UInt(ashlar_thread()), since: .now)
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    if let other = held {
      if refusesOwn, holder.waitsForItself(other.holder, by: other.thread) { throw .writeOpenHere(path: path, holding(other)) }
    } else if attempt == 0, let until = reservedUntil, until > .now {
      // The lock is reserved for a signaled owner, which acquires it or calls `passOn`.
    } else if try takeFree(own) {
      return true
    } else if !isWaitingForFile {
      try waitForFile()
    }
    if attempt == 0 { waits.add(1, ordering: .relaxed) }
    requests.insert(request, at: attempt > 0 ? 0 : requests.count)
    if attempt >= 8 { isUnfair = true }
    watchRequests()
    return false
  }

  /// Removes a request from the queue. Its owner must call `passOn` as well.
  func withdraw(_ request: LockRequest) {
    pthread_mutex_lock(mutex)
    requests.removeAll { $0 === request }
    pthread_mutex_unlock(mutex)
  }

  /// Signals the next request if the lock is free, and ends a reservation of the lock. Called by an owner that was signaled and does not
  /// retry.
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

  /// Removes and returns the next request; nil if there is none. Requires `mutex`.
  func takeNextRequest() -> LockRequest? { requests.isEmpty ? nil : requests.removeFirst() }

  // Requires `mutex`, and that no thread of the process holds the lock. Returns false if another process holds the file lock or takes
  // precedence because it has waited for it.
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

  // Requires `mutex`. Starts a thread that waits for the process that holds the file lock.
  private func waitForFile() throws(StoreError) {
    let code = Worker.start { self.bringFile() }
    if code != 0 { throw lockError(code) }
    isWaitingForFile = true
  }

  // Acquires the file lock for the process and holds it briefly, so that the signaled request is served before other processes.
  private func bringFile() {
    let failure: StoreError?
    do throws(StoreError) {
      try lock(isForRequests: true)
      failure = nil
    } catch {
      failure = error
    }
    pthread_mutex_lock(mutex)
    isWaitingForFile = false
    if failure != nil {
      // Every owner retries and receives the error itself.
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

  /// The time for which threads yield to a signaled request, whose owner may need time to run.
  static var moment: Duration { .milliseconds(2) }
  private static var momentInMicroseconds: UInt32 { 2_000 }
}
