import AshlarSchema
import AshlarStore
import Foundation

/// The loop of a sender, on one thread.
///
/// Objects go out in the order in which they were made, type by type within a window. What a type has to wait for does not hold up others.
final class Sender {
  private struct Address: Hashable {
    let shape: UInt32
    let type: Int
  }

  private let path: String
  private let server: String
  private let options: Ingest.Options
  private let stop: StopFlag
  private let onEvent: (Ingest.Event) -> Void
  private var session: OutboxSession?
  private var connection: ServerConnection?
  private var destinations: [Address: Destination] = [:]
  // Why types wait, in this pass.
  private var blocked: [Address: String] = [:]
  private var figures = Ingest.Figures()
  private var failures = 0

  init(path: String, server: String, options: Ingest.Options, stop: StopFlag, onEvent: @escaping (Ingest.Event) -> Void) {
    self.path = path
    self.server = server
    self.options = options
    self.stop = stop
    self.onEvent = onEvent
  }

  func run(isEndless: Bool) throws -> Ingest.Figures {
    while !stop.isSet {
      do {
        guard try pass() else {
          stop.wait(seconds: options.pollInterval)
          continue
        }
        guard let reason = blocked.values.sorted().first else {
          failures = 0
          if !isEndless { return figures }
          stop.wait(seconds: options.pollInterval)
          continue
        }
        if !isEndless { throw Ingest.Failure(reason: reason) }
        pause(reason)
      } catch is ServerConnection.Stopped {
        break
      } catch let error as Ingest.Failure {
        if !isEndless { throw error }
        pause(error.reason)
      } catch let error as ServerError {
        if error.cure == .reconnect { connection = nil }
        // What passes by itself is tried again for a while.
        if !isEndless, failures >= 5 || connection == nil && figures.connections == 0 { throw Ingest.Failure(reason: error.description) }
        pause(error.description)
      } catch {
        // The file: moved, migrated, or its disk is full.
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
    let delay = min(options.firstDelay * pow(2, Double(min(failures, 30) - 1)), options.longestDelay)
    let seconds = delay * Double.random(in: 1...2)
    onEvent(.waiting(reason: reason, seconds: seconds))
    stop.wait(seconds: seconds)
  }

  // MARK: - A pass over the outbox

  // False when it is another's turn.
  private func pass() throws -> Bool {
    guard let turn = try Turn(path: path) else { return false }
    defer { withExtendedLifetime(turn) {} }
    blocked = [:]
    if session == nil { session = try OutboxSession(path: path) }
    guard let session else { return true }
    try session.advance()
    var position: Int64 = -1
    while session.count > 0 {
      if stop.isSet { throw ServerConnection.Stopped() }
      let window = try read(after: position, session)
      guard let last = window.last else { return true }
      position = last
      for (address, batch) in window.batches { try send(batch, address, session) }
      try session.advance()
    }
    return true
  }

  private struct Window {
    var batches: [(address: Address, batch: Batch)] = []
    var last: Int64?
  }

  private func read(after position: Int64, _ session: OutboxSession) throws -> Window {
    var window = Window()
    var places: [Address: Int] = [:]
    var objects = 0
    var bytes = 0
    try session.forEach(after: position) { object in
      let address = Address(shape: object.shape, type: object.type)
      if objects > 0, bytes + object.bytes.count > options.batchBytes { return false }
      window.last = object.key
      objects += 1
      if blocked[address] != nil { return objects < options.batchObjects }
      bytes += object.bytes.count
      let destination = try destination(address, session)
      if places[address] == nil {
        places[address] = window.batches.count
        window.batches.append((address, Batch(destination.shape)))
      }
      try window.batches[places[address] ?? 0].batch.append(object.key, object.bytes, destination.shape)
      return objects < options.batchObjects
    }
    return window
  }

  private func destination(_ address: Address, _ session: OutboxSession) throws -> Destination {
    if let known = destinations[address] { return known }
    let schema = try session.shape(address.shape)
    guard schema.entities.indices.contains(address.type) else {
      throw Ingest.Failure(reason: "'\(path)': its outbox has objects of a type that their shape does not have")
    }
    let made = Destination(schema.entities[address.type], in: schema)
    destinations[address] = made
    return made
  }

  // MARK: - Sending

  private func send(_ batch: Batch, _ address: Address, _ session: OutboxSession) throws {
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
      blocked[address] = "\(destination.name): \(error)"
      // It may be another table once it is mended.
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
    var arrived = batch.keys
    if inserted < batch.keys.count {
      // Known from an attempt whose end was not heard of, or another object under the same key.
      let others = Set(try destination.differing(batch.values, connection))
      arrived = batch.keys.indices.filter { !others.contains($0) }.map { batch.keys[$0] }
      for place in others.sorted() {
        try quarantine(
          batch.keys[place], "the server has another row with its primary key, or with another unique value", destination, session)
      }
    }
    try session.remove(arrived)
    failures = 0
    let known = max(0, arrived.count - inserted)
    figures.sent += arrived.count
    figures.known += known
    figures.bytes += batch.bytes
    figures.batches += 1
    onEvent(.sent(table: destination.name, rows: arrived.count, known: known))
  }

  // Some objects of a batch. They are still there: this sender alone removes any.
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
