import AshlarStore
import CLMDB
import FaultShim
import StoreFixtures
import TestSupport

/// Numbered transactions to a file that others write to as well, each of which adds a token with its number: none may be missing.
private struct SharedScenario {
  let store: SampleStore
  var random: SeededGenerator

  init(path: String, seed: UInt64) throws {
    random = SeededGenerator(seed: seed)
    store = try SampleStore(path: path)
    store.session.engine.setSyncLimits(SyncLimits(interval: .milliseconds(5)))
  }

  mutating func commit() throws -> Int64 {
    let session = store.session
    try session.beginWrite()
    do {
      let number = try store.insertNumberedToken()
      let people = try session.liveKeys(SampleSchema.person)
      if people.count < 40 {
        try store.insert(SampleSchema.person, random.person(number, people: people, address: nil))
      } else if let row = people.randomElement(using: &random) {
        try store.set(SampleSchema.person, row, 2, random.text())
      }
      try session.commitWrite(random.once(in: 8) ? .full : random.once(in: 3) ? .relaxed : .unsynced)
      return number
    } catch {
      if session.isWriting { session.cancelWrite() }
      throw error
    }
  }

  mutating func commitForEver() throws {
    while true { say(try commit()) }
  }
}

/// Writes to a file by one of its names until it is killed, or says that the name is refused.
func writeShared(path: String, seed: UInt64) {
  do {
    var scenario = try SharedScenario(path: path, seed: seed)
    say("ready")
    try scenario.commitForEver()
  } catch {
    say("refused \(error)")
  }
}

/// The same by the name that a file has where its folder appears as well.
func writeBound(path: String, seed: UInt64, folder: String, place: String) {
  let code = ashlar_bind_folder(folder, place)
  if code != 0 { return say("impossible \(code)") }
  writeShared(path: path, seed: seed)
}

/// Writes, and forks in between: the child says what it may not do with what it inherited, then opens the file itself and writes too.
func writeForked(path: String, seed: UInt64) throws {
  var scenario = try SharedScenario(path: path, seed: seed)
  for _ in 0..<3 { say(try scenario.commit()) }
  // In a write or not.
  let isWriting = scenario.random.once(in: 2)
  if isWriting {
    try scenario.store.session.beginWrite()
    try scenario.store.insert(SampleSchema.dog, [.text("of nobody"), .null, .list([])])
  }
  if ashlar_fork() == 0 {
    try runForked(&scenario, path: path, seed: seed)
    exit(0)
  }
  if isWriting { scenario.store.session.cancelWrite() }
  try scenario.commitForEver()
}

private func runForked(_ scenario: inout SharedScenario, path: String, seed: UInt64) throws {
  func refused(_ what: String, _ body: () throws -> Void) {
    do {
      try body()
      say("allowed \(what)")
    } catch StoreError.inherited {
    } catch {
      say("allowed \(what): \(error)")
    }
  }
  let session = scenario.store.session
  if session.isWriting {
    refused("committing") { try session.commitWrite(.full) }
  } else {
    refused("writing") { try session.beginWrite() }
  }
  refused("a snapshot") { _ = try session.engine.snapshot(for: SnapshotHolder(.store)) }
  refused("committing to the engine") { try session.engine.commit(.relaxed) { _ in } }
  // All that was inherited goes, which must not concern the parent.
  scenario = try SharedScenario(path: path, seed: seed &+ 1)
  say("child ready")
  try scenario.commitForEver()
}

/// Commits a token when a line comes, and dies after one of the calls that write the file.
func commitAndDie(path: String, call: Int64, isSynced: Bool) throws {
  let store = try SampleStore(path: path)
  say("ready")
  _ = readLine()
  ashlar_faults_watch(path)
  ashlar_faults_die_after(call)
  try store.addNumberedToken(isSynced ? .full : .unsynced)
  say("stored")
}

/// Opens a file and says whether that goes; keeps it open until a line comes.
func openAndWait(path: String) {
  do {
    let store = try SampleStore(path: path)
    say("opened")
    _ = readLine()
    withExtendedLifetime(store) {}
  } catch {
    say("refused \(error)")
  }
}

/// As `openAndWait`, in a process that has the number 1 or 2, as in a container.
func openNumbered(path: String, isSecond: Bool) {
  let code = ashlar_number_children()
  if code != 0 { return say("impossible \(code)") }
  // The processes of a container end with the first one.
  if ashlar_fork() == 0 {
    if !isSecond || ashlar_fork() == 0 {
      openAndWait(path: path)
      exit(0)
    }
    wait(nil)
    exit(0)
  }
  wait(nil)
}

/// Reads a file as programs of earlier releases do: a reader in LMDB's list, and nothing that says which formats it knows.
func readRaw(path: String) {
  var environment: OpaquePointer?
  var transaction: OpaquePointer?
  guard mdb_env_create(&environment) == 0, mdb_env_set_mapsize(environment, 1 << 36) == 0,
    mdb_env_open(environment, path, UInt32(MDB_NOSUBDIR | MDB_RDONLY | MDB_NOTLS), 0o644) == 0,
    mdb_txn_begin(environment, nil, UInt32(MDB_RDONLY), &transaction) == 0
  else { return say("refused") }
  say("opened")
  _ = readLine()
  mdb_txn_abort(transaction)
  mdb_env_close(environment)
}

/// Deletes a file and says how that went.
func deleteFile(path: String) {
  do { say("deleted \(try EnvironmentRegistry.delete(path: path))") } catch { say("refused \(error)") }
}
