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
}
