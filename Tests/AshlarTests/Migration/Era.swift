import AshlarSchema
import Foundation
import TestSupport

@testable import Ashlar

/// One type of one release of a schema that is written in Swift.
protocol EraType {
  static var entity: _Entity { get }
}

/// Its class: properties are accessed by name.
final class Era<T: EraType>: Object {
  override class var _entity: _Entity { T.entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Era(row, own), to: Self.self) }
}

/// As `Era`, for an embedded type.
final class EmbeddedEra<T: EraType>: EmbeddedObject {
  override class var _entity: _Entity { T.entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(EmbeddedEra(row, own), to: Self.self) }
}

func property(
  _ name: String, _ type: ValueType, _ collection: CollectionKind = .none, target: String? = nil,
  _ change: (inout PropertyModel) -> Void = { _ in }
) -> PropertyModel {
  var property = PropertyModel(name: name, type: type, collection: collection, target: target)
  if type == .object, collection == .none || collection == .map { property.isOptional = true }
  change(&property)
  return property
}

extension TemporaryFolder {
  /// Makes the file of a first release, and closes it.
  func make(_ types: [ObjectBase.Type], _ fill: (Realm) -> Void) throws {
    let realm = try Realm(configuration: release(1, types))
    try realm.write { fill(realm) }
  }

  /// A configuration of a release.
  func release(_ version: UInt64, _ types: [ObjectBase.Type], migration: MigrationBlock? = nil) -> Realm.Configuration {
    Realm.Configuration(
      fileURL: url("data.realm"), schemaVersion: version, migrationBlock: migration, objectTypes: types, durability: .unsynced)
  }
}
