import CAshlar

/// The identity of the current boot of the machine. Data that a process passed to the system still exists while it is unchanged.
struct BootIdentity: Hashable, Sendable {
  static let size = 16

  let bytes: [UInt8]

  /// The current boot; nil if the system does not identify it.
  static let current: BootIdentity? = {
    var bytes = [UInt8](repeating: 0, count: size)
    return ashlar_boot_identity(&bytes) == 0 ? BootIdentity(bytes: bytes) : nil
  }()
}
