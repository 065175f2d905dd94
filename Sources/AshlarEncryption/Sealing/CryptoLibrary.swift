import AshlarStore
import CAshlarEncryption
import CAshlar

/// OpenSSL's libcrypto 3.0 or later, which is loaded when a key is first used. Programs that use no key do not load it.
enum CryptoLibrary {
  /// A reason why the library cannot be used.
  enum Failure: Hashable, Sendable {
    /// No library was found. The associated value contains the loader's messages.
    case missing(String)
    /// The library is older than 3.0; it lacks this function.
    case incomplete(String)
    /// The library's configuration provides no implementation of this algorithm.
    case refused(String)
    /// The program is linked statically, or the system has no such library.
    case unsupported
    /// The library cannot initialize itself.
    case failed
  }

  /// Loads the library, unless it is loaded. Complexity: some milliseconds for the first call of a process.
  static func load() throws(SealError) {
    switch ashlar_crypto_load() {
    case ASHLAR_CRYPTO_LOADED: return
    case ASHLAR_CRYPTO_MISSING: throw .library(.missing(detail))
    case ASHLAR_CRYPTO_INCOMPLETE: throw .library(.incomplete(detail))
    case ASHLAR_CRYPTO_REFUSED: throw .library(.refused(detail))
    case ASHLAR_CRYPTO_FAILED: throw .library(.failed)
    default: throw .library(.unsupported)
    }
  }

  private static var detail: String { String(cString: ashlar_crypto_detail()) }
}

extension CryptoLibrary.Failure: CustomStringConvertible {
  /// A sentence that says what is missing and how to install it.
  var description: String {
    switch self {
    case .missing(let message):
      "OpenSSL's libcrypto 3.0 or later could not be loaded (\(message)). Install the package \(CryptoLibrary.Failure.packages)."
    case .incomplete(let function):
      "The process has loaded a libcrypto that lacks '\(function)' and is older than 3.0. Install the package \(CryptoLibrary.Failure.packages), and link no older OpenSSL."
    case .refused(let name):
      "The configuration of OpenSSL on this machine does not provide \(name), which encryption requires."
    case .unsupported:
      "Encryption requires OpenSSL's libcrypto as a dynamic library, which a program that is linked statically cannot load. Link the program dynamically."
    case .failed:
      "OpenSSL's libcrypto could not be initialized. Check its configuration, the file that 'openssl version -d' names."
    }
  }

  private static let packages =
    "'libssl3' or 'libssl3t64' (Debian, Ubuntu), 'openssl-libs' (Fedora, Red Hat, Amazon Linux 2023) or 'libcrypto3' (Alpine)"
}
