import AshlarStore
import Dispatch
import FaultShim
import StoreFixtures
import TestSupport

/// Writes down every write and sync of `count` transactions, most of them relaxed, while the background syncs every few
/// milliseconds. Notes: of the n-th transaction 4n before it and 4n + 1 behind it, 4n + 2 instead when it was a durable one,
/// and after that before it 4v + 3, where v is its version.
func traceRelaxed(path: String, log: String, seed: UInt64, count: Int64) throws {
  let scenario = try Scenario(path: path, seed: seed)
  try scenario.prepare()
  let engine = scenario.store.session.engine
  engine.setSyncLimits(SyncLimits(interval: .milliseconds(12), bytes: 1 << 20))
  try prepareLog(path, log)
  ashlar_faults_note(engine.newestVersion * 4 + 3)
  var random = SeededGenerator(seed: seed &+ 1)
  for _ in 0..<count {
    try noted(scenario, random.once(in: 16) ? .full : .relaxed)
    if random.once(in: 4) { usleep(UInt32(random.next() % 20_000)) }
  }
  ashlar_faults_record(-1)
  say("done \(ashlar_faults_calls())")
}

/// As `traceRelaxed`, with relaxed transactions only; in the middle the file gets features. Notes 2^40 + 1 when it has them, and before
/// that the version that adds them, as of a transaction.
func traceRelaxedFeatures(path: String, log: String, seed: UInt64, count: Int64, names: String) throws {
  try InventedFeatures.knowing(names) {
    let scenario = try Scenario(path: path, seed: seed)
    try scenario.prepare()
    let engine = scenario.store.session.engine
    engine.setSyncLimits(SyncLimits(interval: .milliseconds(12), bytes: 1 << 20))
    try prepareLog(path, log)
    ashlar_faults_note(engine.newestVersion * 4 + 3)
    var random = SeededGenerator(seed: seed &+ 1)
    for index in 0..<count {
      if index == count / 2 {
        ashlar_faults_note((engine.newestVersion + 1) * 4 + 3)
        _ = try SampleStore(
          engine, model: SampleSchema.model, ordinals: SampleSchema.ordinals, features: InventedFeatures.named(names))
        ashlar_faults_note((1 << 40) + 1)
      }
      try noted(scenario, .relaxed)
      if random.once(in: 4) { usleep(UInt32(random.next() % 20_000)) }
    }
    ashlar_faults_record(-1)
    say("done \(ashlar_faults_calls())")
  }
}

/// The same with transactions whose writer goes on and is told when they cannot be lost, some durable ones between them. Notes 4n + 2 when
/// it is told of the n-th.
func traceGrouped(path: String, log: String, seed: UInt64, count: Int64) throws {
  let scenario = try Scenario(path: path, seed: seed)
  try scenario.prepare()
  let engine = scenario.store.session.engine
  // Nothing but the groups saves.
  engine.setSyncLimits(SyncLimits(interval: .seconds(100), bytes: 64 << 20))
  try prepareLog(path, log)
  ashlar_faults_note(engine.newestVersion * 4 + 3)
  var random = SeededGenerator(seed: seed &+ 1)
  let saved = DispatchSemaphore(value: 0)
  var waiting = 0
  for index in 0..<count {
    // What is said to have failed may be on the disk.
    if index < count - 10, random.once(in: 10) { ashlar_faults_fail_slot(-EIO) }
    if random.once(in: 16) {
      try orAgain { try noted(scenario, .full) }
      continue
    }
    let number = try orAgain {
      try scenario.commitNext(.relaxed) { number, version in
        ashlar_faults_note(UInt64(number) * 4)
        ashlar_faults_note(version * 4 + 3)
      }
    }
    waiting += 1
    engine.whenSaved(scenario.store.session.version) { error in
      if error == nil { ashlar_faults_note(UInt64(number) * 4 + 2) }
      saved.signal()
    }
    if random.once(in: 6) { usleep(UInt32(random.next() % 3_000)) }
  }
  for _ in 0..<waiting { saved.wait() }
  ashlar_faults_record(-1)
  say("done \(ashlar_faults_calls())")
}

// The commit after a checkpoint that could not be written is refused, and says so.
private func orAgain<Value>(_ body: () throws -> Value) throws -> Value { try (try? body()) ?? body() }

/// The same in a file that others write to, with durabilities that differ from one transaction to the next, until `count` are
/// committed or the process dies in between.
func traceShared(path: String, log: String, seed: UInt64, count: Int64, dies: Bool) throws {
  let scenario = try Scenario(path: path, seed: seed)
  scenario.store.session.engine.setSyncLimits(SyncLimits(interval: .milliseconds(12), bytes: 1 << 20))
  try prepareLog(path, log)
  var random = SeededGenerator(seed: seed &+ 1)
  for index in 0..<count {
    let kinds: [CommitDurability] = [.relaxed, .relaxed, .relaxed, .relaxed, .full, .unsynced]
    // A process that has not met a relaxed commit yet leaves unsynced ones as they are.
    try noted(scenario, index == 0 ? .relaxed : kinds[Int(random.next() % 6)])
    if random.once(in: 3) { usleep(UInt32(random.next() % 15_000)) }
  }
  if dies { ashlar_faults_die() }
  // The background goes on, and so do the others.
  say("done \(ashlar_faults_calls())")
  _ = readLine()
  ashlar_faults_record(-1)
}

/// Says that the test may take a copy of the file as it is now, and then writes down what is done to it.
private func prepareLog(_ path: String, _ log: String) throws {
  let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o600)
  guard ashlar_faults_possible() != 0, descriptor >= 0 else { return say("impossible") }
  say("prepared")
  _ = readLine()
  ashlar_faults_watch(path)
  // So that commits come while one is written.
  ashlar_faults_slow_slots(4_000)
  ashlar_faults_record(descriptor)
}

private func noted(_ scenario: Scenario, _ durability: CommitDurability) throws {
  let number = try scenario.commitNext(durability) { number, version in
    ashlar_faults_note(UInt64(number) * 4)
    ashlar_faults_note(version * 4 + 3)
  }
  ashlar_faults_note(UInt64(number) * 4 + (durability == .full ? 2 : 1))
}

/// Commits the next number for each line, with the durability that the line names, and says so.
func writeInSteps(path: String) throws {
  let scenario = try Scenario(path: path, seed: 1)
  scenario.store.session.engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
  say("ready")
  while let line = readLine() {
    let durability: CommitDurability = line == "full" ? .full : line == "relaxed" ? .relaxed : .unsynced
    do {
      say(try scenario.commitNext(durability) { _, _ in })
    } catch {
      say("error \(error)")
    }
  }
}

/// Commits twice without waiting for the disk, and dies.
func dieRelaxed(path: String) throws {
  let scenario = try Scenario(path: path, seed: 1)
  scenario.store.session.engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
  for _ in 0..<2 { _ = try scenario.commitNext(.relaxed) { _, _ in } }
  kill(getpid(), SIGKILL)
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

/// As `runRelaxedWithFault`, with writers that wait to be told that their commit cannot be lost.
func runGroupedWithFault(path: String, code: Int32) throws {
  let scenario = try Scenario(path: path, seed: 1)
  try scenario.prepare()
  let engine = scenario.store.session.engine
  engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
  func save(_ number: Int64, _ version: UInt64) {
    let isTold = DispatchSemaphore(value: 0)
    engine.whenSaved(version) { error in
      say("\(number): \(error.map { "\($0)" } ?? "saved")")
      isTold.signal()
    }
    isTold.wait()
  }
  try scenario.commit(1, .relaxed)
  save(1, scenario.store.session.version)
  try scenario.commit(2, .relaxed)
  let second = scenario.store.session.version
  ashlar_faults_watch(path)
  ashlar_faults_fail(0, code, 0)
  save(2, second)
  for number in Int64(3)...4 {
    do {
      try scenario.commit(number, .relaxed)
      say("stored \(number)")
    } catch {
      say("\(number): \(error)")
    }
  }
  save(2, second)
}

/// Writers wait to be told that their commit cannot be lost, while the first checkpoint that is written into a slot breaks off in the
/// middle. Dies after it was told so of a later commit.
func runGroupedWithSlotFault(path: String, code: Int32) throws {
  let scenario = try Scenario(path: path, seed: 1)
  try scenario.prepare()
  let engine = scenario.store.session.engine
  engine.setSyncLimits(SyncLimits(interval: .seconds(100)))
  func commit(_ number: Int64) {
    do {
      try scenario.commit(number, .relaxed)
    } catch {
      return say("\(number): refused, \(error)")
    }
    let isTold = DispatchSemaphore(value: 0)
    engine.whenSaved(scenario.store.session.version) { error in
      say("\(number): \(error.map { "\($0)" } ?? "saved")")
      isTold.signal()
    }
    isTold.wait()
  }
  func place() -> ino_t {
    var info = stat()
    return stat(path + ".checkpoint", &info) == 0 ? info.st_ino : 0
  }
  ashlar_faults_watch(path)
  commit(1)
  let first = place()
  ashlar_faults_fail_slot(code)
  for number in Int64(2)...5 { commit(number) }
  say(place() == first ? "the same file" : "a new file")
  kill(getpid(), SIGKILL)
}
