import AshlarSchema
@testable import AshlarStore
import FaultShim
import Foundation
import StoreFixtures
import TestSupport

/// Brings a file from version to version for ever, and writes rows in between. Says each version and how many rows there are.
func evolveForEver(path: String, seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  var version = (try? FileInspection.schema(path).version) ?? 0
  say("ready \(version)")
  while true {
    let before = version
    let onCopy = random.once(in: 2)
    // Several versions at once take a copy each.
    version += onCopy && version > 0 ? UInt64.random(in: 1...3, using: &random) : 1
    say("next \(version)")
    try withStore(path, version, onCopy: onCopy, through: before) { store in
      say("version \(version)")
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        try store.session.beginWrite()
        for _ in 0..<Int.random(in: 1...100, using: &random) {
          let number = Int64(store.session.count(StepSchema.row))
          try store.insert(StepSchema.row, StepSchema.cells(number, born: version))
        }
        // Some in the middle, so that clusters of several layouts are written again.
        if store.session.count(StepSchema.row) > 10 {
          let key = Int64(Int.random(in: 0..<store.session.count(StepSchema.row), using: &random))
          try store.set(StepSchema.row, key, 0, .int(key))
        }
        try store.session.commitWrite(sync: random.once(in: 4))
        say("rows \(store.session.count(StepSchema.row))")
      }
    }
  }
}

// Nobody may read a version when the next schema comes.
private func withStore(
  _ path: String, _ version: UInt64, onCopy: Bool, through before: UInt64? = nil, _ body: (SampleStore) throws -> Void
) throws {
  try body(try SampleStore(path: path, step: version, onCopy: onCopy, through: before))
}

/// Brings a file under one schema after the other, while one call fails after the other: each time until a schema is reached.
/// - Parameter leap: how many versions further the next schema is; more than one are reached on a copy each.
func evolveWithFaults(path: String, code: Int32, isForEver: Bool, onCopy: Bool, leap: UInt64) throws {
  let rows = Int64(600)
  var version: UInt64 = 1
  try withStore(path, version, onCopy: false) { store in
    try store.session.beginWrite()
    for number in 0..<rows { try store.insert(StepSchema.row, StepSchema.cells(number, born: version)) }
    try store.session.commitWrite(sync: true)
  }
  var call: Int64 = 0
  var wasMade = true
  while wasMade {
    do {
      func fail() {
        ashlar_faults_watch(onCopy ? path + ".compacting" : path)
        ashlar_faults_fail(call, code, isForEver ? 1 : 0)
      }
      if !onCopy { fail() }
      var isFirst = true
      _ = try SampleStore(path: path, step: version + leap, onCopy: onCopy, through: version) { done, _ in
        if done == 0, isFirst { fail() }
        isFirst = false
      }
    } catch {
      say("failed \(call) \(error)".replacing("\n", with: " "))
    }
    wasMade = ashlar_faults_calls() > call
    ashlar_faults_watch(nil)
    IdleEngines.closeAll()
    let found = try FileInspection.schema(path).version
    if found != version, found != version + leap { say("wrong: version \(found) after \(version)") }
    version = found
    try withStore(path, version, onCopy: false) { store in
      let numbers = try store.rows(StepSchema.row).values.map { cells -> Int64 in
        cells[4] == StepSchema.turn(cells[0].integer ?? 0, version) ? cells[0].integer ?? -1 : -1
      }
      if numbers.sorted() != Array(0..<rows) { say("wrong: other rows in version \(version)") }
      for contradiction in try store.contradictions() { say("wrong: \(contradiction)") }
    }
    IdleEngines.closeAll()
    _ = try FileInspection.read(path, checksums: true)
    call += 1
  }
  say("reached \(version) after \(call) calls")
}
