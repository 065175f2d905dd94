/// A committed version that several holders share: the Realm instance, iterators that outlive an advance.
public final class SharedSnapshot {
  /// The snapshot; renewed only while nobody else holds this or `lease`.
  public let snapshot: any StorageSnapshot
  /// Held by this and by frozen sessions of the same snapshot.
  var lease: SnapshotLease
  /// What keeps it when its session has moved on.
  @exclusivity(unchecked) var holderKind = SnapshotHolder.Kind.loop
  // By cluster key: those looked up so far that have a patch.
  @exclusivity(unchecked) var patched: [UInt64: PatchedCluster] = [:]
  // By cluster key: those looked up so far that are of an older layout.
  @exclusivity(unchecked) var older: [UInt64: OlderCluster] = [:]

  init(_ snapshot: any StorageSnapshot) {
    self.snapshot = snapshot
    lease = SnapshotLease()
  }

  /// The same version for a session on other threads: what is looked up in one is not seen in the other.
  init(sharing other: SharedSnapshot) {
    snapshot = other.snapshot
    lease = other.lease
    patched = other.patched
    older = other.older
    holderKind = .frozen
  }
}

/// Stands for the use of a snapshot: one that two refer to must not be renewed.
final class SnapshotLease {}
