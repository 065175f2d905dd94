@testable import AshlarStore

/// A snapshot that records of which spaces it has read the root.
final class RecordingSnapshot: StorageSnapshot {
  private let snapshot: any StorageSnapshot
  private(set) var roots: Set<KeySpace> = []

  init(_ snapshot: any StorageSnapshot) { self.snapshot = snapshot }

  func usage(_ space: KeySpace) throws(StoreError) -> SpaceUsage {
    roots.insert(space)
    return try snapshot.usage(space)
  }

  var version: UInt64 { snapshot.version }
  func reaches(_ space: KeySpace) -> Bool { snapshot.reaches(space) }
  func setHolder(_ holder: SnapshotHolder) { snapshot.setHolder(holder) }
  func renew() throws(StoreError) { try snapshot.renew() }
  func renew(ifAccepted isAccepted: (any StorageSnapshot) throws -> Bool) throws -> Bool { try snapshot.renew(ifAccepted: isAccepted) }
  func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer? { try snapshot.cluster(key) }
  func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? {
    try snapshot.value(space, integer: key)
  }
  func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
    try snapshot.value(space, key)
  }
  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) { try snapshot.floor(space, integer: key) }
  func last(_ space: KeySpace, before end: UnsafeRawBufferPointer) throws(StoreError) -> (key: [UInt8], value: UnsafeRawBufferPointer)? {
    try snapshot.last(space, before: end)
  }
  func scan(
    _ space: KeySpace, prefix: [UInt8], from start: [UInt8]?,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) { try snapshot.scan(space, prefix: prefix, from: start, body) }
  func scan(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) { try snapshot.scan(space, from: start, body) }
  func scan(
    _ space: KeySpace, before end: UnsafeRawBufferPointer, downTo start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) { try snapshot.scan(space, before: end, downTo: start, body) }
}
