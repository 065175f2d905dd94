internal import Ashlar
internal import AshlarSchema
internal import AshlarStore

/// One version of a file, which any thread may read. A snapshot pins its version; release it soon.
public struct FileSnapshot: @unchecked Sendable {
  // A frozen Realm, except within a call of `LiveFile`.
  let realm: Realm
  let path: String
  /// The number of the version.
  public let version: UInt64

  init(_ live: Realm, path: String) { self.init(reading: live.freeze(), path: path) }

  /// Creates a value that reads a live Realm. It may be used only within a call on the actor of the Realm.
  init(reading realm: Realm, path: String) {
    self.realm = realm
    self.path = path
    version = realm._version
  }

  var types: StoredTypes { StoredTypes(realm, at: path) }

  /// Returns the type with a name.
  func type(_ name: String, parameter: String = "type") throws(ViewFailure) -> EntityModel {
    do throws(RequestFailure) { return try types.type(named: name) } catch { throw ViewFailure(error, parameter: parameter) }
  }

  /// Returns the object with a row key. Throws if it does not exist.
  func object(_ type: String, _ key: String) throws(ViewFailure) -> DynamicObject {
    let model = try self.type(type)
    guard let number = Int64(key) else { throw ViewFailure(.request, "'\(key)' is not a row key", parameter: "key") }
    guard let found = _NamedType(model.name, in: realm).object(row: number) else {
      throw ViewFailure(.gone, "There is no '\(model.name)' with the row key \(number) any more.", parameter: "key")
    }
    return found
  }

  /// Returns the objects of a type that satisfy a condition, in the order of `sort`.
  /// - Parameters:
  ///   - condition: The text of a condition, which all objects satisfy if it is blank.
  ///   - sort: Paths as `ashlar query --sort` accepts them; empty for the order of creation.
  func objects(_ model: EntityModel, _ condition: String, sort: String = "") throws(ViewFailure) -> Results<DynamicObject> {
    try ViewedObjects.results(in: realm, types, model, condition, sort)
  }
}

/// Determines the objects of a view.
public enum ViewedObjects {
  /// The maximum size of a condition in bytes.
  static let conditionLimit = 64 << 10

  static func results(
    in realm: Realm, _ types: StoredTypes, _ model: EntityModel, _ condition: String, _ sort: String
  ) throws(ViewFailure) -> Results<DynamicObject> {
    var objects = realm.dynamicObjects(model.name)
    if !isBlank(condition) {
      if condition.utf8.count > conditionLimit {
        throw ViewFailure(.condition, "The condition exceeds \(conditionLimit) bytes.", parameter: "where")
      }
      do throws(RealmPredicateError) {
        let predicate = try RealmPredicate(parsing: condition)
        try predicate.check(on: objects)
        objects = objects.filter(predicate)
      } catch {
        throw ViewFailure(error)
      }
    }
    if !sort.isEmpty {
      do throws(RequestFailure) {
        objects = objects.sorted(by: try [SortDescriptor](sort: sort, model, types))
      } catch {
        throw ViewFailure(error, parameter: "sort")
      }
    }
    return objects
  }

  /// Returns whether a condition contains only white space. All objects satisfy such a condition.
  public static func isBlank(_ condition: String) -> Bool {
    condition.utf8.allSatisfy { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
  }
}
