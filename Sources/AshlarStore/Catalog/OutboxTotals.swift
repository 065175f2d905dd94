/// What a file says of its outbox besides the rows: under "outbox" in the `meta` space, two UInt64, little-endian.
public struct OutboxTotals: Hashable, Sendable {
  static let name = "outbox"

  /// Bytes of the objects that wait or are quarantined, as they are stored.
  public var bytes: UInt64 = 0
  /// How many of them are quarantined.
  public var quarantined: UInt64 = 0

  /// Nothing waits.
  public init() {}

  var encoded: [UInt8] { withUnsafeBytes(of: (bytes.littleEndian, quarantined.littleEndian)) { Array($0) } }

  /// Nil when the bytes cannot be right.
  init?(_ encoded: UnsafeRawBufferPointer) {
    guard encoded.count == 16 else { return nil }
    bytes = UInt64(littleEndian: encoded.loadUnaligned(as: UInt64.self))
    quarantined = UInt64(littleEndian: encoded.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
  }

  static func read(_ snapshot: any StorageSnapshot, path: String) throws(StoreError) -> OutboxTotals {
    guard let stored = try snapshot.named(.meta, name) else { return OutboxTotals() }
    guard let totals = OutboxTotals(stored) else { throw .damaged(path: path, detail: "the totals of its outbox are not valid") }
    return totals
  }
}
