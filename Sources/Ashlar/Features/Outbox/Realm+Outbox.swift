import AshlarSchema
import AshlarStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Realm {
  /// What waits in an outbox.
  public struct OutboxStatus: Sendable, Hashable {
    /// How many objects wait to be sent.
    public let waiting: Int
    /// How many objects the server refused. They stay, and count towards the limit, until they are sent again.
    public let quarantined: Int
    /// The bytes of both, as they are stored.
    public let bytes: Int
    /// When the oldest object that waits was created; nil when none waits.
    public let oldest: Date?
  }

  /// What waits in the outbox of this Realm, as of the version that it reads and with the changes of its open write. Nil when its
  /// configuration has no `outbox`. O(quarantined objects), else O(1).
  public var outboxStatus: OutboxStatus? {
    _core.checkConfinement("Realm")
    guard let outbox = _core.outbox else { return nil }
    let session = _core.session
    guard session.hasTable(outbox.ordinal) else { return OutboxStatus(waiting: 0, quarantined: 0, bytes: 0, oldest: nil) }
    return _core.reading {
      let totals = try session.outboxTotals()
      return OutboxStatus(
        waiting: session.count(outbox.ordinal) - Int(totals.quarantined), quarantined: Int(totals.quarantined), bytes: Int(totals.bytes),
        oldest: try session.oldestInOutbox(outbox.ordinal).map { _DateCell.date($0.seconds, $0.nanoseconds) })
    }
  }
}
