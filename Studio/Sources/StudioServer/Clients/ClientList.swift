internal import HTTPTypes

/// The pages that use the studio.
actor ClientList {
  private let options: StudioOptions
  private var clients: [String: Client] = [:]
  private var isTidying = false
  private var hasEnded = false

  init(_ options: StudioOptions) { self.options = options }

  /// Returns the client of a page, creating it if necessary. Throws if there are too many pages with event streams.
  func client(_ name: String) async throws(ServerFailure) -> Client {
    if let known = clients[name] { return known }
    if clients.count >= StudioOptions.clientLimit { await makeRoom() }
    // Another request of the page may have created the client meanwhile.
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

  // Releases the page that has sent no request for the longest time, among the pages without an event stream. A page that the browser loads
  // again is a new client, and nothing else shows that the former one is no longer used.
  private func makeRoom() async {
    var oldest: (name: String, lastUse: ContinuousClock.Instant)?
    for (name, client) in clients {
      guard let lastUse = await client.lastUseWithoutEvents else { continue }
      if oldest.map({ lastUse < $0.lastUse }) ?? true { oldest = (name, lastUse) }
    }
    if let oldest, let client = clients.removeValue(forKey: oldest.name) { await client.end() }
  }

  // Releases idle clients. Returns whether any client is left.
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
