import AshlarSchema
package import AshlarStore

// Support for viewers of files, which show the changes of all types.
extension Realm {
  /// Whenever the Realm has advanced, calls `body` with the changes of all rows and the version that the Realm then reads. There is no
  /// initial call. The Realm must be confined to an actor or a queue.
  package func _observeChangeSets(_ body: @escaping (_ changes: ChangeSet, _ version: UInt64) -> Void) -> NotificationToken {
    _core.requireObservable()
    return _core.observe(ChangeSetObserver(_core, body))
  }

  /// The changes that the open write has made; empty outside a write. Complexity: O(changes).
  package var _pendingChanges: ChangeSet { _core.session.pendingChanges }

  /// The error that the commit of the open write will throw because an earlier call refused the write, for example a deletion that a rule
  /// forbids; nil if no call has refused it.
  package var _writeRefusal: (any Swift.Error)? {
    _core.refusalError ?? _core.session.writeRefusal.map { Realm.Error.wrapping($0) }
  }

  /// The names of the types by the numbers of their tables in the file.
  package var _typeNames: [UInt32: String] {
    var names: [UInt32: String] = [:]
    for case let table? in _core.session.tables { names[table.id] = _core.entity(table.ordinal)?.model.name }
    return names
  }
}

/// Observes all rows of a file.
private final class ChangeSetObserver: Observer {
  // Unowned, because the instance retains the registrations of its observers. The token retains the instance.
  private unowned let core: _RealmCore
  private let body: (ChangeSet, UInt64) -> Void

  init(_ core: _RealmCore, _ body: @escaping (ChangeSet, UInt64) -> Void) { (self.core, self.body) = (core, body) }

  override var hasFirstCall: Bool { false }

  override func tell(_ changes: ChangeSet) -> Bool {
    body(changes, core.session.version)
    return false
  }
}
