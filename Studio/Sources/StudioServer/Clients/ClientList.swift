internal import HTTPTypes

/// The pages that use the studio.
actor ClientList {
  private let options: StudioOptions
  private var clients: [String: Client] = [:]
  private var isTidying = false
  private var hasEnded = false

  init(_ options: StudioOptions) { self.options = options }

  /// Returns the client of a page. Throws if there are too many.
  func client(_ name: String) throws(ServerFailure) -> Client {
    if let known = clients[name] { return known }
    if hasEnded { throw ServerFailure(.serviceUnavailable, "busy", "The studio is ending.") }
    if clients.count >= StudioOptions.clientLimit {
      throw ServerFailure(.serviceUnavailable, "busy", "The studio is open in \(clients.count) pages; close some of them.")
    }
    let client = Client(options)
    clients[name] = client
    if !isTidying {
      isTidying = true
      Task { [weak self, interval = options.idleTime / 4] in
        repeat { try? await Task.sleep(for: interval) } while await self?.tidy() == true
      }
    }
    return client
  }

  // Returns whether any client is left.
  private func tidy() async -> Bool {
    for (name, client) in clients {
      if await client.tidy() { clients[name] = nil }
    }
    isTidying = !clients.isEmpty
    return isTidying
  }

  /// Ends all event streams.
  func end() async {
    hasEnded = true
    for client in clients.values { await client.end() }
  }

  /// The number of pages.
  var count: Int { clients.count }
}
