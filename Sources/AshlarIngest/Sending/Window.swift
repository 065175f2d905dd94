import AshlarStore

/// A range of the outbox that a sender processes at once: the batches to send, and the number of skipped objects of each type.
struct Window {
  private(set) var batches: [(address: Address, batch: Batch)] = []
  private(set) var skipped: [Address: Int] = [:]
  /// The last row of the window; nil if the window is empty.
  private(set) var last: Int64?
  private var places: [Address: Int] = [:]
  private var objects = 0
  private var bytes = 0

  /// Adds an object to its batch, or counts it as skipped. Returns false, without adding it, if the window is full.
  mutating func add(
    _ object: OutboxObject, _ options: Ingest.Options, isSkipped: (Address) -> Bool, destination: (Address) throws -> Destination
  ) throws -> Bool {
    if objects >= options.batchObjects || objects > 0 && bytes + object.bytes.count > options.batchBytes { return false }
    let address = Address(shape: object.shape, type: object.type)
    if isSkipped(address) {
      skipped[address, default: 0] += 1
    } else {
      bytes += object.bytes.count
      let shape = try destination(address).shape
      if places[address] == nil {
        places[address] = batches.count
        batches.append((address, Batch(shape)))
      }
      try batches[places[address] ?? 0].batch.append(object.key, object.bytes, shape)
    }
    last = object.key
    objects += 1
    return true
  }
}
