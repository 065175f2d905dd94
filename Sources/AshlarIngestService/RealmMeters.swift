#if IngestService
  import Ashlar
  import Metrics

  /// The gauges of a file.
  final class RealmMeters: Sendable {
    private let commits: Gauge
    private let waits: Gauge
    private let waitSeconds: Gauge
    private let bytes: Gauge
    private let pages: Gauge
    private let freePages: Gauge
    private let pinnedVersions: Gauge
    private let pinnedBytes: Gauge
    private let observers: Gauge
    private let openFiles: Gauge

    init(_ factory: any MetricsFactory, file: String) {
      func gauge(_ name: String) -> Gauge { Gauge(label: "ashlar_\(name)", dimensions: [("file", file)], factory: factory) }
      commits = gauge("commits")
      waits = gauge("write_waits")
      waitSeconds = gauge("write_wait_seconds")
      bytes = gauge("file_bytes")
      pages = gauge("pages")
      freePages = gauge("free_pages")
      pinnedVersions = gauge("pinned_versions")
      pinnedBytes = gauge("pinned_bytes")
      observers = gauge("observers")
      openFiles = Gauge(label: "ashlar_open_files", factory: factory)
    }

    func record(_ statistics: Realm.Statistics) {
      commits.record(statistics.commitCount)
      waits.record(statistics.writeWaitCount)
      waitSeconds.record(statistics.writeWaitTime / .seconds(1))
      bytes.record(statistics.fileSize)
      pages.record(statistics.pageCount)
      freePages.record(statistics.freePageCount)
      // The oldest pinned version is read after `version`, so a commit in between can make it the newer of the two.
      let oldest = min(statistics.oldestPinnedVersion?.version ?? statistics.version, statistics.version)
      pinnedVersions.record(statistics.version - oldest)
      pinnedBytes.record(statistics.oldestPinnedVersion?.bytes ?? 0)
      observers.record(statistics.observerCount)
      openFiles.record(statistics.openFileCount)
    }
  }
#endif
