import AshlarSchema
import AshlarStore

/// Observes one object.
final class ObjectObserver<Observed: ObjectBase>: Observer {
  private let type: Observed.Type
  private var object: Observed?
  private var follower: ObjectFollower
  private let block: (ObjectChange<Observed>) -> Void
  // By column: the value at the last call, nil inside for one that this instance has changed.
  private var olds: [Int: Any?] = [:]

  /// - Parameter object: the object, which the calls are given as long as it is valid.
  init(_ object: Observed?, _ type: Observed.Type, _ follower: ObjectFollower, _ block: @escaping (ObjectChange<Observed>) -> Void) {
    self.object = object
    self.type = type
    self.follower = follower
    self.block = block
  }

  override var hasFirstCall: Bool { false }
  override var remembers: Bool { true }
  override var row: ObservedRow? { follower.onlyRow }

  override func remember(_ changes: ChangeSet, from old: _RealmCore) {
    let columns = follower.storedColumns(changes).filter { olds[$0] == nil }
    guard !columns.isEmpty, let row = old.row(follower.entity, follower.key) else { return }
    let before = type._accessor(row, old)
    for column in columns { olds[column] = .some(value(before, column)) }
  }

  override func forget(_ changes: ChangeSet) {
    for column in follower.storedColumns(changes) where olds[column] == nil { olds[column] = .some(nil) }
  }

  override func skip(_ changes: ChangeSet) {
    olds = [:]
    _ = follower.originChanges(changes)
  }

  override func tell(_ changes: ChangeSet) -> Bool {
    if follower.isGone(changes) {
      block(.deleted)
      return true
    }
    let found = follower.changes(changes)
    let olds = olds
    self.olds = [:]
    guard !found.isEmpty, let row = follower.row else { return false }
    let object = live(row)
    block(
      .change(
        object,
        found.map { change in
          PropertyChange(
            name: follower.entity.model.properties[change.ordinal].name, oldValue: change.isOwn ? olds[change.ordinal] ?? nil : nil,
            newValue: change.isOwn ? value(object, change.ordinal) : nil)
        }))
    return false
  }

  private func live(_ row: _Row) -> Observed {
    if let object, object._isValid() { return object }
    let made = type._accessor(row, follower.core)
    object = made
    return made
  }

  private func value(_ object: ObjectBase, _ column: Int) -> Any? {
    follower.entity.model.properties[column].collection == .none ? follower.told(object._value(at: column)) : nil
  }
}
