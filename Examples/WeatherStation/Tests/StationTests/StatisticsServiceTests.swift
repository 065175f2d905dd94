import Ashlar
import AshlarIngestService
import Foundation
import Logging
import MetricsTestKit
import ServiceLifecycle
import ServiceLifecycleTestKit
import Station
import Testing

@Suite("Statistics as a service")
struct StatisticsServiceTests {
  @Test("the figures of a file are gauges, reported at once and again after each interval, until the service is shut down")
  func gauges() async throws {
    let folder = try Folder()
    let file = StationFile(folder.url.appending(path: "station.realm"), code: "OSL", name: "Oslo")
    try file.record([Measurement(at: Date(timeIntervalSince1970: 0), celsius: 1)])
    let pool = try RealmPool(file.configuration)
    let metrics = TestMetrics()
    let service = RealmStatisticsService(
      pool: pool, file: "station", interval: .milliseconds(5), logger: Logger(label: "test"), metrics: metrics)
    @Sendable func gauge(_ name: String) throws -> Double? { try metrics.expectGauge("ashlar_\(name)", [("file", "station")]).lastValue }
    try await testGracefulShutdown { trigger in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { try await service.run() }
        // The count begins when this process opens the file, which is now if the file was closed after `record`.
        try await wait { try gauge("commits") != nil }
        let commits = try #require(try gauge("commits"))
        try file.record([Measurement(at: Date(timeIntervalSince1970: 1), celsius: 2)])
        try await wait { try gauge("commits") ?? 0 > commits }
        trigger.triggerGracefulShutdown()
        try await group.waitForAll()
      }
    }
    let statistics = try pool.statistics()
    #expect(try gauge("commits") == Double(statistics.commitCount))
    #expect(try gauge("file_bytes") == Double(statistics.fileSize) && gauge("pages") == Double(statistics.pageCount))
    #expect(try gauge("free_pages") ?? -1 >= 0 && gauge("pinned_versions") ?? -1 >= 0 && gauge("pinned_bytes") ?? -1 >= 0)
    #expect(try gauge("write_waits") == 0 && gauge("write_wait_seconds") == 0 && gauge("observers") == 0)
    #expect(try metrics.expectGauge("ashlar_open_files").lastValue ?? 0 >= 1)
  }
}
