#if IngestService
  public import Ashlar
  public import Logging
  public import Metrics
  public import ServiceLifecycle

  /// Reports the statistics of a file as gauges of swift-metrics, as a service for swift-service-lifecycle.
  ///
  ///     let statistics = RealmStatisticsService(pool: pool, file: "station", logger: logger)
  ///     try await ServiceGroup(services: [statistics], gracefulShutdownSignals: [.sigterm], logger: logger).run()
  ///
  /// **Metrics**, with the dimension `file`: `ashlar_commits`, `ashlar_write_waits` and `ashlar_write_wait_seconds` since this process
  /// opened the file; `ashlar_file_bytes`, `ashlar_pages` and `ashlar_free_pages`; `ashlar_pinned_versions`, the number of commits since
  /// the oldest pinned version, and `ashlar_pinned_bytes`, the bytes whose reuse that version prevents; and `ashlar_observers`. Without a
  /// dimension: `ashlar_open_files`. `Realm.Statistics` describes the values.
  ///
  /// **Logs** at level `warning` if the statistics cannot be read; the service then continues.
  public nonisolated struct RealmStatisticsService: Service, CustomStringConvertible {
    private let pool: RealmPool
    private let interval: Duration
    private let logger: Logging.Logger
    private let meters: RealmMeters

    /// Creates a service.
    /// - Parameters:
    ///   - pool: The pool of the file.
    ///   - file: The value of the dimension `file`.
    ///   - interval: The time between two reports.
    ///   - logger: Receives a warning if the statistics cannot be read.
    ///   - metrics: Creates the gauges; nil for the factory of `MetricsSystem`.
    public init(
      pool: RealmPool, file: String, interval: Duration = .seconds(15), logger: Logging.Logger, metrics: (any MetricsFactory)? = nil
    ) {
      self.pool = pool
      self.interval = interval
      self.logger = logger
      meters = RealmMeters(metrics ?? MetricsSystem.factory, file: file)
    }

    /// Reports at once and then after each interval, until the service is shut down gracefully or its task is cancelled.
    public func run() async throws {
      try? await cancelWhenGracefulShutdown { () async throws -> Void in
        while true {
          report()
          try await Task.sleep(for: interval)
        }
      }
    }

    private func report() {
      do {
        meters.record(try pool.statistics())
      } catch {
        logger.warning("the statistics cannot be read", metadata: ["reason": "\(error)"])
      }
    }

    /// The name of the service in the logs of a service group.
    public var description: String { "ashlar statistics" }
  }
#else
  /// Reports the statistics of a file as gauges, available in packages that enable the trait `IngestService` of the package ashlar.
  @available(
    *, unavailable, message: "Enable the trait: .package(url: …, from: …, traits: [\"IngestService\"]); it adds the dependencies."
  )
  public nonisolated enum RealmStatisticsService {}
#endif
