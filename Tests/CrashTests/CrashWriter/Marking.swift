import AshlarSchema
@testable import AshlarStore
import FaultShim
import Foundation
import StoreFixtures
import TestSupport

/// Stores texts that can be searched for, in all ways in which values are stored: writes, checkpoints, a transaction that exceeds its
/// memory, copies, compaction, and migrations in place and on a copy. The bytes of all writing calls are appended to `record`. Says "large"
/// while the large transaction is open, and "done" at the end.
func storeMarked(path: String, record: String, isSealed: Bool) throws {
  if isSealed {
    let key = (0..<EncryptionKey.size).map { UInt8($0) }.withUnsafeBytes { EncryptionKey(copying: $0) }
    guard let key else { return say("no memory for the key") }
    EngineFactory.use(.sealed(key))
  }
  ashlar_faults_record_all(open(record, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600))
  try writeMarked(path)
  try copyMarked(path)
  try migrateMarked(path + ".steps")
  ashlar_faults_record_all(-1)
  say("done")
}

private func writeMarked(_ path: String) throws {
  let store = try SampleStore(path: path)
  let session = store.session
  session.engine.setSyncLimits(SyncLimits(interval: .milliseconds(5), bytes: 1 << 20))
  for round in 0..<30 {
    try session.beginWrite()
    for index in 0..<8 { try insertMarked(store, round * 8 + index) }
    // Small changes of what exists are patches.
    if round > 0 { try store.set(SampleSchema.dog, Int64(round), 2, .list([.text("a marked trick, taught later")])) }
    try session.commitWrite([CommitDurability.full, .relaxed, .unsynced][round % 3])
  }
  // A session gives its limit to its transaction when it first writes.
  let large = try SampleStore(path: path)
  large.session.transactionMemoryLimit = 200_000
  try large.session.beginWrite()
  for index in 240..<4000 { try insertMarked(large, index) }
  say("large \(large.session.transaction?.memory.isSpilling == true)")
  _ = readLine()
  try large.session.commitWrite(.full)
}

private func insertMarked(_ store: SampleStore, _ number: Int) throws {
  let tricks = (0..<(number % 40 == 0 ? 600 : 2)).map { CellValue.text("a marked trick \($0) of \(number)") }
  try store.insert(SampleSchema.dog, [.text("a marked key \(number)"), .null, .list(tricks)])
  // Short texts are in the heap of a cluster or in a patch, long ones are values of their own.
  let long = String(repeating: "a marked long text ", count: number % 10 == 0 ? 400 : 5)
  try store.insert(SampleSchema.wide, [.text(long), .text("a marked text \(number)")] + (12..<22).map { _ in .text("") })
}

private func copyMarked(_ path: String) throws {
  try SampleStore(path: path).session.writeCopy(to: path + ".copy")
  EnvironmentRegistry.closeIdleFile(path: path)
  _ = try SampleStore(EnvironmentRegistry.open(path: path) { _, _ in true })
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
