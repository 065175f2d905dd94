/// The snapshot of a session that has released its version; every read throws.
final class ReleasedSnapshot: StorageSnapshot {
  let version: UInt64
  private let path: String

  /// - Parameter version: The version that was read last.
  init(version: UInt64, path: String) {
    self.version = version
    self.path = path
  }

  private var error: StoreError {
    .failed(path: path, operation: "read", code: 0, message: "this version was released by 'invalidate()'")
  }

  func setHolder(_ holder: SnapshotHolder) {}
  func renew() throws(StoreError) { throw error }
  func renew(ifAccepted isAccepted: (any StorageSnapshot) throws -> Bool) throws -> Bool { throw error }
  func reaches(_ space: KeySpace) -> Bool { false }
  func usage(_ space: KeySpace) throws(StoreError) -> SpaceUsage { throw error }
  func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer? { throw error }
  func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? { throw error }
  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) { throw error }
  func last(_ space: KeySpace, before end: UnsafeRawBufferPointer) throws(StoreError) -> (key: [UInt8], value: UnsafeRawBufferPointer)? {
    throw error
  }
  func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? { throw error }
  func scan(
    _ space: KeySpace, prefix: [UInt8], from start: [UInt8]?,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) { throw error }
  func scan(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) { throw error }
  func scan(
    _ space: KeySpace, before end: UnsafeRawBufferPointer, downTo start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) { throw error }
}
