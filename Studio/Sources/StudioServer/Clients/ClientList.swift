internal import HTTPTypes

/// The pages that use the studio.
actor ClientList {
  private struct Entry {
    let client: Client
    /// The number of requests that have received the client. If it has changed during a suspension, the client is in use.
    var requests = 1
  }

  private let options: StudioOptions
  private var clients: [String: Entry] = [:]
  private var isTidying = false
  private var hasEnded = false

  init(_ options: StudioOptions) { self.options = options }

  /// Returns the client of a page, creating it if necessary. Throws if there are too many pages with event streams.
  func client(_ name: String) async throws(ServerFailure) -> Client {
    if let known = known(name) { return known }
    if clients.count >= StudioOptions.clientLimit { await makeRoom() }
    // Another request of the page may have created the client meanwhile.
    if let known = known(name) { return known }
    if hasEnded { throw ServerFailure(.serviceUnavailable, "busy", "The studio is ending.") }
    if clients.count >= StudioOptions.clientLimit {
      throw ServerFailure(.serviceUnavailable, "busy", "The studio is open in \(clients.count) pages; close some of them.")
    }
    let client = Client(options)
    clients[name] = Entry(client: client)
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
    var oldest: (name: String, entry: Entry, lastUse: ContinuousClock.Instant)?
    for (name, entry) in clients {
      guard let lastUse = await entry.client.lastUseWithoutEvents else { continue }
      if oldest.map({ lastUse < $0.lastUse }) ?? true { oldest = (name, entry, lastUse) }
    }
    if let oldest, isUnused(oldest.name, since: oldest.entry) {
      clients[oldest.name] = nil
      await oldest.entry.client.end()
    }
  }

  private func known(_ name: String) -> Client? {
    clients[name]?.requests += 1
    return clients[name]?.client
  }

  // Returns whether no request has received a client since its entry was read.
  private func isUnused(_ name: String, since entry: Entry) -> Bool {
    clients[name].map { $0.client === entry.client && $0.requests == entry.requests } ?? false
  }

  // Releases idle clients. Returns whether any client is left.
  private func tidy() async -> Bool {
    for (name, entry) in clients {
      if await entry.client.tidy(), isUnused(name, since: entry) { clients[name] = nil }
    }
    isTidying = !clients.isEmpty
    return isTidying
  }

  /// Ends all event streams.
  func end() async {
    hasEnded = true
    for entry in clients.values { await entry.client.end() }
  }

  /// The number of pages.
  var count: Int { clients.count }
}
