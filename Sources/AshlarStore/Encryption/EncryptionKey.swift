/// The key of the owner of encrypted files, from which the keys of each file are derived.
public struct EncryptionKey: Sendable {
  /// The size of a key, in bytes.
  public static let size = 64

  package let bytes: SecretBytes

  // The system provides no memory, or the process is a forked child.
  private struct Unavailable: Error {}

  /// Copies a key into memory that core dumps do not include. Returns nil if the system provides no memory.
  /// - Parameter source: The key; stops the program unless it has `size` bytes.
  public init?(copying source: UnsafeRawBufferPointer) {
    precondition(source.count == EncryptionKey.size, "an encryption key has \(EncryptionKey.size) bytes")
    self.init { $0.copyMemory(from: source) }
  }

  /// Creates a key whose bytes `fill` stores. Returns nil if the system provides no memory.
  init?(_ fill: (UnsafeMutableRawBufferPointer) -> Void) {
    do throws(Unavailable) {
      bytes = try SecretBytes(count: EncryptionKey.size, withoutMemory: Unavailable()) { memory throws(Unavailable) in fill(memory) }
    } catch {
      return nil
    }
  }

  /// Calls `body` with the bytes of the key. Returns nil in a forked child, which has no key.
  package func withUnsafeBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    do throws(Unavailable) {
      return try bytes.withBytes(inChild: Unavailable()) { bytes throws(Unavailable) in body(bytes) }
    } catch {
      return nil
    }
  }
}
