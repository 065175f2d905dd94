internal import AshlarInspection
internal import Synchronization

/// The events that have not been sent to a page yet, as the text of an event stream.
final class EventQueue: Sendable {
  /// The events.
  let stream: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation
  private let number = Mutex(0)

  // The maximum number of waiting events. If a page reads so slowly that there are more, its stream ends, and the page reloads its
  // contents.
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
