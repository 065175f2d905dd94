/// A cell as a value that can be compared and kept apart from the store.
public enum CellValue: Hashable, Sendable {
  /// No value.
  case null
  /// The bytes of a fixed-width cell, of text or of data.
  case bytes([UInt8])
  /// An object key.
  case link(Int64)
  /// Elements.
  case list([CellValue])

  /// An integer of 8 bytes.
  public static func int(_ value: Int64) -> CellValue { .bytes(withUnsafeBytes(of: value) { Array($0) }) }

  /// Text.
  public static func text(_ value: String) -> CellValue { .bytes(Array(value.utf8)) }

  /// The integer in 8 bytes.
  public var integer: Int64? {
    guard case .bytes(let bytes) = self, bytes.count == 8 else { return nil }
    return bytes.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }
  }
}
