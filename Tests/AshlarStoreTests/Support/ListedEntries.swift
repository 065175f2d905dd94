@testable import AshlarStore

/// Entries of one key space in memory: a version that is read, and beside it what a commit writes.
final class ListedEntries: StorageSnapshot, StorageWriter {
  private let stored: [(key: [UInt8], value: UnsafeMutableRawBufferPointer)]
  private var written: [[UInt8]: [UInt8]?] = [:]

  init(_ entries: [[UInt8]: [UInt8]] = [:]) {
    stored = entries.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { key, value in
      let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: value.count, alignment: 1)
      bytes.copyBytes(from: value)
      return (key, bytes)
    }
  }

  deinit { for entry in stored { entry.value.deallocate() } }

  /// What the next version has.
  var next: [[UInt8]: [UInt8]] {
    var entries = Dictionary(uniqueKeysWithValues: stored.map { ($0.key, Array($0.value)) })
    for (key, value) in written { entries[key] = value }
    return entries
  }

  /// Forgets what was written.
  func cancel() { written = [:] }

  let version: UInt64 = 1
  let pageSize = 4096

  // MARK: - StorageSnapshot

  func usage(_ space: KeySpace) throws(StoreError) -> SpaceUsage { SpaceUsage(entries: UInt64(stored.count), bytes: 0) }
  func reaches(_ space: KeySpace) -> Bool { true }
  func createTree(_ space: KeySpace) throws(StoreError) {}
  func setHolder(_ holder: SnapshotHolder) {}
  func renew() throws(StoreError) {}
  func renew(ifAccepted isAccepted: (any StorageSnapshot) throws -> Bool) throws -> Bool { false }
  func cluster(_ key: UInt64) throws(StoreError) -> UnsafeMutableRawPointer? { nil }
  func value(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> UnsafeRawBufferPointer? { nil }
  func floor(_ space: KeySpace, integer key: UInt64) throws(StoreError) -> (
    entry: (key: UInt64, value: UnsafeRawBufferPointer)?, next: UInt64?
  ) { (nil, nil) }

  func last(_ space: KeySpace, before end: UnsafeRawBufferPointer) throws(StoreError) -> (key: [UInt8], value: UnsafeRawBufferPointer)? {
    nil
  }

  func value(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> UnsafeRawBufferPointer? {
    stored.first { $0.key.elementsEqual(key) }.map { UnsafeRawBufferPointer($0.value) }
  }

  func scan(
    _ space: KeySpace, prefix: [UInt8], from start: [UInt8]?,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    for entry in stored where !entry.key.lexicographicallyPrecedes(start ?? prefix) {
      guard entry.key.starts(with: prefix) else { return }
      if !entry.key.withUnsafeBytes({ body($0, UnsafeRawBufferPointer(entry.value)) }) { return }
    }
  }

  func scan(
    _ space: KeySpace, from start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    try scan(space, prefix: [], from: Array(start), body)
  }

  func scan(
    _ space: KeySpace, before end: UnsafeRawBufferPointer, downTo start: UnsafeRawBufferPointer,
    _ body: (_ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) -> Bool
  ) throws(StoreError) {
    for entry in stored.reversed() where entry.key.lexicographicallyPrecedes(end) {
      if entry.key.lexicographicallyPrecedes(start) { return }
      if !entry.key.withUnsafeBytes({ body($0, UnsafeRawBufferPointer(entry.value)) }) { return }
    }
  }

  // MARK: - StorageWriter

  func reserveCluster(_ key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    preconditionFailure("only entries with keys of bytes are written")
  }
  func reserve(_ space: KeySpace, integer key: UInt64, size: Int) throws(StoreError) -> UnsafeMutableRawPointer {
    preconditionFailure("only entries with keys of bytes are written")
  }
  func removeCluster(_ key: UInt64) throws(StoreError) {}
  func put(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    preconditionFailure("only entries with keys of bytes are written")
  }
  func insert(_ space: KeySpace, integer key: UInt64, _ value: UnsafeRawBufferPointer) throws(StoreError) -> Bool { false }
  func remove(_ space: KeySpace, integer key: UInt64) throws(StoreError) {}
  func put(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    written[Array(key)] = .some(Array(value))
  }
  func append(_ space: KeySpace, _ key: UnsafeRawBufferPointer, _ value: UnsafeRawBufferPointer) throws(StoreError) {
    try put(space, key, value)
  }
  func remove(_ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) { written[Array(key)] = .some(nil) }
}
