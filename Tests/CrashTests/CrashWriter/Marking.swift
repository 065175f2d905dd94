import AshlarSchema
@testable import AshlarStore
import FaultShim
import Foundation
import StoreFixtures
import TestSupport

/// Stores marks in all ways in which values are stored: writes, checkpoints, a transaction that exceeds its memory, copies, compaction,
/// changes of the key, and migrations in place and on a copy. The bytes of all writing calls, also those of the log, are appended to
/// `record`. Says "large" while the large transaction is open, and "done" at the end.
/// - Parameter marks: The seed of the marks.
func storeMarked(path: String, record: String, marks: UInt64, isSealed: Bool) throws {
  if isSealed {
    let key = (0..<EncryptionKey.size).map { UInt8($0) }.withUnsafeBytes { EncryptionKey(copying: $0) }
    guard let key else { return say("no memory for the key") }
    EngineFactory.use(.sealed(key))
  }
  let marks = Marks(seed: marks)
  ashlar_faults_record_all(open(record, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600))
  StoreLog.setSink { level, message in
    let line = Array("\(level): \(message())\n".utf8)
    _ = write(2, line, line.count)
  }
  try writeMarked(path, marks)
  try copyMarked(path, marks)
  try migrateMarked(path + ".steps")
  ashlar_faults_record_all(-1)
  say("done")
}

private func writeMarked(_ path: String, _ marks: Marks) throws {
  let store = try MarkedStore(EnvironmentRegistry.open(path: path), marks)
  let session = store.store.session
  session.engine.setSyncLimits(SyncLimits(interval: .milliseconds(5), bytes: 1 << 20))
  for round in 0..<30 {
    try session.beginWrite()
    for index in 0..<8 { try store.insert(round * 8 + index) }
    // Small changes of what exists are patches.
    if round > 0 { try store.change(Int64(round), round) }
    try session.commitWrite([CommitDurability.full, .relaxed, .unsynced][round % 3])
  }
  // A write that is cancelled has stored nothing.
  try session.beginWrite()
  for index in 5000..<5100 { try store.insert(index) }
  session.cancelWrite()
  // A session gives its limit to its transaction when it first writes.
  let large = try MarkedStore(EnvironmentRegistry.open(path: path), marks)
  large.store.session.transactionMemoryLimit = 200_000
  try large.store.session.beginWrite()
  for index in 240..<2400 { try large.insert(index) }
  say("large \(large.store.session.transaction?.memory.isSpilling == true)")
  _ = readLine()
  try large.store.session.commitWrite(.full)
}

private func copyMarked(_ path: String, _ marks: Marks) throws {
  do {
    let store = try MarkedStore(EnvironmentRegistry.open(path: path), marks)
    try store.store.session.writeCopy(to: path + ".copy")
    // A copy of a version and of the changes of an open write.
    try store.store.session.beginWrite()
    for index in 2400..<2440 { try store.insert(index) }
    try store.store.session.writeCopy(to: path + ".open")
    try store.store.session.commitWrite(.relaxed)
  }
  EnvironmentRegistry.closeIdleFile(path: path)
  do { _ = try MarkedStore(EnvironmentRegistry.open(path: path) { _, _ in true }, marks) }
  EnvironmentRegistry.closeIdleFile(path: path)
  // The key, if there is one, is that of the process.
  try KeyChange.run(path, from: nil, to: nil)
  // The second version has a new index, and a new property.
  let store = try MarkedStore(EnvironmentRegistry.open(path: path), marks, version: 2)
  try store.store.session.beginWrite()
  for index in 2440..<2480 { try store.insert(index) }
  try store.store.session.commitWrite(.full)
}

private func migrateMarked(_ path: String) throws {
  for version in 1...5 as ClosedRange<UInt64> {
    let store = try SampleStore(path: path, step: version, onCopy: version % 2 == 0)
    try store.session.beginWrite()
    for _ in 0..<300 {
      let number = Int64(store.session.count(StepSchema.row))
      try store.insert(StepSchema.row, StepSchema.cells(number, born: version))
    }
    try store.session.commitWrite(.full)
  }
}
