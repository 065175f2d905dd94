import Foundation
public import Logging
public import ServiceLifecycle

/// A service that measures and stores the measurements.
public struct Measuring: Service {
  private let file: StationFile
  private let readings: Int
  private let interval: Duration
  private let logger: Logger

  /// A service for a number of readings, one per interval; without an interval in groups of a hundred.
  public init(_ file: StationFile, readings: Int, every interval: Duration, logger: Logger) {
    self.file = file
    self.readings = readings
    self.interval = interval
    self.logger = logger
  }

  /// Ends when all readings have been stored and sent, or when its group ends.
  public func run() async throws {
    try await cancelWhenGracefulShutdown {
      var done = 0
      while done < readings {
        let count = interval > .zero ? 1 : min(100, readings - done)
        try file.record((0..<count).map { Instruments.read(done + $0) })
        done += count
        if interval > .zero { try await Task.sleep(for: interval) } else { await Task.yield() }
      }
      logger.info("measured", metadata: ["readings": "\(done)"])
      while try file.status()?.waiting ?? 0 > 0 { try await Task.sleep(for: .milliseconds(50)) }
    }
  }
}

/// Instruments with invented values.
enum Instruments {
  static func read(_ number: Int) -> Measurement {
    let wave = sin(Double(number) / 500)
    return Measurement(
      at: Date(), celsius: (150 + 80 * wave).rounded() / 10, humidity: number % 10 == 0 ? nil : (60 - 20 * wave).rounded())
  }
}
