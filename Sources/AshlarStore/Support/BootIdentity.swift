import CAshlar

/// Which start of the machine it is. What a process handed to the system is still there as long as this is the same.
struct BootIdentity: Hashable, Sendable {
  static let size = 16

  let bytes: [UInt8]

  /// This start's; nil where the system does not tell.
  static let current: BootIdentity? = {
    var bytes = [UInt8](repeating: 0, count: size)
    return ashlar_boot_identity(&bytes) == 0 ? BootIdentity(bytes: bytes) : nil
  }()
}
