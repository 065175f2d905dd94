import AshlarSchema
import AshlarStore

/// Observes the properties of one object. `Observed` is the class of the object, or of a projection that shows it. The base class stores
/// the values of the last call and calls the block; a subclass reads the properties and identifies each by a number.
class PropertiesObserver<Observed, Root: ObjectBase>: Observer {
  final var follower: ObjectFollower
  private final let rootType: Root.Type
  private final let block: (ObjectChange<Observed>) -> Void
  // The object or projection that the block receives, as long as it is valid; nil after `rest`.
  private final var observed: Observed?
  // The value, at the last call, of each property that has been written since; an inner nil marks a property that this instance wrote.
  private final var olds: [Int: Any?] = [:]
  // The values of `savedProperties` at the last `rest`; empty if changes have been delivered since.
  private final var kept: [Int: KeptValue] = [:]

  /// - Parameter observed: The object or projection, which is passed to the block as long as it is valid.
  init(_ observed: Observed?, _ rootType: Root.Type, _ follower: ObjectFollower, _ block: @escaping (ObjectChange<Observed>) -> Void) {
    self.observed = observed
    self.rootType = rootType
    self.follower = follower
    self.block = block
  }

  // MARK: - Overridden by subclasses

  /// Returns the object that `observed` is or shows.
  func root(of observed: Observed) -> Root { fatalError("an observer of properties shows an object") }
  /// Returns the object, or a new projection of it.
  func observed(of root: Root) -> Observed { fatalError("an observer of properties shows an object") }
  /// Returns the properties that `changes` may have changed, without reading linking objects.
  func written(_ changes: ChangeSet) -> [Int] { [] }
  /// Returns the properties that changed since the last call.
  func changed(_ changes: ChangeSet) -> [ObjectFollower.Change] { [] }
  /// The properties whose values are saved between two turns.
  var savedProperties: [Int] { [] }
  /// Returns the name of a property for the block.
  func name(_ property: Int) -> String { "" }
  /// Returns the value of a property for delivery as the old value; nil for collections.
  func value(_ root: Root, _ property: Int) -> Any? { nil }
  /// Returns the value of a property for delivery as the new value.
  func newValue(_ root: Root, _ property: Int) -> Any? { value(root, property) }
  /// Whether properties with unchanged values are omitted if the written columns are unknown.
  var omitsEqualValues: Bool { false }

  // MARK: - Calls

  override final var hasFirstCall: Bool { false }
  override final var remembers: Bool { true }
  override final var row: ObservedRow? { follower.onlyRow }

  override final func remember(_ changes: ChangeSet, from old: _RealmCore) {
    let unknown = written(changes).filter { olds[$0] == nil }
    guard !unknown.isEmpty, let row = old.row(follower.entity, follower.key) else { return }
    let before = rootType._accessor(row, old)
    for property in unknown { olds[property] = .some(value(before, property)) }
  }

  override final func forget(_ changes: ChangeSet) {
    for property in written(changes) where olds[property] == nil { olds[property] = .some(nil) }
  }

  override final func rest() {
    observed = nil
    kept = [:]
    guard let row = follower.row else { return }
    let now = rootType._accessor(row, follower.core)
    for property in savedProperties { kept[property] = KeptValue(value(now, property)) }
  }

  override final func skip(_ changes: ChangeSet) {
    olds = [:]
    _ = follower.originChanges(changes)
  }

  override final func tell(_ changes: ChangeSet) -> Bool {
    if follower.isGone(changes) {
      block(.deleted)
      return true
    }
    var found = changed(changes)
    let (olds, kept) = (olds, kept)
    (self.olds, self.kept) = ([:], [:])
    guard !found.isEmpty, let row = follower.row else { return false }
    let observed = live(row)
    let root = root(of: observed)
    // The written columns are unknown, so properties that have their saved value are omitted.
    if changes.isAnything, omitsEqualValues {
      found.removeAll { change in
        change.isOwn && kept[change.ordinal]?.isSame(as: KeptValue(value(root, change.ordinal))) == true
      }
      if found.isEmpty { return false }
    }
    func old(_ property: Int) -> Any? { olds[property] ?? kept[property]?.told(in: follower.core) }
    block(
      .change(
        observed,
        found.map { change in
          PropertyChange(
            name: name(change.ordinal), oldValue: change.isOwn ? old(change.ordinal) : nil,
            newValue: change.isOwn ? newValue(root, change.ordinal) : nil)
        }))
    return false
  }

  private final func live(_ row: _Row) -> Observed {
    if let observed, root(of: observed)._isValid() { return observed }
    let made = observed(of: rootType._accessor(row, follower.core))
    observed = made
    return made
  }
}
