import AshlarSchema
import FaultShim
import StoreFixtures

@testable import AshlarStore

/// Opens a file as a release that knows the features with these names, and executes one command for each line.
func stayKnowing(path: String, names: String) {
  InventedFeatures.knowing(names) {
    var store: SampleStore?
    say(outcome { store = try openStore(path, "") } ?? "open")
    while let line = readLine() {
      let words = line.split(separator: " ").map(String.init)
      switch words.first {
      case "add": say(outcome { _ = try openStore(path, words.count > 1 ? words[1] : "") } ?? "added")
      case "again": say(outcome { _ = try openStore(path, "") } ?? "open")
      case "read":
        guard let store else { return say("closed") }
        say(outcome { say("\(try store.session.advance() ? "advanced" : "stays") \(try store.rows(SampleSchema.token).count)") } ?? "read")
      case "write":
        guard let store else { return say("closed") }
        say(outcome { try store.addNumberedToken(.unsynced) } ?? "rows \(store.session.count(SampleSchema.token))")
      default: return
      }
    }
  }
}

/// Opens a file twice for each of the ways to read it, and says what the log says.
func readLogging(path: String) throws {
  StoreLog.setSink { level, message in say("\(level): \(message())") }
  do {
    let engines = try (0..<2).map { _ in try EnvironmentRegistry.openToRead(path: path) }
    say("open \(engines.count)")
  }
  EnvironmentRegistry.closeIdleFile(path: path)
  do {
    let engines = try (0..<2).map { _ in try ReadOnlyEngines.open(path: path) }
    say("open read-only \(engines.count)")
  }
  EnvironmentRegistry.closeIdleFile(path: path)
  say("read \(try FileInspection.schema(path).entities.count) types")
}

/// Gives a file features when a line comes, and dies after one of the calls that write the file.
func addFeaturesAndDie(path: String, names: String, call: Int64) {
  InventedFeatures.knowing(names) {
    let store = outcome { _ = try openStore(path, "") }
    say(store ?? "ready")
    _ = readLine()
    ashlar_faults_watch(path)
    ashlar_faults_die_after(call)
    say(outcome { _ = try openStore(path, names) } ?? "stored")
  }
}

/// Gives a file features, as a release does that knows them.
func addFeatures(path: String, names: String) {
  InventedFeatures.knowing(names) { say(outcome { _ = try openStore(path, names) } ?? "stored") }
}

/// Gives a file of three tokens features when a line comes, and writes down what reaches the disk.
func traceFeatures(path: String, log: String, names: String) throws {
  try InventedFeatures.knowing(names) {
    do {
      let store = try openStore(path, "")
      for _ in 0..<3 { try store.addNumberedToken(.full) }
    }
    EnvironmentRegistry.closeIdleFile(path: path)
    let descriptor = openLog(log)
    guard ashlar_faults_possible() != 0, descriptor >= 0 else { return say("impossible") }
    say("prepared")
    _ = readLine()
    ashlar_faults_watch(path)
    ashlar_faults_record(descriptor)
    let store = try openStore(path, names)
    ashlar_faults_note(1)
    ashlar_faults_record(-1)
    say("done \(ashlar_faults_calls())")
    withExtendedLifetime(store) {}
  }
}

private func openLog(_ path: String) -> Int32 { open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }

private func openStore(_ path: String, _ features: String) throws -> SampleStore {
  try SampleStore(
    EnvironmentRegistry.open(path: path), model: SampleSchema.model, ordinals: SampleSchema.ordinals,
    features: InventedFeatures.named(features))
}

// Nil if `body` succeeds.
private func outcome(_ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch {
    return "refused \(error)".replacing("\n", with: " ")
  }
}
