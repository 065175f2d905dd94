/// A committed version with several holders: the Realm instance, and iterators that outlive an advance.
public final class SharedSnapshot {
  /// The snapshot. It is renewed only if no other object holds this object or `lease`.
  public let snapshot: any StorageSnapshot
  /// The lease of the snapshot, shared with the `SharedSnapshot`s of frozen sessions that read the same snapshot.
  var lease: SnapshotLease
  /// The kind of holder that pins the version after the session has moved to another version.
  @exclusivity(unchecked) var holderKind = SnapshotHolder.Kind.loop
  // The patched clusters looked up so far, by cluster key.
  @exclusivity(unchecked) var patched: [UInt64: PatchedCluster] = [:]
  // The clusters with older layouts looked up so far, by cluster key.
  @exclusivity(unchecked) var older: [UInt64: OlderCluster] = [:]

  init(_ snapshot: any StorageSnapshot) {
    self.snapshot = snapshot
    lease = SnapshotLease()
  }

  /// Creates an object that shares the version of `other`, for a frozen session, which other threads may read. Neither object uses clusters
  /// that the other looks up later.
  init(sharing other: SharedSnapshot) {
    snapshot = other.snapshot
    lease = other.lease
    patched = other.patched
    older = other.older
    holderKind = .frozen
  }
}

/// Represents the use of a snapshot: a snapshot whose lease is referenced more than once must not be renewed.
final class SnapshotLease {}
