import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension UUID {
  /// Returns a random UUID (version 4). `UUID()` opens the system's random device on each call, which takes five times as long. Used by
  /// emitted code.
  public static func _fresh() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let high = generator.next() & 0xffff_ffff_ffff_0fff | 0x4000
    let low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { $0.load(as: UUID.self) }
  }

  /// The milliseconds (48 bits) and the counter (12 bits) of the newest UUID of version 7 that this process has generated.
  private static let newestStamp = Guarded<UInt64>(0)

  /// Returns a UUID of version 7 (RFC 9562): 48 bits of milliseconds since 1970, a counter of 12 bits, and 62 random bits. It is greater
  /// than every UUID of version 7 that this process has already generated, even if the clock was set back. Used by emitted code.
  public static func _freshOrdered() -> UUID {
    var generator = SystemRandomNumberGenerator()
    let milliseconds = UInt64(max(0, Date().timeIntervalSince1970) * 1000) & 0xffff_ffff_ffff
    // At least half of the counter's values are left for later UUIDs of this millisecond. If they do not suffice, the carry increments the
    // time.
    let first = milliseconds << 12 | generator.next() >> 53
    let stamp = newestStamp.withLock { newest in
      newest = max(first, newest + 1)
      return newest
    }
    let high = (stamp >> 12) << 16 | 0x7000 | stamp & 0xfff
    let low = generator.next() & 0x3fff_ffff_ffff_ffff | 0x8000_0000_0000_0000
    return withUnsafeBytes(of: (high.bigEndian, low.bigEndian)) { $0.load(as: UUID.self) }
  }
}
