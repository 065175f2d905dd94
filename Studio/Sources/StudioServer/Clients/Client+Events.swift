internal import AshlarInspection
internal import HTTPTypes

extension Client {
  private static let keyLimit = 200

  /// Begins an event stream, and ends the former one of the page.
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

  /// Ends an event stream. If no other one has begun, also cancels the scans of the page, and releases the file: the page was closed or is
  /// hidden. Nothing would advance the file to newer versions then, and the version that it pins would make the file grow. A page that is
  /// shown again begins another stream, and requests all of its contents again.
  func unsubscribe(_ queue: EventQueue) {
    queue.end()
    guard events === queue else { return }
    events = nil
    for scan in scans.values { scan.cancel() }
    scans = [:]
    release()
  }

  private func changed(_ changes: FileChanges) {
    if pending?.add(changes) == nil { pending = changes }
    guard !isFlushPlanned else { return }
    isFlushPlanned = true
    let now = ContinuousClock.now
    let wait = lastFlush.map { $0 + options.eventInterval - now } ?? .zero
    // A task runs after this call, when the views have received the changes.
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
    if let object = shownObject { reportObject(object, changes, events) }
    reportRows(changes, file, events)
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

  private func reportObject(_ object: (type: String, key: Int64), _ changes: FileChanges, _ events: EventQueue) {
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

  private func reportRows(_ changes: FileChanges, _ file: LiveFile, _ events: EventQueue) {
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

  /// Sends the event `hello`, and observes the file to send its changes.
  func begin(_ events: EventQueue, _ file: LiveFile) {
    file.observe { [weak self] changes in self?.assumeIsolated { $0.changed(changes) } }
    events.send("hello", .members(["version": .digits(file.version), "write": .bool(options.mayWrite)]))
  }
}

extension FileChanges.OfType {
  // Searches `modified` by bisection, because its keys are ascending.
  fileprivate func modifies(_ key: Int64) -> Bool {
    var (low, high) = (0, modified.count)
    while low < high {
      let middle = (low + high) / 2
      if modified[middle] < key { low = middle + 1 } else { high = middle }
    }
    return low < modified.count && modified[low] == key
  }
}
