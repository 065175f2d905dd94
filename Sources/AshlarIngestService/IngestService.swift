#if IngestService
  public import Ashlar
  public import AshlarIngest
  public import Logging
  public import Metrics
  public import ServiceLifecycle

  /// A sender as a service for swift-service-lifecycle. The service logs events through swift-log and reports metrics through
  /// swift-metrics.
  ///
  ///     let ingest = IngestService(configuration: configuration, server: "service=weather", logger: logger)
  ///     try await ServiceGroup(services: [ingest], gracefulShutdownSignals: [.sigterm], logger: logger).run()
  ///
  /// On graceful shutdown, the service stops without waiting for the result of the statement in progress. Unsent objects, and those of that
  /// statement, remain in the file and are sent by the next run.
  ///
  /// **Logs**, with the table and the reason as metadata: connections at level `info`; batches at `debug`; quarantined objects, blocked
  /// types and failed attempts at `warning`; the contents of the outbox at `trace`. If the file is encrypted, the reasons are left out,
  /// because the messages of a server may contain values; the events of `Ingest` have them.
  ///
  /// **Metrics**: the counters `ashlar_ingest_sent`, `ashlar_ingest_known`, `ashlar_ingest_bytes`, `ashlar_ingest_batches`,
  /// `ashlar_ingest_quarantined` and `ashlar_ingest_blocked` with the dimension `table`; the counters `ashlar_ingest_connections` and
  /// `ashlar_ingest_delays`; and the gauges `ashlar_outbox_waiting`, `ashlar_outbox_quarantined` and `ashlar_outbox_bytes` for the contents
  /// of the outbox.
  public nonisolated struct IngestService: Service, CustomStringConvertible {
    private let ingest: Ingest

    /// Creates a service. Does not open the file or connect to the server.
    /// - Parameters:
    ///   - configuration: The configuration of the Realm with the outbox. Only the path of its file and its encryption key are used. The
    ///     configuration of an in-memory Realm, which has no outbox, stops the program.
    ///   - server: A libpq connection string, as for `Ingest`.
    ///   - options: Batch sizes, delays and timeouts.
    ///   - logger: Receives the events of the sender.
    ///   - metrics: Creates the counters and gauges; nil for the factory of `MetricsSystem`.
    public init(
      configuration: Realm.Configuration, server: String, options: Ingest.Options = Ingest.Options(), logger: Logging.Logger,
      metrics: (any MetricsFactory)? = nil
    ) {
      let meters = IngestMeters(metrics ?? MetricsSystem.factory)
      let isEncrypted = configuration.encryptionKey != nil
      ingest = Ingest(configuration: configuration, server: server, options: options) { event in
        meters.count(event)
        event.log(to: logger, hidesReasons: isEncrypted)
      }
    }

    /// Sends the objects in the outbox, and those that are added later, until the service is shut down gracefully or its task is cancelled.
    /// While the server or the file is unavailable, the service waits and retries. See `IngestService` for an example.
    public func run() async throws {
      do {
        _ = try await cancelWhenGracefulShutdown { [ingest] in try await ingest.run() }
      } catch is CancellationError where Task.isShuttingDownGracefully {
        // The service was shut down before sending began.
      }
    }

    /// The name of the service in the logs of a service group.
    public var description: String { "ashlar ingest" }
  }
#else
  /// A sender as a service for swift-service-lifecycle, available in packages that enable the trait `IngestService` of the package ashlar.
  @available(
    *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"IngestService\"]); it adds the dependencies."
  )
  public nonisolated enum IngestService {}
#endif
