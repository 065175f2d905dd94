/// The key of the owner of encrypted files, from which the keys of each file are derived.
public struct EncryptionKey: Sendable {
  /// The size of a key, in bytes.
  public static let size = SealKeys.size

  let bytes: SecretBytes

  /// Copies a key into memory that core dumps do not include. Returns nil if the system provides no memory.
  /// - Parameter source: The key; stops the program unless it has `size` bytes.
  public init?(copying source: UnsafeRawBufferPointer) {
    precondition(source.count == EncryptionKey.size, "an encryption key has \(EncryptionKey.size) bytes")
    self.init { $0.copyMemory(from: source) }
  }

  /// Creates a key whose bytes `fill` stores. Returns nil if the system provides no memory.
  init?(_ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    do throws(SealError) {
      bytes = try SecretBytes(count: EncryptionKey.size) { memory throws(SealError) in fill(memory) }
    } catch {
      return nil
    }
  }

  /// Calls `body` with the bytes of the key. Returns nil in a forked child, which has no key.
  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    do throws(SealError) {
      return try bytes.withBytes { bytes throws(SealError) in body(bytes) }
    } catch {
      return nil
    }
  }
}
