import AshlarSchema
import AshlarStore
import Foundation

/// The main loop of a sender, confined to one thread.
///
/// Objects are sent in the order of their creation, grouped by type within a window. A blocked type does not delay others: its objects are
/// skipped once, and read again only when sending the type is retried.
final class Sender {
  private let file: OutboxFile
  private let server: String
  private let options: Ingest.Options
  private let stop: StopFlag
  private let onEvent: (Ingest.Event) -> Void
  private var session: OutboxSession?
  private var connection: ServerConnection?
  private var destinations: [Address: Destination] = [:]
  // Every object up to this row has been sent or quarantined, or has a blocked type.
  private var position: Int64 = -1
  private var blocked = BlockedTypes()
  private var figures = Ingest.Figures()
  private var failures = 0
  private var backlog = BacklogReport()

  init(file: OutboxFile, server: String, options: Ingest.Options, stop: StopFlag, onEvent: @escaping (Ingest.Event) -> Void) {
    self.file = file
    self.server = server
    self.options = options
    self.stop = stop
    self.onEvent = onEvent
  }

  /// The number of outbox rows that were read.
  var visitedRows: Int { session?.visitedRows ?? 0 }

  func run(isEndless: Bool) throws -> Ingest.Figures {
    while !stop.isSet {
      do {
        guard try pass() else {
          stop.wait(seconds: options.pollInterval)
          continue
        }
        if let reason = blocked.reason {
          if !isEndless { throw Ingest.Failure(reason: reason) }
          if blocked.due == nil {
            onEvent(.waiting(reason: reason, seconds: blocked.schedule(delay)))
          }
        } else {
          blocked.clear()
          failures = 0
          if !isEndless { return figures }
        }
        stop.wait(seconds: options.pollInterval)
      } catch is ServerConnection.Stopped {
        break
      } catch let error as Ingest.Failure {
        if !isEndless { throw error }
        pause(error.reason)
      } catch let error as ServerError {
        if error.cure == .reconnect { connection = nil }
        // Transient errors are retried up to five times, unless no connection has been established in this run.
        if !isEndless, failures >= 5 || connection == nil && figures.connections == 0 { throw Ingest.Failure(reason: error.description) }
        pause(error.description)
      } catch {
        // For example, the file was moved or migrated, or its disk is full.
        session = nil
        if !isEndless { throw Ingest.Failure(reason: "\(error)") }
        pause("\(error)")
      }
    }
    if !isEndless { throw CancellationError() }
    return figures
  }

  private func pause(_ reason: String) {
    failures += 1
    let seconds = delay(failures)
    onEvent(.waiting(reason: reason, seconds: seconds))
    stop.wait(seconds: seconds)
  }

  private func delay(_ attempt: Int) -> Double {
    min(options.firstDelay * pow(2, Double(min(attempt, 30) - 1)), options.longestDelay) * Double.random(in: 1...2)
  }

  // MARK: - A pass over the new objects of the outbox

  // Returns false if another sender holds the lock.
  private func pass() throws -> Bool {
    guard let lock = try SendingLock(path: file.path) else { return false }
    defer { withExtendedLifetime(lock) {} }
    if session == nil {
      session = try file.open()
      forget()
    }
    guard let session else { return true }
    try session.advance()
    try backlog.tell(session, onEvent)
    if !blocked.isEmpty, blocked.isDue { try retryBlocked(session) }
    try sweep(session)
    // Another process may have returned quarantined objects to the queue, or sent objects that are blocked here.
    if try session.waiting != blocked.count {
      forget()
      try sweep(session)
    }
    try backlog.tell(session, onEvent)
    return true
  }

  private func forget() {
    position = -1
    blocked.forget()
  }

  // Sends the objects after `position`, except those of blocked types, and advances `position` to the last object of any type.
  private func sweep(_ session: OutboxSession) throws {
    while true {
      let window = try read(after: position, session) { blocked[$0] != nil }
      guard let last = window.last else { return }
      let before = blocked
      do {
        for (address, batch) in window.batches { try send(batch, address, after: position, session) }
      } catch {
        // The window will be read again.
        blocked = before
        throw error
      }
      for (address, count) in window.skipped { blocked[address]?.count += count }
      position = last
    }
  }

  // Retries the blocked types until they are sent or blocked again. The objects of a blocked type are between its `start` and `position`.
  private func retryBlocked(_ session: OutboxSession) throws {
    blocked.begin()
    for (address, entry) in blocked.entries.sorted(by: { $0.value.start < $1.value.start }) {
      var entry = entry
      blocked[address] = nil
      do {
        while entry.start < position, blocked[address] == nil {
          let window = try read(after: entry.start, upTo: position, session) { $0 != address }
          guard let last = window.last else { break }
          for (_, batch) in window.batches {
            try send(batch, address, after: entry.start, session)
            entry.count -= batch.keys.count + batch.unsendable.count
          }
          // The count of the new entry covers the rest of the batch; add the objects after the batch.
          if blocked[address] != nil { blocked[address]?.count += entry.count } else { entry.start = last }
        }
      } catch {
        blocked[address] = entry
        throw error
      }
    }
  }

  private func read(
    after start: Int64, upTo end: Int64 = .max, _ session: OutboxSession, isSkipped: (Address) -> Bool
  ) throws -> Window {
    if stop.isSet { throw ServerConnection.Stopped() }
    try session.advance()
    try backlog.tellSometimes(session, onEvent)
    var window = Window()
    try session.forEach(after: start) { object in
      if object.key > end { return false }
      return try window.add(object, options, isSkipped: isSkipped) { try destination($0, session) }
    }
    return window
  }

  private func destination(_ address: Address, _ session: OutboxSession) throws -> Destination {
    if let known = destinations[address] { return known }
    let schema = try session.shape(address.shape)
    guard schema.entities.indices.contains(address.type) else {
      throw Ingest.Failure.missingType(file.path)
    }
    let made = Destination(schema.entities[address.type], in: schema)
    destinations[address] = made
    return made
  }

  // MARK: - Sending

  // - Parameter start: The row before the batch.
  private func send(_ batch: Batch, _ address: Address, after start: Int64, _ session: OutboxSession) throws {
    guard var destination = destinations[address] else { return }
    for (key, reason) in batch.unsendable { try quarantine(key, reason, destination, session) }
    if batch.keys.isEmpty { return }
    do {
      let connection = try connected()
      if !destination.isChecked {
        try destination.check(connection)
        destinations[address] = destination
      }
      try send(batch, destination, connection, session)
    } catch let error as ServerError where error.cure == .mend {
      // Some objects of the batch may have been sent.
      var left = 0
      try session.advance()
      try session.forEach(batch.keys) { if $0.reason == nil { left += 1 } }
      blocked[address] = BlockedTypes.Entry(reason: "\(destination.name): \(error)", start: start, count: left)
      // The table must be checked again after it has been repaired or replaced.
      destinations[address] = nil
      onEvent(.blocked(table: destination.name, reason: "\(error)"))
    }
  }

  private func send(_ batch: Batch, _ destination: Destination, _ connection: ServerConnection, _ session: OutboxSession) throws {
    let inserted: Int
    do {
      inserted = try destination.insert(batch.values, connection)
    } catch let error as ServerError where error.cure == .split {
      if batch.keys.count == 1 { return try quarantine(batch.keys[0], "\(error)", destination, session) }
      let middle = batch.keys.count / 2
      for part in [batch.keys[..<middle], batch.keys[middle...]] {
        try send(try self.batch(Array(part), destination, session), destination, connection, session)
      }
      return
    }
    var arrived = Array(batch.keys.indices)
    if inserted < batch.keys.count {
      // Rows that were not inserted arrived in an earlier attempt whose result was lost, or differ from another row with the same key.
      let others = Set(try destination.differing(batch.values, connection))
      arrived.removeAll(where: others.contains)
      for place in others.sorted() {
        try quarantine(
          batch.keys[place], "the server has a different row with the same primary key or another equal unique value", destination, session)
      }
    }
    try session.remove(arrived.map { batch.keys[$0] })
    failures = 0
    let known = max(0, arrived.count - inserted)
    figures.sent += arrived.count
    figures.known += known
    let bytes = arrived.reduce(0) { $0 + batch.sizes[$1] }
    figures.bytes += bytes
    figures.batches += 1
    onEvent(.sent(table: destination.name, rows: arrived.count, known: known, bytes: bytes))
  }

  // Builds a batch of the given objects. They still exist, because only this sender removes waiting objects.
  private func batch(_ keys: [Int64], _ destination: Destination, _ session: OutboxSession) throws -> Batch {
    var batch = Batch(destination.shape)
    try session.forEach(keys) { try batch.append($0.key, $0.bytes, destination.shape) }
    return batch
  }

  private func quarantine(_ key: Int64, _ reason: String, _ destination: Destination, _ session: OutboxSession) throws {
    try session.quarantine(key, reason: reason)
    figures.quarantined += 1
    onEvent(.quarantined(table: destination.name, reason: reason))
  }

  private func connected() throws -> ServerConnection {
    if let connection { return connection }
    let made = try ServerConnection(server, timeout: Int(options.timeout * 1000)) { [stop] in stop.isSet }
    connection = made
    figures.connections += 1
    onEvent(.connected(server: made.name))
    return made
  }
}
