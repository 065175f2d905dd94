@testable import Ashlar

extension _RealmCore {
  /// Returns the object with an object key; nil if it does not exist.
  func object<T: ObjectBase>(_ type: T.Type, _ key: Int64) -> T? {
    checkConfinement("Realm")
    return row(T._entity, key).map { T._accessor($0, self) }
  }
}
