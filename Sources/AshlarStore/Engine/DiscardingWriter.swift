/// A writer that stores nothing. Checks pass it to the code that writes the entries of an index, and use only what that code finds. Space
/// for clusters and for values of integer keys cannot be reserved.
final class DiscardingWriter: StorageWriter {
  let version: UInt64 = 0
  let pageSize = 4096

  func createTree(_ space: KeySpace) {}
  func reserveCluster(_ key: UInt64, size: Int) -> UnsafeMutableRawPointer { preconditionFailure("only index entries are discarded") }
  func reserve(_ space: KeySpace, integer key: UInt64, size: Int) -> UnsafeMutableRawPointer {
    preconditionFailure("only index entries are discarded")
  }
  func removeCluster(_ key: UInt64) {}
  func put(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) {}
  func insert(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) -> Bool { true }
  func floor(_ space: KeySpace, integer key: UInt64) -> (entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?) { (nil, nil) }
  func remove(_ space: KeySpace, integer key: UInt64) {}
  func append(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {}
  func put(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) {}
  func remove(_ space: KeySpace, _ key: UnsafeRawBufferPointer) {}
}
