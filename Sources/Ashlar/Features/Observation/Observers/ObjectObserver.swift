import AshlarSchema
import AshlarStore

/// Observes one object.
final class ObjectObserver<Observed: ObjectBase>: Observer {
  private let type: Observed.Type
  private var object: Observed?
  private var follower: ObjectFollower
  private let block: (ObjectChange<Observed>) -> Void
  // The value of each column at the last call; an inner nil marks a column that this instance has changed.
  private var olds: [Int: Any?] = [:]
  // The value of each column at the last `rest`, at or after the last call.
  private var kept: [Int: KeptValue] = [:]

  /// - Parameter object: the object, which is passed to the block as long as it is valid.
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

  override func rest() {
    object = nil
    kept = [:]
    guard let row = follower.row else { return }
    let now = type._accessor(row, follower.core)
    for column in follower.ownColumns where follower.entity.model.properties[column].collection == .none {
      kept[column] = KeptValue(now._value(at: column))
    }
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
    var found = follower.changes(changes)
    let (olds, kept) = (olds, kept)
    (self.olds, self.kept) = ([:], [:])
    guard !found.isEmpty, let row = follower.row else { return false }
    let object = live(row)
    // The written columns are unknown, so columns with equal values are omitted.
    if changes.isAnything {
      found.removeAll { change in change.isOwn && kept[change.ordinal]?.isSame(as: KeptValue(object._value(at: change.ordinal))) == true }
      if found.isEmpty { return false }
    }
    func old(_ column: Int) -> Any? { olds[column] ?? kept[column]?.told(in: follower.core) }
    block(
      .change(
        object,
        found.map { change in
          PropertyChange(
            name: follower.entity.model.properties[change.ordinal].name, oldValue: change.isOwn ? old(change.ordinal) : nil,
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
