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

  // No snapshot of the file exists any more.
  deinit { BlockCache.shared.removeAll(of: self) }

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

  /// Returns the plaintext of a value.
  func opened(_ sealed: UnsafeRawBufferPointer, _ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> [UInt8] {
    var plain = [UInt8](repeating: 0, count: try paddedSize(sealed, space, key))
    let size = try plain.withUnsafeMutableBufferPointer { plain throws(StoreError) in
      try open(sealed, space, key, into: UnsafeMutableRawBufferPointer(plain))
    }
    plain.removeLast(plain.count - size)
    return plain
  }

  /// Returns the size of the padded plaintext of a value. Throws `StoreError.damaged` if the value is not sealed in this file.
  func paddedSize(_ sealed: UnsafeRawBufferPointer, _ space: KeySpace, _ key: UnsafeRawBufferPointer) throws(StoreError) -> Int {
    guard let size = sealer.paddedSize(sealed) else { throw damage(space, key) }
    return size
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
