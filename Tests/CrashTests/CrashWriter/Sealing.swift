import AshlarStore
import FaultShim
import Foundation
import StoreFixtures
import TestSupport

/// Commits marked values to an encrypted file until it is killed, and appends what is written to the file to `log`. Says "ready" before.
///
/// - Parameters:
///   - marks: The seed of the marks.
///   - kind: "commits" of all durabilities by one thread; "groups" by three threads that wait until the engine has saved their commits;
///     "forks" into a child process that opens the file itself, and writes to a log of its own; or "repeated", which commits 40 times while
///     the system's random bytes and clocks repeat, and ends.
func writeSealed(path: String, log: String, marks: UInt64, seed: UInt64, kind: String) throws {
  let marks = Marks(seed: marks)
  let engine = try EnvironmentRegistry.open(path: path, key: try fixedKey())
  engine.setSyncLimits(SyncLimits(interval: .milliseconds(5)))
  let store = try MarkedStore(engine, marks)
  try recordWrites(path, log)
  var random = SeededGenerator(seed: seed)
  switch kind {
  case "repeated": return try commitRepeated(store, &random)
  case "groups": return try commitInGroups(engine, marks, seed)
  case "forks":
    for _ in 0..<2 { try store.commit(&random, .unsynced) }
    if ashlar_fork() == 0 {
      // The key of the parent is not in the memory of its child.
      let own = try EnvironmentRegistry.open(path: path, key: try fixedKey())
      try recordWrites(path, log + ".child")
      return try commitForEver(try MarkedStore(own, marks), seed &+ 1)
    }
  default: break
  }
  say("ready")
  try commitForEver(store, seed)
}

private struct NoKey: Error {}

// The key of all encrypted files of these tests.
private func fixedKey() throws -> EncryptionKey {
  guard let key = (0..<EncryptionKey.size).map({ UInt8($0) }).withUnsafeBytes({ EncryptionKey(copying: $0) }) else { throw NoKey() }
  return key
}

private func recordWrites(_ path: String, _ log: String) throws {
  let descriptor = open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
  guard ashlar_faults_possible() != 0, descriptor >= 0 else { return say("impossible") }
  ashlar_faults_watch(path)
  ashlar_faults_record(descriptor)
}

private func commitForEver(_ store: MarkedStore, _ seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  let durabilities: [CommitDurability] = [.unsynced, .unsynced, .unsynced, .relaxed, .relaxed, .full]
  while true { try store.commit(&random, random.pick(durabilities)) }
}

private func commitInGroups(_ engine: any StorageEngine, _ marks: Marks, _ seed: UInt64) throws {
  for thread in 0..<3 as Range<UInt64> {
    Thread.detachNewThread {
      do {
        var random = SeededGenerator(seed: seed &+ thread)
        let store = try MarkedStore(engine, marks)
        while true {
          try store.commit(&random, .relaxed)
          try engine.waitUntilSaved(store.store.session.version)
        }
      } catch {
        say("failed \(error)")
        exit(1)
      }
    }
  }
  say("ready")
  while true { usleep(1_000_000) }
}

private func commitRepeated(_ store: MarkedStore, _ random: inout SeededGenerator) throws {
  ashlar_faults_repeat_random(2)
  var system = SystemRandomNumberGenerator()
  say("random \(system.next() as UInt64) \(system.next() as UInt64)")
  let before = store.store.session.version
  for _ in 0..<40 { try store.commit(&random, .unsynced) }
  ashlar_faults_repeat_random(0)
  say("versions \(before) \(store.store.session.version)")
}
