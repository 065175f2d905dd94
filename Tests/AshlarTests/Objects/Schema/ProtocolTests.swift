import AshlarSchema
import Foundation
import Kinds
import People
import Testing

@testable import Ashlar

// Each protocol as a constraint, a conformance or an override: that this compiles is half of the test.

private func isMinMax<T: MinMaxType>(_: T.Type) -> Bool { true }
private func isAddable<T: AddableType>(_: T.Type) -> Bool { true }
private func isSortable<T: SortableType>(_: T.Type) -> Bool { true }
private func isKeypathSortable<T: KeypathSortable>(_: T.Type) -> Bool { true }
private func isIndexable<T: _Indexable>(_: T.Type) -> Bool { true }
private func isPrimaryKey<T: _PrimaryKey>(_: T.Type) -> Bool { true }
private func isDefaultConstructible<T: _DefaultConstructible & Equatable>(_: T.Type) -> Bool { T() == T() }
private func stored<T: _Persistable>(_: T.Type) -> (PropertyType, Bool) { (T._rlmType, T._rlmOptional) }
private func insideOptional<T: _PersistableInsideOptional>(_: T.Type) -> (PropertyType, Bool) { ((T?)._rlmType, (T?)._rlmOptional) }
private func bridged<T: _ObjcBridgeable>(_ value: Any, _: T.Type) -> T? { T._rlmFromObjc(value, insideOptional: false) }
private func unwrapped<T: OptionalProtocol>(_ value: T) -> T.Wrapped { value._rlmInferWrappedType() }
private func linking<T: LinkingObjectsProtocol>(_: T.Type, _ source: T.Element.Type, _ property: String) -> T {
  T(fromType: source, property: property)
}
private func fetched<T: RealmFetchable>(_ type: T.Type, _ realm: Realm) -> (String, Results<T>) { (T.className(), realm.objects(type)) }
private func keyType<T: _MapKey>(_: T.Type) -> Any? { T._rlmFromObjc("k", insideOptional: false) }
private func optional<T: RealmOptionalType>(_: T.Type) -> Bool { true }
private func boxed<T: RealmPropertyType>(_: T.Type) -> PropertyType { T._rlmType }
private func older<T: RealmEnum>(_: T.Type) -> PropertyType { T._rlmType }
// The constraint is written here: as a part of the protocol it would make `U.PersistedType == T.PersistedType?` endless.
private func persisted<T: RealmCollectionValue>(_: T.Type) -> Int where T.PersistedType: RealmCollectionValue { T.PersistedType._width }
private func persistedInside<T: _RealmCollectionValueInsideOptional>(_: T.Type) -> Int { (T.PersistedType?)._width }
private func counted<T: RealmCollectionBase>(_ collection: T) -> (Int, T.ElementType?) { (collection.count, collection.first) }
private func isAggregateable<T: _PossiblyAggregateable>(_: T.Type) -> Bool { true }
private func isBinary<T: _QueryBinary>(_: T.Type) -> Bool { true }
private func isText<T: _QueryString>(_ type: T.Type) -> Bool { isBinary(type) }
private func isNumeric<T: _QueryNumeric>(_: T.Type) -> Bool { true }
private func place<T: ThreadConfined>(_ value: T) -> Realm? { value.realm }

// One of a program's own.
private struct Wrapper: OptionalCodingWrapper {
  let wrappedValue: Int?
}

private func confined<T: ProjectionObservable>(_ projection: T) -> (Bool, Realm?) { (projection.isFrozen, projection.realm) }

private let overrides = SchemaModel(
  name: "Overrides",
  entities: [
    EntityModel(
      name: "Overriding",
      properties: [
        PropertyModel(name: "id", type: .int, isPrimaryKey: true),
        PropertyModel(name: "name", storedName: "n", type: .string, isIndexed: true),
      ]),
    EntityModel(name: "Contradicting", properties: [PropertyModel(name: "id", type: .int)]),
    EntityModel(name: "Hidden", properties: [PropertyModel(name: "id", type: .int)]),
  ])
private let overridesLink = _LinkedSchema(overrides)

private final class Overriding: Object {
  static let entity = overridesLink.entity("Overriding", Overriding.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Overriding(row, own), to: Self.self) }
  override class func primaryKey() -> String? { "id" }
  override class func indexedProperties() -> [String] { ["name"] }
  override class func ignoredProperties() -> [String] { ["cached"] }
  override class func propertiesMapping() -> [String: String] { ["name": "n"] }
  override class func _realmObjectName() -> String? { "Overriding" }
  override class func _realmIgnoreClass() -> Bool { false }
}

private final class Contradicting: Object {
  static let entity = overridesLink.entity("Contradicting", Contradicting.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Contradicting(row, own), to: Self.self) }
  override class func primaryKey() -> String? { "id" }
  override class func indexedProperties() -> [String] { ["id"] }
  override class func ignoredProperties() -> [String] { ["id"] }
  override class func propertiesMapping() -> [String: String] { ["id": "number"] }
  override class func _realmObjectName() -> String? { "Other" }
}

private final class Hidden: Object {
  static let entity = overridesLink.entity("Hidden", Hidden.self)
  override class var _entity: _Entity { entity }
  override class func _accessor(_ row: _Row, _ own: AnyObject?) -> Self { unsafeDowncast(Hidden(row, own), to: Self.self) }
  override class func _realmIgnoreClass() -> Bool { true }
}

@Suite("The protocols and class members of the reference")
struct ProtocolTests {
  @Test("markers of aggregates, order, indexes and keys are constraints")
  func markers() {
    #expect(isMinMax(Int?.self) && isMinMax(Date.self) && isMinMax(AnyRealmValue.self) && isMinMax(Mood.self))
    #expect(isAddable(Decimal128.self) && isAddable(Float?.self) && isSortable(String?.self) && isSortable(Data.self))
    #expect(isKeypathSortable(Dog.self) && isKeypathSortable(Object.self) && isKeypathSortable(Projection<Dog>.self))
    #expect(isIndexable(Bool?.self) && isIndexable(Date.self) && isPrimaryKey(ObjectId?.self) && isPrimaryKey(UUID.self))
  }

  @Test("conditions, collections, wrappers and identity have their protocols")
  func more() throws {
    #expect(isText(String?.self) && isBinary(Data?.self) && isBinary(Data.self) && isNumeric(Decimal128?.self) && isNumeric(Date.self))
    #expect(isAggregateable(Int?.self) && Wrapper(wrappedValue: 3).wrappedValue == 3)
    let realm = try memoryRealm()
    let dog = try realm.write { realm.create(Dog.self, value: ["name": "Rex"]) }
    #expect(counted(realm.objects(Dog.self)).0 == 1 && counted(List<Int>()).1 == nil && place(dog) == realm)
  }

  @Test("every property type has its type in a schema")
  func types() {
    #expect(stored(Int8.self) == (.int, false) && stored(String.self) == (.string, false) && stored(AnyRealmValue.self) == (.any, false))
    #expect(stored(Mood.self) == (.string, false) && stored(Priority?.self) == (.int, true) && stored(Dog.self) == (.object, true))
    #expect(stored(Web.self) == (.string, false) && stored(MapPoint.self) == (.object, true) && insideOptional(UUID.self) == (.UUID, true))
    #expect(insideOptional(Tag.self) == (.string, true) && boxed(Int?.self) == .int && boxed(AnyRealmValue.self) == .any)
    #expect(older(Mood.self) == .string && optional(Double.self) && optional(Priority.self))
    #expect(isDefaultConstructible(Decimal128.self) && isDefaultConstructible(Int.self))
    #expect(persisted(Mood.self) == String._width && persisted(Int?.self) == 9 && persistedInside(Priority.self) == 9)
  }

  @Test("untyped values go through the bridging protocol")
  func bridging() {
    #expect(bridged("calm", Mood.self) == .calm && bridged(3, Int8.self) == 3 && bridged("x", Int.self) == nil)
    #expect(bridged("a.b", Web.self) == Web("a.b") && keyType(String.self) as? String == "k")
    #expect(Int?(7)._rlmObjcValue as? Int == 7 && unwrapped(Int?(7)) == 7)
  }

  @Test("objects and projections are fetched by one generic function")
  func fetching() throws {
    let realm = try memoryRealm()
    try realm.write { realm.create(Dog.self, value: ["name": "Rex"]) }
    let (name, dogs) = fetched(Dog.self, realm)
    #expect(name == "Dog" && dogs.first?.name == "Rex")
    #expect(linking(LinkingObjects<Dog>.self, Dog.self, "owner").isEmpty)
  }

  @Test("a class's members tell what the schema says")
  func members() {
    #expect(Person.propertiesMapping()["lastName"] == "last_name" && Person.indexedProperties().contains("lastName"))
    #expect(!Person.indexedProperties().contains("_id") && Person.primaryKey() == "_id" && Person.ignoredProperties().isEmpty)
    #expect(Address.isEmbedded() && !Person.isEmbedded() && Measurement.isAsymmetric() && !Dog.isAsymmetric())
    #expect(Dog.sharedSchema()?.className == "Dog" && Object.sharedSchema() == nil && DynamicObject.sharedSchema() == nil)
    #expect(Dog.shouldIncludeInDefaultSchema() && !Object.shouldIncludeInDefaultSchema() && !DynamicObject.shouldIncludeInDefaultSchema())
    #expect(Dog._realmObjectName() == nil && !Dog._realmIgnoreClass() && RLMObjectBase.self == ObjectBase.self && PropertyKey.max == 65535)
    #expect(Object.propertiesMapping().isEmpty && Object.indexedProperties().isEmpty && MigrationObject.self == DynamicObject.self)
  }

  @Test("overriding members with what the schema says is fine; what differs is an error that says so")
  func overriding() throws {
    let realm = try memoryRealm([Overriding.self])
    #expect(realm.schema["Overriding"]?.primaryKeyProperty?.name == "id")
    let error = #expect(throws: Realm.Error.self) { try memoryRealm([Contradicting.self]) }
    let text = try #require(error).localizedDescription
    #expect(
      text.contains("- 'Contradicting.primaryKey()' returns 'id', but the schema states 'nil': change the schema, or remove the method."))
    #expect(text.contains("- 'Contradicting.indexedProperties()' returns [id], but the schema states []:"))
    #expect(text.contains("- 'Contradicting.propertiesMapping()' returns [id: number], but the schema states []:"))
    #expect(text.contains("- 'Contradicting.ignoredProperties()' returns [id], but the schema stores it:"))
    #expect(text.contains("- 'Contradicting._realmObjectName()' returns 'Other', but the schema states 'Contradicting':"))
  }

  @Test("a class whose '_realmIgnoreClass' is true is in a Realm only if the configuration lists it")
  func ignoredClass() async throws {
    #expect(try memoryRealm([Hidden.self]).schema["Hidden"] != nil)
    await #expect(processExitsWith: .success) {
      SchemaRegistry.add([Overriding.self, Hidden.self])
      let types = try RealmTypes.defaultTypes()
      guard types.contains(where: { $0 == Overriding.self }) else { exit(1) }
      guard !types.contains(where: { $0 == Hidden.self }) else { exit(2) }
    }
  }

  @Test("projections are confined as their objects are")
  func projections() throws {
    let realm = try memoryRealm()
    let person = try realm.write { realm.create(Person.self) }
    let view = Projection<Person>(projecting: person)
    #expect(confined(view).0 == false && confined(view).1 == realm && confined(view.freeze()).0)
  }
}
