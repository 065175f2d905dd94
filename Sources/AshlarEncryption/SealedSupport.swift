import AshlarStore
import CAshlarEncryption

/// The implementation of encryption that the store uses.
struct SealedSupport: EncryptionSupport {
  func form(_ path: String, _ key: EncryptionKey) -> any FileForm { SealedForm(path: path, key) }

  func reader(_ record: UnsafeRawBufferPointer, _ pages: FilePages) throws(StoreError) -> any EncryptedReader {
    try SealedReader(try SealRecord(record, path: pages.file.path), nil, pages)
  }

  func cacheLimitChanged(to limit: Int) { BlockCache.shared.limit = limit }

  var cacheSize: Int { BlockCache.shared.allocatedBytes }

  func awaitExit() { ashlar_crypto_await_exit() }
}

/// Returns the object that a load-time constructor of `CAshlarEncryption` registers. See `Encryption`.
@_cdecl("ashlar_encryption")
func encryption() -> UnsafeMutableRawPointer { Unmanaged.passRetained(EncryptionRegistration(SealedSupport())).toOpaque() }
