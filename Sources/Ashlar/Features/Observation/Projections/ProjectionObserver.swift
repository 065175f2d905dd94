import AshlarSchema
import AshlarStore

/// Observes the properties that one projection shows of its object.
final class ProjectionObserver<Observed: ProjectionObservable>: Observer {
  private let type: Observed.Type
  private var projection: Observed?
  private var follower: ObjectFollower
  private let properties: [ProjectedOrigin<Observed>]
  private let block: (ObjectChange<Observed>) -> Void
  // The value of each property at the last call, by name; an inner nil marks a property of which this instance has changed a part.
  private var olds: [String: Any?] = [:]
  // The value of each property at the last `rest`, by name, at or after the last call.
  private var kept: [String: KeptValue] = [:]

  /// - Parameters:
  ///   - projection: the projection, which is passed to the block as long as it is valid.
  ///   - properties: the properties whose changes are delivered.
  init(
    _ projection: Observed?, _ type: Observed.Type, _ follower: ObjectFollower, _ properties: [ProjectedOrigin<Observed>],
    _ block: @escaping (ObjectChange<Observed>) -> Void
  ) {
    self.projection = projection
    self.type = type
    self.follower = follower
    self.properties = properties
    self.block = block
  }

  override var hasFirstCall: Bool { false }
  override var remembers: Bool { true }
  override var row: ObservedRow? { follower.onlyRow }

  override func remember(_ changes: ChangeSet, from old: _RealmCore) {
    let unknown = concerned(follower.possibleChanges(changes)).filter { olds[$0.label] == nil }
    guard !unknown.isEmpty, let row = old.row(follower.entity, follower.key) else { return }
    let root = Observed.Root._accessor(row, old)
    for property in unknown { olds[property.label] = .some(told(root[keyPath: property.origin])) }
  }

  override func forget(_ changes: ChangeSet) {
    for property in concerned(follower.possibleChanges(changes)) where olds[property.label] == nil { olds[property.label] = .some(nil) }
  }

  override func rest() {
    projection = nil
    kept = [:]
    guard let row = follower.row else { return }
    let root = Observed.Root._accessor(row, follower.core)
    for property in properties { kept[property.label] = KeptValue(told(root[keyPath: property.origin])) }
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
    let found = concerned(Set(follower.changes(changes).map(\.ordinal)))
    let (olds, kept) = (olds, kept)
    (self.olds, self.kept) = ([:], [:])
    func old(_ label: String) -> Any? { olds[label] ?? kept[label]?.told(in: follower.core) }
    guard !found.isEmpty, let row = follower.row else { return false }
    let projection = live(row)
    block(
      .change(
        projection,
        found.map { property in
          PropertyChange(
            name: property.label, oldValue: old(property.label),
            newValue: flattened(projection.rootObject[keyPath: property.origin]))
        }))
    return false
  }

  // Returns the properties whose paths begin with changed properties.
  private func concerned(_ ordinals: Set<Int>) -> [ProjectedOrigin<Observed>] {
    ordinals.isEmpty ? [] : properties.filter { !$0.ordinals.isDisjoint(with: ordinals) }
  }

  // Converts a value for delivery: old collections are nil.
  private func told(_ value: Any) -> Any? {
    let value = flattened(value)
    return value is any RandomAccessCollection & ThreadConfined ? nil : follower.told(value)
  }

  private func live(_ row: _Row) -> Observed {
    if let projection, projection.rootObject._isValid() { return projection }
    let made = type.init(projecting: Observed.Root._accessor(row, follower.core))
    projection = made
    return made
  }
}
