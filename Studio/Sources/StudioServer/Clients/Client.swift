internal import AshlarInspection
internal import HTTPTypes

/// The server's side of one page: its file, the views that it shows, and its event stream. All of them are confined to this actor.
actor Client {
  private struct View {
    let number: Int
    let type: String
    let condition: String
    let sort: String
    let rows: LiveView
    var lastUse: ContinuousClock.Instant
  }

  /// The rows that the page showed last.
  private struct Shown {
    let view: Int
    let type: String
    /// The rows of a view that has a condition or an order; nil for all objects of the type.
    let rows: LiveView?
    let from: Int
    let limit: Int
    var count: Int
    var keys: [Int64]
  }

  private static let viewLimit = 2
  private static let keyLimit = 200

  private let options: StudioOptions
  private var file: LiveFile?
  private var views: [View] = []
  private var lastView = 0
  private var tables: [String: Int] = [:]
  private var shown: Shown?
  private var shownObject: (type: String, key: Int64)?
  private var lastUse = ContinuousClock.now
  private var events: EventQueue?
  private var pending: FileChanges?
  private var isFlushPlanned = false
  private var lastFlush: ContinuousClock.Instant?
  private var scans: [String: Task<JSONValue, any Error>] = [:]
  private var hasEnded = false

  init(_ options: StudioOptions) { self.options = options }

  // MARK: - Reading

  private func open() throws(ViewFailure) -> LiveFile {
    lastUse = .now
    if let file {
      file.refresh()
      if !file.isOutdated { return file }
    }
    return try reopen()
  }

  // Opens the file, also with other types than before. A page then reads everything again.
  private func reopen() throws(ViewFailure) -> LiveFile {
    views = []
    tables = [:]
    (shown, shownObject, pending) = (nil, nil, nil)
    file = nil
    let opened = try LiveFile(path: options.file)
    file = opened
    if let events { begin(events, opened) }
    return opened
  }

  private func begin(_ events: EventQueue, _ file: LiveFile) {
    file.observe { [weak self] changes in self?.assumeIsolated { $0.changed(changes) } }
    events.send("hello", .members(["version": .digits(file.version), "write": .bool(options.mayWrite)]))
  }

  /// Returns the newest version.
  func snapshot() throws(ViewFailure) -> FileSnapshot { try open().snapshot() }

  /// The rows of a request, their version, and the query that found them.
  struct Rows: Sendable {
    let view: Int
    let version: UInt64
    let count: Int
    let columns: JSONValue
    let rows: JSONValue
    let plan: JSONValue
  }

  /// Returns some objects of a type in the order of their creation.
  func rows(type: String, columns: String, from start: Int, count: Int) throws(ViewFailure) -> Rows {
    let found = try open().rows(type: type, columns: columns, from: start, count: count)
    let view = tableNumber(type)
    shown = Shown(view: view, type: type, rows: nil, from: start, limit: count, count: found.count, keys: found.keys)
    return Rows(view: view, version: found.version, count: found.count, columns: found.columns, rows: found.rows, plan: .null)
  }

  private func tableNumber(_ type: String) -> Int {
    if let known = tables[type] { return known }
    lastView += 1
    tables[type] = lastView
    return lastView
  }

  /// Returns some objects of a type that satisfy a condition, in an order.
  func rows(
    type: String, where condition: String, sort: String, columns: String, from start: Int, count: Int
  ) throws(ViewFailure) -> Rows {
    let file = try open()
    let view = try view(type, condition, sort, file)
    let isFirst = view.rows.evaluate()
    let found = try view.rows.rows(columns: columns, from: start, count: count)
    let all = view.rows.count
    shown = Shown(
      view: view.number, type: type, rows: view.rows, from: start, limit: count, count: all,
      keys: view.rows.keys(from: start, count: count))
    let duration = view.rows.duration ?? .zero
    let plan = JSONValue.members([
      // A plan takes several evaluations, so that slow queries are explained on request only.
      "text": isFirst && duration < .milliseconds(200) ? .string(view.rows.plan.outline) : .null,
      "milliseconds": .milliseconds(duration), "first": .bool(isFirst),
    ])
    return Rows(view: view.number, version: file.version, count: all, columns: found.columns, rows: found.rows, plan: plan)
  }

  private func view(_ type: String, _ condition: String, _ sort: String, _ file: LiveFile) throws(ViewFailure) -> View {
    if let index = views.firstIndex(where: { $0.type == type && $0.condition == condition && $0.sort == sort }) {
      views[index].lastUse = .now
      return views[index]
    }
    let rows = try file.view(type: type, where: condition, sort: sort)
    if views.count >= Client.viewLimit, let oldest = views.indices.min(by: { views[$0].lastUse < views[$1].lastUse }) {
      views.remove(at: oldest)
    }
    lastView += 1
    let view = View(number: lastView, type: type, condition: condition, sort: sort, rows: rows, lastUse: .now)
    views.append(view)
    return view
  }

  /// Returns the plan of a view.
  func plan(type: String, where condition: String, sort: String) throws(ViewFailure) -> String {
    let file = try open()
    return try view(type, condition, sort, file).rows.plan.description
  }

  /// Returns the position of an object in a view, and the version; nil if the view does not contain it.
  func position(type: String, where condition: String, sort: String, key: String) throws(ViewFailure) -> (version: UInt64, position: Int?) {
    let file = try open()
    let view = try view(type, condition, sort, file)
    _ = view.rows.evaluate()
    return (file.version, try view.rows.position(of: key))
  }

  /// Records the object that the page shows, whose changes are reported.
  func show(type: String, key: String) { shownObject = Int64(key).map { (type: type, key: $0) } }

  // MARK: - Scans

  /// Runs a long scan off the actor. A new scan of the same kind cancels the former one, and the end of the page all of them.
  func scan(_ kind: String, _ body: @escaping @Sendable (FileSnapshot) throws -> JSONValue) async throws -> JSONValue {
    let snapshot = try open().snapshot()
    scans[kind]?.cancel()
    let task = Task.detached { try body(snapshot) }
    scans[kind] = task
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  // MARK: - Events

  /// Begins an event stream, and ends the former one.
  func subscribe() throws -> EventQueue {
    if hasEnded { throw ServerFailure(.serviceUnavailable, "busy", "The studio is ending.") }
    events?.end()
    events = nil
    let file = try open()
    let queue = EventQueue()
    events = queue
    pending = nil
    begin(queue, file)
    return queue
  }

  /// Ends an event stream, unless another one has begun.
  func unsubscribe(_ queue: EventQueue) {
    queue.end()
    guard events === queue else { return }
    events = nil
    file?.unobserve()
    for scan in scans.values { scan.cancel() }
    scans = [:]
  }

  private func changed(_ changes: FileChanges) {
    if pending?.add(changes) == nil { pending = changes }
    guard !isFlushPlanned else { return }
    isFlushPlanned = true
    let now = ContinuousClock.now
    let wait = lastFlush.map { $0 + options.eventInterval - now } ?? .zero
    // In a later turn, when the views have received the changes.
    Task {
      if wait > .zero { try? await Task.sleep(for: wait) }
      flush()
    }
  }

  private func flush() {
    isFlushPlanned = false
    guard let changes = pending, let events, let file else { return }
    pending = nil
    lastFlush = .now
    events.send("commit", Client.commit(changes))
    if let object = shownObject { tellObject(object, changes, events) }
    tellRows(changes, file, events)
  }

  private static func commit(_ changes: FileChanges) -> JSONValue {
    let types = changes.types.sorted { $0.key < $1.key }.map { name, change in
      JSONValue.members([
        "type": .string(name), "inserted": .count(change.inserted.count), "modified": .count(change.modified.count),
        "deleted": .count(change.deleted.count), "many": .bool(change.isAnything),
      ])
    }
    let time = Moment.now
    return .members([
      "version": .digits(changes.version), "time": .string(time), "many": .bool(changes.isAnything), "types": .array(types),
    ])
  }

  private func tellObject(_ object: (type: String, key: Int64), _ changes: FileChanges, _ events: EventQueue) {
    let change = changes.types[object.type]
    let isDeleted = change?.deleted.contains(object.key) ?? false
    guard isDeleted || changes.isAnything || change?.isAnything ?? false || change?.modified.contains(object.key) ?? false else { return }
    events.send(
      "object",
      .members([
        "type": .string(object.type), "key": .digits(object.key), "version": .digits(changes.version),
        "change": .string(isDeleted ? "deleted" : "modified"),
      ]))
    if isDeleted { shownObject = nil }
  }

  private func tellRows(_ changes: FileChanges, _ file: LiveFile, _ events: EventQueue) {
    guard var shown else { return }
    let before = shown
    if let rows = shown.rows {
      shown.count = rows.count
      shown.keys = rows.keys(from: shown.from, count: shown.limit)
    } else if let found = file.keys(type: shown.type, from: shown.from, count: shown.limit) {
      (shown.count, shown.keys) = found
    }
    self.shown = shown
    let change = changes.types[shown.type]
    let isMany = changes.isAnything || change?.isAnything ?? false
    let (old, new) = (Set(before.keys), Set(shown.keys))
    let inserted = shown.keys.filter { !old.contains($0) }
    let modified = change.map { change in shown.keys.filter { change.modifies($0) && old.contains($0) } } ?? []
    let deleted = before.keys.filter { !new.contains($0) }
    let isShifted = before.keys != shown.keys
    guard isMany || isShifted || before.count != shown.count || !modified.isEmpty else { return }
    let isTooMuch = isMany || inserted.count + modified.count + deleted.count > Client.keyLimit
    func list(_ keys: [Int64]) -> JSONValue { .array(isTooMuch ? [] : keys.map { .digits($0) }) }
    events.send(
      "rows",
      .members([
        "view": .digits(shown.view), "version": .digits(changes.version), "count": .count(shown.count), "from": .count(shown.from),
        "many": .bool(isTooMuch), "shifted": .bool(isShifted), "inserted": list(inserted), "modified": list(modified),
        "deleted": list(deleted),
      ]))
  }

  // MARK: - Idle time

  /// Releases views that have not been used for some time, and the file if no event stream uses it. Returns whether nothing is left.
  func tidy() -> Bool {
    let limit = ContinuousClock.now - options.idleTime
    views.removeAll { $0.lastUse <= limit }
    if let number = shown?.view, shown?.rows != nil, !views.contains(where: { $0.number == number }) { shown = nil }
    // An open page must not pin a version to which the file's former types belong.
    if events != nil, file?.isOutdated == true { _ = try? reopen() }
    if events != nil || lastUse > limit { return false }
    views = []
    shown = nil
    file = nil
    return true
  }

  /// Ends the event stream.
  func end() {
    hasEnded = true
    events?.end()
    for scan in scans.values { scan.cancel() }
  }

  /// The number of views whose rows are kept.
  var viewCount: Int { views.count }
}

extension FileChanges.OfType {
  // The keys are ascending.
  fileprivate func modifies(_ key: Int64) -> Bool {
    var (low, high) = (0, modified.count)
    while low < high {
      let middle = (low + high) / 2
      if modified[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < modified.count && modified[low] == key
  }
}
