/// The key of the owner of encrypted files, from which the keys of each file are derived.
public struct EncryptionKey: Sendable {
  /// The size of a key, in bytes.
  public static let size = SealKeys.size

  let bytes: SecretBytes

  /// Copies a key into memory that core dumps do not include. Returns nil if the system provides no memory.
  /// - Parameter source: The key; stops the program unless it has `size` bytes.
  public init?(copying source: UnsafeRawBufferPointer) {
    precondition(source.count == EncryptionKey.size, "an encryption key has \(EncryptionKey.size) bytes")
    do throws(SealError) {
      bytes = try SecretBytes(count: source.count) { $0.copyMemory(from: source) }
    } catch {
      return nil
    }
  }
}
