import Ashlar
import AshlarIngest
import Foundation
import TestSupport
import Weather

// The process that tests kill. `write FILE START` creates objects until it is killed, and prints the number of the last object of each
// committed transaction. `send FILE SERVER` sends them. `serve - -` starts a server, prints its process and its folder, and waits.
let arguments = CommandLine.arguments
guard arguments.count == 4 else { fatalError("IngestProcess write FILE START | send FILE SERVER | serve - -") }
var configuration = Realm.Configuration(
  fileURL: URL(fileURLWithPath: arguments[2]), objectTypes: WeatherSchema.objectTypes + [Everything.self], durability: .unsynced)
configuration.outbox = .init()

switch arguments[1] {
case "write":
  var number = Int(arguments[3]) ?? 0
  let realm = try Realm(configuration: configuration)
  // A test that died would leave it behind.
  let end = Date(timeIntervalSinceNow: 60)
  while Date() < end {
    let count = Int.random(in: 1...30)
    try realm.write {
      for _ in 0..<count {
        realm.create(Everything.self, value: numbered(number))
        number += 1
      }
    }
    print(number - 1)
    fflush(nil)
  }
case "send":
  var options = Ingest.Options()
  options.batchObjects = 50
  options.firstDelay = 0.01
  options.longestDelay = 0.05
  options.pollInterval = 0.005
  let ingest = Ingest(configuration: configuration, server: arguments[3], options: options)
  let task = Task { try await ingest.run() }
  try await Task.sleep(for: .seconds(60))
  task.cancel()
case "serve":
  let server = try PostgreSQLServer()
  print(server.processIdentifier ?? 0)
  print(server.path)
  fflush(nil)
  // Longer than a test waits for its turn among all others.
  try await Task.sleep(for: .seconds(900))
  withExtendedLifetime(server) {}
default: fatalError("unknown: \(arguments[1])")
}

/// An object whose values of all types follow from its number.
func numbered(_ number: Int) -> Everything {
  let object = Everything()
  object.key = "\(number)"
  object.bool = number % 2 == 0
  object.int = number
  object.int8 = Int8(number % 100)
  object.int16 = Int16(number % 30_000)
  object.int32 = Int32(number)
  object.int64 = Int64(number) << 20
  object.float = Float(number % 1000) / 4
  object.double = Double(number) / 8
  object.string = "text '\(number)\\"
  object.data = Data("data \(number)".utf8)
  object.date = Date(timeIntervalSince1970: Double(number))
  object.decimal = (try? Decimal128(string: "\(number)")) ?? Decimal128()
  object.objectId = (try? ObjectId(string: String(repeating: "0", count: 24 - String(number).count) + "\(number)")) ?? ObjectId()
  if number % 3 == 0 { object.optionalString = "\(number)" }
  object.any = .int(number)
  object.wind = Wind(value: ["speed": Double(number), "degrees": 1] as [String: Any])
  object.numbers.append(objectsIn: [number, nil])
  object.doubles["n"] = Double(number)
  return object
}
