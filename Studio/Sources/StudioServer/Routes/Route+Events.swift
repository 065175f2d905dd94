internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension Route {
  private static let beat = Duration.seconds(15)

  /// The event stream of a page.
  static let events = Route(isUnlimited: true) { studio, request in
    let client = try await studio.client(request)
    // If the file cannot be read, the request fails before the stream begins.
    _ = try await client.snapshot()
    let isWatched = studio.options.watchesConnections
    let body = ResponseBody { writer in
      let queue = try await client.subscribe()
      do {
        if isWatched {
          try await request.request.body.consumeWithCancellationOnInboundClose { _ in try await send(queue, &writer) }
        } else {
          try await send(queue, &writer)
        }
      } catch {
        // The page has closed the connection.
      }
      await client.unsubscribe(queue)
      try await writer.finish(nil)
    }
    return Response(status: .ok, headers: Answer.headers("text/event-stream"), body: body)
  }

  private static func send(_ queue: EventQueue, _ writer: inout any ResponseBodyWriter) async throws {
    let beats = Task {
      while true {
        try await Task.sleep(for: beat)
        queue.beat()
      }
    }
    defer { beats.cancel() }
    for await event in queue.stream { try await writer.write(ByteBuffer(string: event)) }
  }
}
