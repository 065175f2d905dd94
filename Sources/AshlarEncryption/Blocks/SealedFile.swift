import AshlarStore
import Synchronization

/// The keys of an encrypted file, and what seals and opens its values. All snapshots and commits of the file share an instance.
final class SealedFile: Sendable {
  private static let count = Atomic<UInt64>(0)

  /// A number that no other instance of the process has.
  let number = SealedFile.count.add(1, ordering: .relaxed).newValue
  let path: String
  let record: SealRecord
  let keys: SealKeys
  private let sealer: Sealer
  private let hasIdentities = Atomic(false)
  // Returns the size in bytes of all pages of the file; nil if the sizes of values are checked otherwise.
  private let extent = Guarded<(@Sendable () -> Int)?>(nil)
  // A size that the pages of the file have room for.
  private let possibleSize = Atomic<Int>(0)

  /// Derives the keys of a file.
  /// - Parameter owner: The owner's key, 64 bytes.
  init(path: String, _ record: SealRecord, owner: SecretBytes) throws(StoreError) {
    do throws(SealError) {
      keys = try SealKeys(owner, file: record.file, epoch: record.epoch)
    } catch {
      throw .sealing(error, path: path, "derive the keys")
    }
    (self.path, self.record) = (path, record)
    sealer = Sealer(keys, epoch: record.epoch)
  }

  /// Returns whether the keys of the file are derived from a key.
  func isOwned(by key: EncryptionKey) throws(StoreError) -> Bool {
    do throws(SealError) {
      return try keys.isEqual(to: SealKeys(key.bytes, file: record.file, epoch: record.epoch))
    } catch {
      throw .sealing(error, path: path, "check the key")
    }
  }

  // No block of the file has a holder any more, because each `HeldBlocks` retains the file.
  deinit { if mayHaveBlocks { BlockCache.shared.removeAll(of: self) } }

  /// Returns the value of the record for a format.
  func recordBytes(_ format: [UInt8]) throws(StoreError) -> [UInt8] {
    do throws(SealError) {
      return try record.bytes(keys, format: format)
    } catch {
      throw .sealing(error, path: path, "store the record of its encryption")
    }
  }

  /// Seals a value into `Sealer.sealedSize` bytes.
  func seal(
    _ plain: UnsafeRawBufferPointer, _ space: KeySpace, _ key: UnsafeRawBufferPointer, _ seals: inout CommitSeals,
    into room: UnsafeMutableRawBufferPointer
  ) throws(StoreError) {
    // The value may be opened before the pages for it are part of a version.
    notePossible(room.count)
    do throws(SealError) {
      try sealer.seal(plain, space, key, &seals, into: room)
    } catch {
      throw .sealing(error, path: path, "encrypt a value")
    }
  }

  /// Opens a value into memory with room for its padded plaintext. Returns the size of the plaintext.
  func open(
    _ sealed: UnsafeRawBufferPointer, _ space: KeySpace, _ key: UnsafeRawBufferPointer, into room: UnsafeMutableRawBufferPointer
  ) throws(StoreError) -> Int {
    do throws(SealError) {
      return try sealer.open(sealed, space, key, into: room)
    } catch {
      if error == .notAuthentic { throw damage(space, key) }
      throw .sealing(error, path: path, "decrypt a value")
    }
  }

  /// Returns the size of the padded plaintext of a value, for which the caller provides memory. Throws `StoreError.damaged` if the value is
  /// not sealed in this file, or if the file is too small for it: LMDB does not check the sizes of values.
  func paddedSize(_ sealed: UnsafeRawBufferPointer, _ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Int {
    guard let size = sealer.paddedSize(sealed), isPossible(sealed.count) else { throw damage(space, key) }
    return size
  }

  // MARK: - Blocks

  /// Whether a value of the file has been identified for the cache. Each opening derives keys several times, and most instances read no
  /// value, so their deinitializers need not search all blocks of the process.
  var mayHaveBlocks: Bool { hasIdentities.load(ordering: .relaxed) }

  /// Records that a block of the file may be in the cache.
  func noteBlock() { if !mayHaveBlocks { hasIdentities.store(true, ordering: .relaxed) } }

  // MARK: - Sizes

  /// Sets the function that returns the size in bytes of all pages of the file. It must count all versions that are read. Without one,
  /// every size is accepted, which is right for readers that have walked the pages of each value.
  func setExtent(_ extent: @escaping @Sendable () -> Int) { self.extent.withLock { $0 = extent } }

  private func notePossible(_ size: Int) {
    if size > possibleSize.load(ordering: .relaxed) { possibleSize.max(size, ordering: .relaxed) }
  }

  private func isPossible(_ size: Int) -> Bool {
    if size <= possibleSize.load(ordering: .relaxed) { return true }
    guard let extent = extent.withLock({ $0 }) else { return true }
    // The file may have grown.
    notePossible(extent())
    return size <= possibleSize.load(ordering: .relaxed)
  }

  /// The error of a value that does not open with the file's key.
  func damage(_ space: KeySpace, _ key: UnsafeRawBufferPointer) -> StoreError {
    let entry =
      if space.hasIntegerKeys, key.count == 8 {
        "entry \(key.loadUnaligned(as: UInt64.self)) of '\(space.rawValue)'"
      } else {
        "the value '\(String(decoding: key.prefix(40), as: UTF8.self))' of '\(space == .main ? "main" : space.rawValue)'"
      }
    return .damaged(path: path, detail: "\(entry) cannot be decrypted: its bytes were changed or belong to another entry")
  }
}

extension StoreError {
  /// The error of a file whose values cannot be sealed or opened for a reason that does not concern their bytes.
  static func sealing(_ error: SealError, path: String, _ operation: String) -> StoreError {
    let message: String
    switch error {
    case .library(let failure): message = failure.description
    case .ended: message = ProcessEnd.message
    case .inherited: return .inherited(path: path)
    case .noMemory: message = "the system provided no memory"
    case .tooLarge: message = "the value is too large"
    case .tooManyValues: message = "the commit has sealed 4,294,967,295 values"
    case .notAuthentic, .failed: message = "libcrypto reported an error"
    }
    return .failed(path: path, operation: operation, code: 0, message: message)
  }
}
