import AshlarStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension EncryptionKey {
  /// Returns the message about bytes that cannot be a key; nil if they can.
  static func fault(_ bytes: Data) -> String? {
    bytes.count == size ? nil : "An encryption key must have \(size) bytes, not \(bytes.count)."
  }

  /// Copies the bytes of a key. Throws `Realm.Error`: `.invalidInput` unless there are 64 bytes, and `.fail` if the system provides no
  /// memory.
  /// - Parameter fileURL: The file that the error names.
  static func copying(_ bytes: Data, _ fileURL: URL?) throws -> EncryptionKey {
    if let message = fault(bytes) { throw Realm.Error(.invalidInput, message, fileURL: fileURL) }
    guard let key = bytes.withUnsafeBytes({ EncryptionKey(copying: $0) }) else {
      throw Realm.Error(.fail, "The system provided no memory for the encryption key.", fileURL: fileURL)
    }
    return key
  }
}
