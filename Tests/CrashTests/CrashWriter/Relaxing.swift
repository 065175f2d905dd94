import AshlarStore
import FaultShim
import StoreFixtures

/// Writes down every write and sync of `count` transactions, most of them relaxed, while the background syncs every few
/// milliseconds. Notes: of the n-th transaction 4n before it and 4n + 1 behind it, 4n + 2 instead when it was a durable one,
/// and after each 4v + 3, where v is its version.
func traceRelaxed(path: String, log: String, seed: UInt64, count: Int64) throws {
  let scenario = try Scenario(path: path, seed: seed)
  try scenario.prepare()
  let engine = scenario.store.session.engine
  engine.setSyncLimits(SyncLimits(interval: .milliseconds(12), bytes: 1 << 20))
  let descriptor = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard ashlar_faults_possible() != 0, descriptor >= 0 else { return say("impossible") }
  say("prepared")
  // The test takes a copy of the file as it is now.
  _ = readLine()
  ashlar_faults_watch(path)
  ashlar_faults_record(descriptor)
  ashlar_faults_note(engine.newestVersion * 4 + 3)
  var random = SeededGenerator(seed: seed &+ 1)
  for number in 1...count {
    let isDurable = random.once(in: 16)
    ashlar_faults_note(UInt64(number) * 4)
    try scenario.commit(number, isDurable ? .full : .relaxed)
    ashlar_faults_note(engine.newestVersion * 4 + 3)
    ashlar_faults_note(UInt64(number) * 4 + (isDurable ? 2 : 1))
    if random.once(in: 4) { usleep(UInt32(random.next() % 20_000)) }
  }
  ashlar_faults_record(-1)
  say("done \(ashlar_faults_calls())")
}

/// Commits the next number for each line, with the durability that the line names, and says so.
func writeInSteps(path: String) throws {
  let scenario = try Scenario(path: path, seed: 1)
  let store = scenario.store
  store.session.engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
  say("ready")
  while let line = readLine() {
    let durability: CommitDurability = line == "full" ? .full : line == "relaxed" ? .relaxed : .unsynced
    try store.session.advance()
    let last = try store.find(SampleSchema.person, .int(0)).map { store.value(SampleSchema.person, $0, 1).integer ?? 0 } ?? 0
    do {
      try scenario.commit(last + 1, durability)
      say("\(last + 1)")
    } catch {
      say("error \(error)")
    }
  }
}

/// Commits, while the first sync of the background fails; then says what the next commits do.
func runRelaxedWithFault(path: String, code: Int32) throws {
  let scenario = try Scenario(path: path, seed: 1)
  try scenario.prepare()
  scenario.store.session.engine.setSyncLimits(SyncLimits(interval: .milliseconds(50)))
  try scenario.commit(1, .relaxed)
  ashlar_faults_watch(path)
  ashlar_faults_fail(0, code, 0)
  usleep(300_000)
  for number in Int64(2)...3 {
    do {
      try scenario.commit(number, .relaxed)
      say("stored \(number)")
    } catch {
      say("\(error)")
    }
  }
  let row = try scenario.store.find(SampleSchema.person, .int(7))
  say("sees \(row.map { scenario.store.value(SampleSchema.person, $0, 1).integer ?? -1 } ?? -1)")
}
