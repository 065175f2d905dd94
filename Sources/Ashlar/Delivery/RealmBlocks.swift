import Synchronization

/// Blocks that are called with every new version of one Realm instance. Confined like it.
nonisolated final class RealmBlocks {
  private var list: [(observer: Observer, call: (Realm.Notification) -> Void)] = []
  private var isCalling = false

  func add(_ observer: Observer, _ call: @escaping (Realm.Notification) -> Void) { list.append((observer, call)) }

  func removeAll() { list = [] }

  /// Lets go of those that were ended.
  func sweep() { if !isCalling, list.contains(where: { !$0.observer.isActive }) { list.removeAll { !$0.observer.isActive } } }

  /// Whether one of them is being called.
  var isBusy: Bool { isCalling }

  /// Changes that a block makes call no block.
  func call(_ notification: Realm.Notification) {
    if isCalling || list.isEmpty { return }
    isCalling = true
    defer { isCalling = false }
    list.removeAll { !$0.observer.isActive }
    for (observer, call) in list where observer.isActive { call(notification) }
  }
}
