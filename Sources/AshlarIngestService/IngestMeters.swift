#if IngestService
  import AshlarIngest
  import Foundation
  import Metrics

  /// The counters and gauges of a sender.
  final class IngestMeters: @unchecked Sendable {
    private let factory: any MetricsFactory
    private let connections: Counter
    private let delays: Counter
    private let waiting: Gauge
    private let quarantined: Gauge
    private let bytes: Gauge
    private let lock = NSLock()
    // Counters by name and table, protected by `lock`.
    private var counters: [[String]: Counter] = [:]

    init(_ factory: any MetricsFactory) {
      self.factory = factory
      connections = Counter(label: "ashlar_ingest_connections", factory: factory)
      delays = Counter(label: "ashlar_ingest_delays", factory: factory)
      waiting = Gauge(label: "ashlar_outbox_waiting", factory: factory)
      quarantined = Gauge(label: "ashlar_outbox_quarantined", factory: factory)
      bytes = Gauge(label: "ashlar_outbox_bytes", factory: factory)
    }

    func count(_ event: Ingest.Event) {
      switch event {
      case .connected: connections.increment()
      case .sent(let table, let rows, let known, let bytes):
        counter("sent", table).increment(by: rows)
        if known > 0 { counter("known", table).increment(by: known) }
        counter("bytes", table).increment(by: bytes)
        counter("batches", table).increment()
      case .quarantined(let table, _): counter("quarantined", table).increment()
      case .blocked(let table, _): counter("blocked", table).increment()
      case .waiting: delays.increment()
      case .backlog(let waiting, let quarantined, let bytes):
        self.waiting.record(waiting)
        self.quarantined.record(quarantined)
        self.bytes.record(bytes)
      }
    }

    private func counter(_ name: String, _ table: String) -> Counter {
      lock.withLock {
        if let known = counters[[name, table]] { return known }
        let made = Counter(label: "ashlar_ingest_\(name)", dimensions: [("table", table)], factory: factory)
        counters[[name, table]] = made
        return made
      }
    }
  }
#endif
