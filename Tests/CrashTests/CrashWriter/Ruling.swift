import AshlarSchema
import FaultShim
import StoreFixtures
import TestSupport

@testable import AshlarStore

/// The fixture with a name. Ends the process if there is none.
func ruledFixture(_ name: String) -> RuledFixture {
  guard let fixture = RuledFixture(rawValue: name) else {
    say("there is no fixture '\(name)'")
    exit(2)
  }
  return fixture
}

/// Commits numbered transactions of a fixture, and writes in between that its rules refuse. Acknowledges each transaction with a line,
/// until it is killed.
func writeRuledForEver(_ fixture: RuledFixture, path: String, seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  let ledger = try fixture.open(path)
  var number = try ledger.number()
  func durability() -> CommitDurability { random.once(in: 4) ? .full : random.once(in: 3) ? .relaxed : .unsynced }
  say("ready \(number)")
  while true {
    if number >= 0, random.once(in: 2) {
      let kind = random.below(fixture.brokenRules)
      if try !ledger.isRefused(kind, durability()) { say("accepted \(kind)") }
    }
    number += 1
    try ledger.commit(number, durability())
    say(number)
  }
}

/// Writes down every write and sync of `count` durable transactions of a fixture, and of writes in between that its rules refuse, with a
/// note of 2n before the n-th and 2n + 1 after it.
func traceRuled(_ fixture: RuledFixture, path: String, log: String, seed: UInt64, count: Int64) throws {
  var random = SeededGenerator(seed: seed)
  let ledger = try fixture.open(path)
  for number in 0..<Int64(4) { try ledger.commit(number, .full) }
  guard let descriptor = begin(log, path) else { return }
  for number in 4..<4 + count {
    ashlar_faults_note(UInt64(number) * 2)
    let kind = random.below(fixture.brokenRules)
    if try !ledger.isRefused(kind, .full) { say("accepted \(kind)") }
    try ledger.commit(number, .full)
    ashlar_faults_note(UInt64(number) * 2 + 1)
  }
  ashlar_faults_record(-1)
  close(descriptor)
  say("done \(ashlar_faults_calls())")
}

/// Writes down every write and sync of `count` transactions of a fixture, most of them relaxed, and of writes in between that its rules
/// refuse, with the notes of `traceRelaxed`.
func traceRelaxedRuled(_ fixture: RuledFixture, path: String, log: String, seed: UInt64, count: Int64) throws {
  var random = SeededGenerator(seed: seed)
  let ledger = try fixture.open(path)
  for number in 0..<Int64(4) { try ledger.commit(number, .full) }
  let engine = ledger.store.session.engine
  engine.setSyncLimits(SyncLimits(interval: .milliseconds(12), bytes: 1 << 20))
  guard let descriptor = begin(log, path) else { return }
  // The last of these transactions.
  ashlar_faults_note(3 * 4)
  ashlar_faults_note(engine.newestVersion * 4 + 3)
  ashlar_faults_note(3 * 4 + 2)
  for number in 4..<4 + count {
    let kind = random.below(fixture.brokenRules)
    if try !ledger.isRefused(kind, .relaxed) { say("accepted \(kind)") }
    let isDurable = random.once(in: 16)
    ashlar_faults_note(UInt64(number) * 4)
    ashlar_faults_note((engine.newestVersion + 1) * 4 + 3)
    try ledger.commit(number, isDurable ? .full : .relaxed)
    ashlar_faults_note(UInt64(number) * 4 + (isDurable ? 2 : 1))
    if random.once(in: 4) { usleep(UInt32(random.next() % 20_000)) }
  }
  ashlar_faults_record(-1)
  close(descriptor)
  say("done \(ashlar_faults_calls())")
}

/// Writes down every write and sync by which the store of `fillWithoutRules` gets rules. Note 1 follows when that is done.
func traceRules(_ fixture: RuledFixture, path: String, log: String) throws {
  try fillWithoutRules(fixture, path)
  guard let descriptor = begin(log, path) else { return }
  let ledger = try fixture.open(path)
  ashlar_faults_note(1)
  ashlar_faults_record(-1)
  close(descriptor)
  say("done \(ashlar_faults_calls())")
  withExtendedLifetime(ledger) {}
}

// Says "prepared", and records the calls on the file from the next line of input on. Nil if that is impossible.
private func begin(_ log: String, _ path: String) -> Int32? {
  let descriptor = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard ashlar_faults_possible() != 0, descriptor >= 0 else {
    say("impossible")
    return nil
  }
  say("prepared")
  _ = readLine()
  ashlar_faults_watch(path)
  ashlar_faults_record(descriptor)
  return descriptor
}

/// Makes a store of four transactions under the schema without rules, and closes it.
private func fillWithoutRules(_ fixture: RuledFixture, _ path: String) throws {
  do {
    let ledger = try fixture.open(path, version: 1)
    for number in 0..<Int64(4) { try ledger.commit(number, .full) }
  }
  EnvironmentRegistry.closeIdleFile(path: path)
}

/// Makes a store of four transactions without rules, gives it the rules, in place or on a copy, and dies after one of the calls that write
/// the file, or the copy.
func addRulesAndDie(_ fixture: RuledFixture, path: String, call: Int64, onCopy: Bool) throws {
  try fillWithoutRules(fixture, path)
  func die() {
    ashlar_faults_watch(onCopy ? path + ".compacting" : path)
    ashlar_faults_die_after(call)
  }
  if onCopy {
    var isFirst = true
    _ = try fixture.open(path, onCopy: 2) { done, _ in
      if done == 0, isFirst { die() }
      isFirst = false
    }
  } else {
    die()
    _ = try fixture.open(path)
  }
  say("stored")
}

/// Gives a file of `RuledAccounts` the rules and takes them away for ever, in place or on a copy. Before some rules are added, an account
/// breaks one of them, so that the opening is refused. Says each version.
func ruleForEver(path: String, seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  var version = try FileInspection.schema(path).version
  say("ready \(version)")
  while true {
    let isAdded = version % 2 == 1
    if isAdded {
      // A process that was killed may have left it.
      try RuledAccounts(path: path, version: version).restore()
      if random.once(in: 2) {
        try RuledAccounts(path: path, version: version).breakRule(random.below(2))
        do {
          _ = try RuledAccounts(path: path, version: version + 1)
          say("wrong: version \(version + 1) was opened")
        } catch CatalogError.ruleBroken {
          say("refused")
        }
        try RuledAccounts(path: path, version: version).restore()
      }
    }
    say("next \(version + 1)")
    if random.once(in: 2) {
      _ = try Ledger(path: path, onCopy: version + 1)
    } else {
      _ = try Ledger(path: path, version: version + 1)
    }
    version += 1
    say("version \(version)")
  }
}

/// Executes one command for each line on a ledger under the schema of a version, whose file another process may give rules meanwhile.
func stayUnderRules(path: String, version: UInt64) throws {
  let ledger = try Ledger(path: path, version: version)
  let session = ledger.store.session
  say("open")
  while let line = readLine() {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int64($0) }
    do {
      switch words.first {
      case "begin":
        say("begins")
        try session.beginWrite()
        say("begun")
      case "number":
        try ledger.store.set(LedgerSchema.account, numbers[0], 0, .int(numbers[1]))
        say("set")
      case "level":
        try ledger.store.set(LedgerSchema.account, numbers[0], 2, .int(numbers[1]))
        say("set")
      case "delete": say(try session.delete(LedgerSchema.account, numbers[0]) ? "deleted" : "denied")
      case "commit":
        try session.commitWrite(.unsynced)
        say("stored")
      case "count":
        try session.advance()
        say("\(session.count(LedgerSchema.account)) accounts, \(session.count(LedgerSchema.entry)) entries")
      default: return
      }
    } catch {
      say("refused \(error)".replacing("\n", with: " "))
    }
  }
}

/// Executes one command for each line on seats under the schema of a version, whose file another process may give rules meanwhile.
func stayUnderSeating(path: String, version: UInt64) throws {
  let seating = try Seating(path: path, version: version)
  let session = seating.store.session
  say("open")
  while let line = readLine() {
    let words = line.split(separator: " ")
    let numbers = words.dropFirst().compactMap { Int64($0) }
    do {
      switch words.first {
      case "begin":
        say("begins")
        try session.beginWrite()
        say("begun")
      case "add": say(try seating.add(numbers[0]) ? "added" : "taken")
      case "remove":
        try seating.remove(numbers[0])
        say("removed")
      case "guest":
        try seating.setGuest(numbers[0], numbers[1])
        say("set")
      case "commit":
        try session.commitWrite(.unsynced)
        say("stored")
      case "cancel":
        session.cancelWrite()
        say("cancelled")
      case "check":
        say("\(try session.advance() ? "advanced" : "stays"), \(session.count(SeatingSchema.seat)) seats")
        say("\(try seating.store.contradictions() + seating.indexFaults())")
      default: return
      }
    } catch {
      say("refused \(error)".replacing("\n", with: " "))
    }
  }
}
