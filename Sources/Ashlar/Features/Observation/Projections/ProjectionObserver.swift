import AshlarSchema
import AshlarStore

/// Observes the properties of an object that a projection exposes. A property is identified by its index in `properties`.
final class ProjectionObserver<Observed: ProjectionObservable>: PropertiesObserver<Observed, Observed.Root> {
  private let type: Observed.Type
  private let properties: [ProjectedOrigin<Observed>]

  /// - Parameters:
  ///   - projection: The projection, which is passed to the block as long as it is valid.
  ///   - properties: The properties whose changes are delivered.
  init(
    _ projection: Observed?, _ type: Observed.Type, _ follower: ObjectFollower, _ properties: [ProjectedOrigin<Observed>],
    _ block: @escaping (ObjectChange<Observed>) -> Void
  ) {
    self.type = type
    self.properties = properties
    super.init(projection, Observed.Root.self, follower, block)
  }

  override func root(of projection: Observed) -> Observed.Root { projection.rootObject }
  override func observed(of root: Observed.Root) -> Observed { type.init(projecting: root) }
  override func written(_ changes: ChangeSet) -> [Int] { concerned(follower.possibleChanges(changes)) }

  override func changed(_ changes: ChangeSet) -> [ObjectFollower.Change] {
    concerned(Set(follower.changes(changes).map(\.ordinal))).map { ObjectFollower.Change(ordinal: $0, isOwn: true) }
  }

  override var savedProperties: [Int] { Array(properties.indices) }
  override func name(_ property: Int) -> String { properties[property].label }

  // Returns the value to save as the old value; nil for a collection.
  override func value(_ root: Observed.Root, _ property: Int) -> Any? {
    let value = newValue(root, property)
    return value is any RandomAccessCollection & ThreadConfined ? nil : follower.told(value)
  }

  override func newValue(_ root: Observed.Root, _ property: Int) -> Any? { flattened(root[keyPath: properties[property].origin]) }

  // Returns the properties whose paths begin with changed properties.
  private func concerned(_ ordinals: Set<Int>) -> [Int] {
    ordinals.isEmpty ? [] : properties.indices.filter { !properties[$0].ordinals.isDisjoint(with: ordinals) }
  }
}
