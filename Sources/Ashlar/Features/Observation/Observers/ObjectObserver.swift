import AshlarSchema
import AshlarStore

/// Observes one object. A property is identified by the ordinal of its column.
final class ObjectObserver<Observed: ObjectBase>: PropertiesObserver<Observed, Observed> {
  override func root(of object: Observed) -> Observed { object }
  override func observed(of object: Observed) -> Observed { object }
  override func written(_ changes: ChangeSet) -> [Int] { follower.storedColumns(changes) }
  override func changed(_ changes: ChangeSet) -> [ObjectFollower.Change] { follower.changes(changes) }
  override var savedProperties: [Int] { follower.ownColumns.filter(isSingle) }
  override func name(_ column: Int) -> String { follower.entity.model.properties[column].name }
  override var omitsEqualValues: Bool { true }

  override func value(_ object: Observed, _ column: Int) -> Any? {
    isSingle(column) ? follower.told(object._value(at: column)) : nil
  }

  private func isSingle(_ column: Int) -> Bool { follower.entity.model.properties[column].collection == .none }
}
