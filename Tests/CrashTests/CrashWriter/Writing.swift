import AshlarStore
import StoreFixtures
import TestSupport

/// Commits numbered transactions and acknowledges each with a line, until it is killed.
func writeForEver(path: String, seed: UInt64, _ durability: CommitDurability? = nil) throws {
  var random = SeededGenerator(seed: seed)
  let scenario = try Scenario(path: path, seed: random.next(), rows: 60)
  let store = scenario.store
  var number = try store.find(SampleSchema.person, .int(0)).map { store.value(SampleSchema.person, $0, 1).integer ?? 0 } ?? 0
  if durability == .relaxed { store.session.engine.setSyncLimits(SyncLimits(interval: .milliseconds(5))) }
  say("ready \(number)")
  while true {
    number += 1
    try scenario.commit(number, durability ?? (random.once(in: 4) ? .full : .unsynced))
    say(number)
  }
}

/// Takes the right to write, says so, and gives it back when a line comes.
func holdWriteLock(path: String) throws {
  let engine = try EnvironmentRegistry.open(path: path)
  try engine.lockForWriting()
  say("held")
  _ = readLine()
  engine.unlockForWriting()
  say("released")
  _ = readLine()
}

/// Opens a file as a user who may not, where this process may change users.
func openWithoutRights(path: String) {
  if setgid(65534) != 0 || setuid(65534) != 0 {
    say("skipped")
    return
  }
  do {
    _ = try EnvironmentRegistry.open(path: path)
    say("opened")
  } catch {
    say("\(error)")
  }
}

/// Reads a version of a file until a line comes.
func holdVersion(path: String) throws {
  let store = try SampleStore(path: path)
  say("version \(store.session.version)")
  _ = readLine()
}
