import Ashlar
import AshlarIngest
import Foundation

// IngestBench outbox|plain FILE N BATCH synced|unsynced: creates N objects, BATCH in a write.
// IngestBench send FILE SERVER: sends them.
// IngestBench run PROGRAM ARGUMENT…: runs another program.
// Each prints the seconds, the CPU seconds and the peak of memory in MiB, with a tab between.
let arguments = [String](CommandLine.arguments.dropFirst())

func configuration(_ path: String, _ durability: String) -> Realm.Configuration {
  var configuration = Realm.Configuration(
    fileURL: URL(fileURLWithPath: path), objectTypes: [Sample.self, Reading.self],
    durability: durability == "unsynced" ? .unsynced : .full)
  configuration.outbox = .init(maximumBytes: .max / 2)
  return configuration
}

/// Runs a body and prints what it took.
func measure(_ whose: Int32, _ body: () async throws -> Void) async throws {
  let start = ContinuousClock.now
  let before = usage(whose)
  try await body()
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  let after = usage(whose)
  print(
    [seconds, after.cpu - before.cpu, after.peak].map { String(format: "%.3f", $0) }.joined(separator: "\t"))
}

func usage(_ whose: Int32) -> (cpu: Double, peak: Double) {
  var usage = rusage()
  getrusage(whose, &usage)
  func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
  return (seconds(usage.ru_utime) + seconds(usage.ru_stime), Double(usage.ru_maxrss) / 1024)
}

let own: Int32 = 0
let children: Int32 = -1

switch arguments.first {
case "outbox" where arguments.count == 5, "plain" where arguments.count == 5:
  guard let count = Int(arguments[2]), let batch = Int(arguments[3]), batch > 0 else { fatalError("N and BATCH are numbers") }
  let isOutbox = arguments[0] == "outbox"
  let realm = try Realm(configuration: configuration(arguments[1], arguments[4]))
  let start = Date()
  try await measure(own) {
    var number = 0
    while number < count {
      let end = min(number + batch, count)
      try realm.write {
        while number < end {
          let value: [String: Any] = [
            "_id": UUID(), "station": "station \(number % 100)", "at": start + Double(number) / 1000, "celsius": Double(number % 400) / 10,
            "count": number, "note": number % 10 == 0 ? "after the rain, \"windy\"" : NSNull(),
          ]
          if isOutbox { realm.create(Reading.self, value: value) } else { realm.create(Sample.self, value: value) }
          number += 1
        }
      }
    }
  }
case "outbox-objects" where arguments.count == 5, "plain-objects" where arguments.count == 5:
  guard let count = Int(arguments[2]), let batch = Int(arguments[3]), batch > 0 else { fatalError("N and BATCH are numbers") }
  let isOutbox = arguments[0] == "outbox-objects"
  let realm = try Realm(configuration: configuration(arguments[1], arguments[4]))
  let start = Date()
  try await measure(own) {
    var number = 0
    while number < count {
      let end = min(number + batch, count)
      try realm.write {
        while number < end {
          if isOutbox {
            let object = Reading()
            object._id = UUID()
            object.station = "station \(number % 100)"
            object.at = start + Double(number) / 1000
            object.celsius = Double(number % 400) / 10
            object.count = number
            if number % 10 == 0 { object.note = "after the rain, \"windy\"" }
            realm.create(Reading.self, value: object)
          } else {
            let object = Sample()
            object._id = UUID()
            object.station = "station \(number % 100)"
            object.at = start + Double(number) / 1000
            object.celsius = Double(number % 400) / 10
            object.count = number
            if number % 10 == 0 { object.note = "after the rain, \"windy\"" }
            realm.add(object)
          }
          number += 1
        }
      }
    }
  }
case "send" where arguments.count == 3:
  let ingest = Ingest(configuration: configuration(arguments[1], "full"), server: arguments[2])
  try await measure(own) {
    let figures = try await ingest.sendAll()
    FileHandle.standardError.write(Data("\(figures.sent) sent, \(figures.known) known, \(figures.quarantined) quarantined\n".utf8))
  }
case "run" where arguments.count > 1:
  try await measure(children) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: arguments[1])
    process.arguments = Array(arguments.dropFirst(2))
    process.standardOutput = FileHandle.standardError
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { fatalError("\(arguments[1]) failed") }
  }
default: fatalError("IngestBench outbox|plain|outbox-objects|plain-objects FILE N BATCH synced|unsynced, send FILE SERVER, run PROGRAM …")
}
