internal import AshlarInspection

/// The state of one page in the server: its file, its views, and its event stream. All of them are confined to this actor.
actor Client {
  struct View {
    let number: Int
    let type: String
    let condition: String
    let sort: String
    let rows: LiveView
    var lastUse: ContinuousClock.Instant
  }

  /// The rows that the page has requested last.
  struct Shown {
    let view: Int
    let type: String
    /// The rows of a view that has a condition or an order; nil for all objects of the type.
    let rows: LiveView?
    let from: Int
    let limit: Int
    var count: Int
    var keys: [Int64]
  }

  let options: StudioOptions
  var file: LiveFile?
  var views: [View] = []
  var lastView = 0
  var tables: [String: Int] = [:]
  var shown: Shown?
  var shownObject: (type: String, key: Int64)?
  var lastUse = ContinuousClock.now
  var events: EventQueue?
  var pending: FileChanges?
  var isFlushPlanned = false
  var lastFlush: ContinuousClock.Instant?
  var scans: [String: Task<JSONValue, any Error>] = [:]
  var hasEnded = false

  init(_ options: StudioOptions) { self.options = options }

  // MARK: - Reading

  func open() throws(ViewFailure) -> LiveFile {
    lastUse = .now
    if let file {
      file.refresh()
      if !file.isOutdated { return file }
    }
    return try reopen()
  }

  // Opens the file again, whose types may have changed. The page then requests all of its contents again.
  private func reopen() throws(ViewFailure) -> LiveFile {
    release()
    let opened = try LiveFile(path: options.file, key: options.key)
    file = opened
    if let events { begin(events, opened) }
    return opened
  }

  /// Releases the file and what was read from it. The next request opens the file again.
  func release() {
    views = []
    tables = [:]
    (shown, shownObject, pending) = (nil, nil, nil)
    file = nil
  }

  /// Returns a snapshot of the newest version.
  func snapshot() throws(ViewFailure) -> FileSnapshot { try open().snapshot() }

  // MARK: - Scans

  /// Runs a long scan outside of the actor. A new scan of the same kind cancels the former one. The end of the page's event stream cancels
  /// all scans.
  func scan(_ kind: String, _ body: @escaping @Sendable (FileSnapshot) throws -> JSONValue) async throws -> JSONValue {
    let snapshot = try open().snapshot()
    scans[kind]?.cancel()
    let task = Task.detached(executorPreference: RequestThreads.shared) { try body(snapshot) }
    scans[kind] = task
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  // MARK: - Idle time

  /// Releases views that have not been used within the idle time, and the file if the page has sent no request within this time and has no
  /// event stream. Returns whether it has released the file.
  func tidy() -> Bool {
    let limit = ContinuousClock.now - options.idleTime
    views.removeAll { $0.lastUse <= limit }
    if let number = shown?.view, shown?.rows != nil, !views.contains(where: { $0.number == number }) { shown = nil }
    // An open page must not pin a version with the former types of the file.
    if events != nil, file?.isOutdated ?? true { _ = try? reopen() }
    if events != nil || lastUse > limit { return false }
    release()
    return true
  }

  /// Ends the event stream, and cancels all scans.
  func end() {
    hasEnded = true
    events?.end()
    for scan in scans.values { scan.cancel() }
  }

  /// The time of the page's last request; nil while the page has an event stream.
  var lastUseWithoutEvents: ContinuousClock.Instant? { events == nil ? lastUse : nil }

  /// The number of views whose rows are kept.
  var viewCount: Int { views.count }
}
