import AshlarSchema
@testable import AshlarStore
import FaultShim
import Foundation
import StoreFixtures
import TestSupport

/// Brings a file from version to version for ever, and writes rows in between. Says each version and how many rows there are.
func evolveForEver(path: String, seed: UInt64) throws {
  var random = SeededGenerator(seed: seed)
  var version: UInt64 = 0
  do {
    version = try FileInspection.schema(path).version
  } catch {
    // The process before was killed before it stored a schema. If that is not so, this one fails, and says why.
    FileHandle.standardError.write(Data("taken for a file without a schema: \(error)\n".utf8))
  }
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
    EnvironmentRegistry.closeIdleFile(path: path)
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
    EnvironmentRegistry.closeIdleFile(path: path)
    _ = try FileInspection.read(path, checksums: true)
    call += 1
  }
  say("reached \(version) after \(call) calls")
}

/// Writes down every write and sync by which a file is brought from version 1 to version 2: those to the file, or to the copy that
/// takes its place. Note 1 comes when that is done.
func traceEvolution(path: String, log: String, onCopy: Bool) throws {
  try withStore(path, 1, onCopy: false) { store in
    try store.session.beginWrite()
    for number: Int64 in 0..<1000 { try store.insert(StepSchema.row, StepSchema.cells(number, born: 1)) }
    try store.session.commitWrite(sync: true)
  }
  EnvironmentRegistry.closeIdleFile(path: path)
  let descriptor = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
  guard ashlar_faults_possible() != 0, descriptor >= 0 else { return say("impossible") }
  // The test takes a copy of the file as it is now.
  func begin(_ watched: String) {
    say("prepared")
    _ = readLine()
    ashlar_faults_watch(watched)
    ashlar_faults_record(descriptor)
  }
  if !onCopy { begin(path) }
  var isFirst = true
  let store = try SampleStore(path: path, step: 2, onCopy: onCopy) { done, _ in
    if done == 0, isFirst { begin(path + ".compacting") }
    isFirst = false
  }
  ashlar_faults_note(1)
  ashlar_faults_record(-1)
  say("done \(ashlar_faults_calls())")
  withExtendedLifetime(store) {}
}

/// Brings a file under another schema on a copy, on a small disk that has no room for one at first.
func migrateOnFullDisk(folder: String) throws {
  let code = ashlar_mount_small(folder, "size=6m")
  if code != 0 { return say("impossible \(code)") }
  let path = folder + "/store"
  try withStore(path, 1, onCopy: false) { store in
    try store.session.beginWrite()
    for number: Int64 in 0..<6000 { try store.insert(StepSchema.row, StepSchema.cells(number, born: 1)) }
    try store.session.commitWrite(sync: true)
  }
  EnvironmentRegistry.closeIdleFile(path: path)
  let ballast = folder + "/ballast"
  let descriptor = open(ballast, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
  let bytes = [UInt8](repeating: 1, count: 100_000)
  // Leaves half a megabyte: the copy's beginning would fit.
  while FileManager.default.freeBytes(folder) > 500_000, write(descriptor, bytes, bytes.count) > 0 {}
  close(descriptor)
  func migrate() {
    var reports = 0
    do {
      let store = try SampleStore(path: path, step: 2, onCopy: true) { _, _ in reports += 1 }
      try say("migrated \(store.session.count(StepSchema.row)) \(store.contradictions())")
    } catch {
      say("failed after \(reports) reports: \(error)")
    }
    EnvironmentRegistry.closeIdleFile(path: path)
  }
  migrate()
  say("version \(try FileInspection.schema(path).version)")
  unlink(ballast)
  migrate()
  var size = 0
  for name in try FileManager.default.contentsOfDirectory(atPath: folder) where !name.contains("lock") {
    var info = stat()
    stat(folder + "/" + name, &info)
    size += Int(info.st_blocks) * 512 - (Int(info.st_size) + 4095) / 4096 * 4096
    say("file \(name)")
  }
  say("reserved \(size)")
}

extension FileManager {
  fileprivate func freeBytes(_ folder: String) -> Int {
    var info = statvfs()
    statvfs(folder, &info)
    return Int(info.f_bavail) * Int(info.f_frsize)
  }
}
