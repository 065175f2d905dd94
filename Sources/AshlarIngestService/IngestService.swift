#if IngestService
  public import Ashlar
  public import AshlarIngest
  public import Logging
  public import Metrics
  public import ServiceLifecycle

  /// A sender as a service of swift-service-lifecycle, which logs what happens and counts what it does.
  ///
  ///     let ingest = IngestService(configuration: configuration, server: "service=weather", logger: logger)
  ///     try await ServiceGroup(services: [ingest], gracefulShutdownSignals: [.sigterm], logger: logger).run()
  ///
  /// A graceful shutdown lets the statement that is under way end, and sends no other; what waits then stays in the file.
  ///
  /// **Logs**, with the table and the reason as metadata: connections at level info, batches at debug; as warnings the objects that are
  /// quarantined, types that wait until something is mended, and failed attempts.
  ///
  /// **Metrics**: counters `ashlar_ingest_sent`, `ashlar_ingest_known`, `ashlar_ingest_bytes`, `ashlar_ingest_batches`,
  /// `ashlar_ingest_quarantined` and `ashlar_ingest_blocked` with the dimension `table`; counters `ashlar_ingest_connections` and
  /// `ashlar_ingest_delays`; gauges of what the outbox holds, `ashlar_outbox_waiting`, `ashlar_outbox_quarantined` and
  /// `ashlar_outbox_bytes`.
  public nonisolated struct IngestService: Service, CustomStringConvertible {
    private let ingest: Ingest

    /// A service; nothing is opened yet.
    /// - Parameters:
    ///   - configuration: of the Realm with the outbox; only its file matters. A Realm in memory has none, and stops the program.
    ///   - server: what libpq connects to, as for `Ingest`.
    ///   - options: how the sender works.
    ///   - logger: takes what the sender says.
    ///   - metrics: makes the counters and gauges; nil for the one that the program has set up.
    public init(
      configuration: Realm.Configuration, server: String, options: Ingest.Options = Ingest.Options(), logger: Logging.Logger,
      metrics: (any MetricsFactory)? = nil
    ) {
      let meters = IngestMeters(metrics ?? MetricsSystem.factory)
      ingest = Ingest(configuration: configuration, server: server, options: options) { event in
        meters.count(event)
        event.log(to: logger)
      }
    }

    /// Sends what waits, and what comes, until the service is shut down gracefully or its task is cancelled. Outages are waited out.
    public func run() async throws {
      do {
        _ = try await cancelWhenGracefulShutdown { [ingest] in try await ingest.run() }
      } catch is CancellationError where Task.isShuttingDownGracefully {
        // Shut down before it began.
      }
    }

    /// The name in the logs of a service group.
    public var description: String { "ashlar ingest" }
  }
#else
  /// In packages that enable the trait `IngestService` of the package ashlar, a sender as a service of swift-service-lifecycle.
  @available(
    *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"IngestService\"]); it fetches what the service needs."
  )
  public nonisolated enum IngestService {}
#endif
