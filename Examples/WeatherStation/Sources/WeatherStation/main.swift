import AshlarIngestService
import Foundation
import Logging
import ServiceLifecycle
import Station

// WeatherStation FILE SERVER [READINGS [MILLISECONDS]]: stores readings in a file and sends them, until all have been sent or it is
// interrupted.
// SERVER is a connection string of libpq, such as service=weather.
let arguments = [String](CommandLine.arguments.dropFirst())
guard (2...4).contains(arguments.count), let readings = Int(arguments.count > 2 ? arguments[2] : "60"),
  let milliseconds = Int(arguments.count > 3 ? arguments[3] : "1000"), readings >= 0, milliseconds >= 0
else {
  FileHandle.standardError.write(Data("usage: WeatherStation FILE SERVER [READINGS [MILLISECONDS]]\n".utf8))
  exit(2)
}

LoggingSystem.bootstrap(StreamLogHandler.standardError)
let logger = Logger(label: "weather-station")
let file = StationFile(URL(fileURLWithPath: arguments[0]), code: "OSL", name: "Oslo")

let measuring = Measuring(file, readings: readings, every: .milliseconds(milliseconds), logger: logger)
let ingest = IngestService(configuration: file.configuration, server: arguments[1], logger: logger)
let group = ServiceGroup(
  configuration: ServiceGroupConfiguration(
    services: [
      .init(service: ingest),
      // After all readings have been stored and sent, the sender ends, too.
      .init(service: measuring, successTerminationBehavior: .gracefullyShutdownGroup),
    ],
    gracefulShutdownSignals: [.sigint, .sigterm], logger: logger))
do {
  try await group.run()
} catch is CancellationError {
  // It was interrupted while it was measuring. The next run sends the remaining readings.
}
if let status = try file.status() { print("\(status.waiting) readings wait, \(status.quarantined) are quarantined.") }
