import AshlarSchema
import AshlarStore
import Observation
import Synchronization

/// Logs, once for each type, that a scope of Swift's Observation reads objects of a Realm that does not track reads: the scope is not
/// notified of changes. The cause is a missing `Realm.Configuration.tracksReads`.
///
/// Only reads that leave the fast path are examined: the first use of results, and the first read of an object after its Realm has moved to
/// another version. Examining a read takes about 3 µs, so only the first 256 reads of a process are examined, which takes less than 1 ms in
/// total. This suffices, because a program that reads objects in such scopes usually does so soon after it starts.
enum UntrackedReads {
  private static let most = 256
  private static let examined = Atomic<Int>(0)
  private static let logged = Guarded<Set<String>>([])

  /// Examines a read in a Realm without a tracker. Frozen objects never change, so no scope has to be notified.
  @inline(__always) static func examine(_ core: _RealmCore, _ entity: _Entity) {
    if examined.load(ordering: .relaxed) < most, !core.isFrozen { log(entity) }
  }

  @inline(never) private static func log(_ entity: _Entity) {
    examined.add(1, ordering: .relaxed)
    // Each call creates its own mark, because another thread could set a shared mark.
    let mark = TrackedColumn.Mark()
    let row = TrackedRow()
    row.registrar.access(row, keyPath: \TrackedRow.[TrackedColumn(number: 0, mark: mark)])
    let type = entity.model.name
    guard mark.take(), logged.withLock({ $0.insert(type).inserted }) else { return }
    Logger.shared.log(
      .warn,
      "Objects of type '\(type)' are read where Swift's Observation tracks reads, but their Realm does not track them: changes are not "
        + "reported. Set 'tracksReads' in the configuration of the Realm.")
  }
}
