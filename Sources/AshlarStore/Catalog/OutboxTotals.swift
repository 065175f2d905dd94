/// The totals of the outbox, stored under "outbox" in the `meta` space: two UInt64, little-endian.
public struct OutboxTotals: Hashable, Sendable {
  static let name = "outbox"

  /// The total stored size of all objects in the outbox, quarantined ones included, in bytes.
  public var bytes: UInt64 = 0
  /// The number of quarantined objects.
  public var quarantined: UInt64 = 0

  /// Creates the totals of an empty outbox.
  public init() {}

  var encoded: [UInt8] { withUnsafeBytes(of: (bytes.littleEndian, quarantined.littleEndian)) { Array($0) } }

  /// Returns nil if the bytes are not valid.
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
