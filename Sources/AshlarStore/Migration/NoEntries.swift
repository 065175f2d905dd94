/// A snapshot in which all indexes are empty, because their entries are removed in the same commit.
final class NoEntries: StorageSnapshot {
  private let snapshot: any StorageSnapshot

  init(_ snapshot: any StorageSnapshot) { self.snapshot = snapshot }

  var version: UInt64 { snapshot.version }
  func usage(_ space: KeySpace) throws(StoreError) -> SpaceUsage { try snapshot.usage(space) }
  func reaches(_ space: KeySpace) -> Bool { snapshot.reaches(space) }
  func setHolder(_ holder: SnapshotHolder) {}
  func renew() throws(StoreError) {}
  func renew(ifAccepted isAccepted: (any StorageSnapshot) throws -> Bool) throws -> Bool { false }
  func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer? { try snapshot.cluster(key) }
  func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? { nil }
  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) { (nil, nil) }
  func last(_ space: KeySpace, before end: UnsafeRawBufferPointer) throws(StoreError) -> (key: [UInt8], value: UnsafeRawBufferPointer)? {
    nil
  }
  func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? { nil }
  func scan(
    _ space: KeySpace, prefix: [UInt8], from start: [UInt8]?,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {}
  func scan(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {}
  func scan(
    _ space: KeySpace, before end: UnsafeRawBufferPointer, downTo start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {}
}
