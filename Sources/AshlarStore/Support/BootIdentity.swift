import CAshlar

/// The identity of the current boot of the machine. As long as it is unchanged, the system has lost no data that a process has written.
struct BootIdentity: Hashable, Sendable {
  static let size = 16

  let bytes: [UInt8]

  /// The current boot; nil if the system does not identify it.
  static let current: BootIdentity? = {
    var bytes = [UInt8](repeating: 0, count: size)
    return ashlar_boot_identity(&bytes) == 0 ? BootIdentity(bytes: bytes) : nil
  }()
}
