import CAshlar

/// The requirements on an engine for opening files, in addition to those for reading and writing.
package protocol FileEngine: StorageEngine {
  /// The identity of the file; nil in memory.
  var identity: FileStatus.Identity? { get }
  /// Throws `StoreError.keyMissing`, `.wrongKey` or `.notEncrypted` if the file could not be opened with `key`.
  func admit(_ key: EncryptionKey?) throws(StoreError)
  /// Whether closing the file waits for the disk.
  var closingWaits: Bool { get }
  /// Whether the file is writable and its content persists.
  var isLasting: Bool { get }
  /// The names of the features that this release does not know and that prevent it from writing to the file.
  var unknownFeatures: [String] { get }
  /// Whether the entries of the spaces in `KeySpace.indexes` are in nodes.
  var hasNodes: Bool { get }
  /// Reserves disk space for a file of `bytes` bytes. Throws `StoreError.noSpace`, and writes nothing, if there is too little space. Does
  /// nothing if the file system cannot reserve space.
  func reserveRoom(_ bytes: UInt64) throws(StoreError)
  /// Releases the reserved space that has not been used.
  func giveUpRoom()
  /// Replaces the limits of relaxed commits. Does nothing if the file has no checkpoints.
  func setLimits(_ limits: SyncLimits)
}

/// Options for opening a file for writing.
struct EngineOptions {
  /// The key of an encrypted file; nil for a file that is not encrypted.
  var key: EncryptionKey?
  /// The use of the file, which ends when the file is closed.
  var use: FileUse?
  /// The claim that excludes other processes during opening.
  var claim: FileClaim?
  /// The expected size in bytes, if the file is about to be filled.
  var expectedSize = 0
  /// Whether to open a file even if unknown features prevent writing to it.
  var isForReading = false
}

/// Opens files. No other code chooses the engine of a file.
package enum Engines {
  private static let current = Guarded(EngineFactory.plain)

  /// The functions with which this process opens files.
  static var factory: EngineFactory {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Returns the key with which a file is opened if `key` is given; nil if the file is opened as one that is not encrypted.
  package static func key(_ key: EncryptionKey?) -> EncryptionKey? { factory.key(key) }

  /// Opens or creates a file at a path that has been checked.
  static func open(_ path: String, _ options: EngineOptions = EngineOptions()) throws(StoreError) -> any FileEngine {
    try factory.open(path, options)
  }

  /// Opens an empty file as a database in memory, whose content is lost when its last user releases the engine.
  static func openInMemory(_ path: String) throws(StoreError) -> any FileEngine { try factory.openInMemory(path) }

  /// Opens a file read-only, without any locks. The file must not be open elsewhere.
  static func read(_ path: String, key: EncryptionKey?) throws(StoreError) -> any FileEngine { try factory.read(path, key) }
}

extension LMDBEngine {
  package var isLasting: Bool { checkpointer != nil }
  package var hasNodes: Bool { false }

  package func admit(_ key: EncryptionKey?) throws(StoreError) { if key != nil { throw .notEncrypted(path: path) } }

  package func reserveRoom(_ bytes: UInt64) throws(StoreError) {
    try check(ashlar_reserve_room(dataDescriptor, Int64(bytes)), "reserve room")
  }

  package func giveUpRoom() { ashlar_give_up_room(dataDescriptor) }
}
