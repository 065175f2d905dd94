import CAshlar

/// The implementation of encryption, which the product `AshlarEncryption` contains, so that programs that encrypt nothing do not link it.
///
/// A load-time constructor of its module registers it; a program that links the product need not call anything.
package enum Encryption {
  /// The implementation; nil if the program does not link `AshlarEncryption`.
  package static let support: (any EncryptionSupport)? = {
    guard let made = ashlar_make_encryption() else { return nil }
    return Unmanaged<EncryptionRegistration>.fromOpaque(made).takeRetainedValue().support
  }()

  /// Returns the implementation. Throws `StoreError.noEncryption` if the program does not link it.
  /// - Parameter path: The path of the file that is encrypted or is to be encrypted.
  package static func required(for path: String) throws(StoreError) -> any EncryptionSupport {
    guard let support else { throw .noEncryption(path: path) }
    return support
  }
}

/// An implementation of encryption, as the object that its load-time constructor registers.
package final class EncryptionRegistration: Sendable {
  let support: any EncryptionSupport

  package init(_ support: any EncryptionSupport) { self.support = support }
}
