internal import AshlarInspection
internal import Synchronization

/// The events of one page that are still to be sent, as text of an event stream.
final class EventQueue: Sendable {
  /// The events.
  let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let number = Mutex(0)

  // A page that reads so slowly that more events wait than this loses the connection, and reloads what it shows.
  private static let limit = 1000

  init() { (stream, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(EventQueue.limit)) }

  func send(_ name: String, _ data: JSONValue) {
    let number = number.withLock { number in
      number += 1
      return number
    }
    if case .dropped = continuation.yield("event: \(name)\nid: \(number)\ndata: \(data.text)\n\n") { continuation.finish() }
  }

  /// Sends a comment, which shows whether the connection still exists.
  func beat() { continuation.yield(":\n\n") }

  func end() { continuation.finish() }
}
