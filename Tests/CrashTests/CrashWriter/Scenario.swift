import AshlarStore
import FaultShim
import StoreFixtures
import TestSupport

/// Numbered transactions over few rows: each gives 20 people the same number, and adds, changes and deletes other rows.
final class Scenario {
  let store: SampleStore
  private var random: SeededGenerator
  /// About how many people and dogs there are.
  private let rows: Int

  init(path: String, seed: UInt64, rows: Int = 30) throws {
    random = SeededGenerator(seed: seed)
    self.rows = rows
    store = try SampleStore(path: path)
  }

  /// Makes the rows that later transactions change; durable.
  func prepare() throws { try commit(0, sync: true) }

  /// Changes rows without committing, in a write that was begun.
  private func change(_ number: Int64) throws {
    let session = store.session
    for id in 0..<Int64(20) {
      if let row = try store.find(SampleSchema.person, .int(id)) {
        try store.set(SampleSchema.person, row.key, 1, .int(number))
        if random.once(in: 4) { try store.set(SampleSchema.person, row.key, 2, random.text()) }
      } else {
        var values = random.person(id, people: [], address: nil)
        values[1] = .int(number)
        try store.insert(SampleSchema.person, values)
      }
    }
    let people = try session.liveKeys(SampleSchema.person)
    let address = try store.insert(SampleSchema.address, [random.text(), .bytes([7, 0])])
    let person = try store.insert(SampleSchema.person, random.person(1000 + number, people: people, address: address))
    try store.insert(SampleSchema.dog, [.text("dog number \(number) of the scenario"), .link(person), random.tags()])
    if people.count > rows, let gone = people.dropFirst(20).randomElement(using: &random) { try session.delete(SampleSchema.person, gone) }
    let dogs = try session.liveKeys(SampleSchema.dog)
    if dogs.count > rows, let gone = dogs.randomElement(using: &random) { try session.delete(SampleSchema.dog, gone) }
  }

  /// One transaction, or an error and no trace of it.
  func commit(_ number: Int64, sync: Bool) throws { try commit(number, sync ? .full : .unsynced) }

  /// The transaction after the last one, whoever made that. Returns its number.
  /// - Parameter willCommit: told its number and its version.
  func commitNext(_ durability: CommitDurability, willCommit: (_ number: Int64, _ version: UInt64) -> Void) throws -> Int64 {
    try store.session.beginWrite()
    do {
      let number = try store.find(SampleSchema.person, .int(0)).map { (store.value(SampleSchema.person, $0, 1).integer ?? 0) + 1 } ?? 0
      try change(number)
      willCommit(number, store.session.version + 1)
      try store.session.commitWrite(durability)
      return number
    } catch {
      if store.session.isWriting { store.session.cancelWrite() }
      throw error
    }
  }

  /// One transaction, or an error and no trace of it.
  func commit(_ number: Int64, _ durability: CommitDurability) throws {
    try store.session.beginWrite()
    do {
      try change(number)
      try store.session.commitWrite(durability)
    } catch {
      if store.session.isWriting { store.session.cancelWrite() }
      throw error
    }
  }
}

/// Writes down every write and sync of `count` durable transactions, with a note of 2n before and 2n + 1 after the n-th.
func trace(path: String, log: String, seed: UInt64, count: Int64) throws {
  let scenario = try Scenario(path: path, seed: seed)
  try scenario.prepare()
  let descriptor = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard ashlar_faults_possible() != 0, descriptor >= 0 else { return say("impossible") }
  say("prepared")
  // The test takes a copy of the file as it is now.
  _ = readLine()
  ashlar_faults_watch(path)
  ashlar_faults_record(descriptor)
  for number in 1...count {
    ashlar_faults_note(UInt64(number) * 2)
    try scenario.commit(number, sync: true)
    ashlar_faults_note(UInt64(number) * 2 + 1)
  }
  ashlar_faults_record(-1)
  say("done \(ashlar_faults_calls())")
}

/// Runs `count` transactions, of which every other is durable, while one call fails, or it and all later ones. Says for each
/// whether it was stored, and at the end what can still be read.
func runWithFault(path: String, seed: UInt64, count: Int64, call: Int64, code: Int32, isForEver: Bool) throws {
  let scenario = try Scenario(path: path, seed: seed)
  try scenario.prepare()
  ashlar_faults_watch(path)
  ashlar_faults_fail(call, code, isForEver ? 1 : 0)
  for number in 1...count {
    do {
      try scenario.commit(number, sync: number % 2 == 0)
      say("stored \(number)")
    } catch {
      say("failed \(number) \(error)".replacing("\n", with: " "))
    }
  }
  say("calls \(ashlar_faults_calls())")
  ashlar_faults_fail(-1, 0, 0)
  // What the process still sees is a committed version.
  do {
    try scenario.store.session.advance()
    let row = try scenario.store.find(SampleSchema.person, .int(7))
    let number = row.map { scenario.store.value(SampleSchema.person, $0, 1).integer ?? -1 } ?? -1
    say("sees \(number) \(try scenario.store.contradictions())")
  } catch {
    say("blind \(error)".replacing("\n", with: " "))
  }
}

/// Commits that add 700 KB each, while the first, the sixth, ... call of one fails, or it and all later ones, until a commit
/// makes fewer. Says which were stored, and whether all of them can be read.
func growWithFaults(path: String, code: Int32, isForEver: Bool) throws {
  let rows = 20_000
  let store = try SampleStore(path: path)
  ashlar_faults_watch(path)
  var stored = 0
  var call: Int64 = 0
  while true {
    let first = ashlar_faults_calls()
    ashlar_faults_fail(first + call, code, isForEver ? 1 : 0)
    do {
      try store.session.beginWrite()
      for number in stored * rows..<(stored + 1) * rows {
        try store.insert(SampleSchema.token, [.bytes(withUnsafeBytes(of: number) { Array($0) } + [0, 0, 0, 0]), .int(Int64(number))])
      }
      try store.session.commitWrite(sync: true)
      stored += 1
      say("stored \(call)")
    } catch {
      if store.session.isWriting { store.session.cancelWrite() }
      say("failed \(call) \(error)".replacing("\n", with: " "))
    }
    let made = ashlar_faults_calls() - first
    ashlar_faults_fail(-1, 0, 0)
    let found = try store.session.liveKeys(SampleSchema.token).count
    if found != stored * rows { say("wrong: \(found) rows after \(stored) commits") }
    if made <= call { break }
    // LMDB repeats most calls that fail once. In encrypted files, every fifth one is such a call.
    call += TestEngine.isSealed ? 1 : 5
  }
  say("sees \(stored * rows) \(try store.contradictions())")
}
