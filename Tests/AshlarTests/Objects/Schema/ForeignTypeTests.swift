@testable import Ashlar
import AshlarSchema
import Foundation
import Handwritten
import Outside
import TestSupport
import Testing

@Suite("Types of another module, of which the program tells how they are stored")
struct ForeignTypeTests {
  private static let types: [ObjectBase.Type] = HandwrittenSchema.objectTypes

  private func parcel(_ number: Int, _ state: Carrier.State) -> Parcel {
    let parcel = Parcel()
    parcel.waybill = Waybill(number: number)
    parcel.state = state
    parcel.size = number % 2 == 0 ? .large : nil
    parcel.weight = Weight(grams: Double(number) * 10)
    parcel.history.append(objectsIn: [.waiting, state])
    parcel.parts["box"] = Weight(grams: 2.5)
    parcel.parts["none"] = .some(nil)
    parcel.sizes.insert(objectsIn: [.small, .large])
    return parcel
  }

  @Test("a new object has initial values, and those of its types")
  func defaults() {
    let parcel = Parcel()
    #expect(parcel.waybill == Waybill(number: 0) && parcel.weight == Weight(grams: 1))
    #expect(parcel.state == .waiting && parcel.size == nil)
    #expect(parcel.history.isEmpty && parcel.parts.count == 0 && parcel.sizes.isEmpty && parcel.sender == nil)
  }

  @Test("what is set is read back, unmanaged, managed, and after reopening", arguments: [false, true])
  func roundTrip(isInFile: Bool) throws {
    let folder = try TemporaryFolder()
    let configuration = isInFile ? folder.configuration("a.realm", Self.types) : memory(UUID().uuidString, Self.types)
    func check(_ parcel: Parcel) {
      #expect(parcel.waybill == Waybill(number: 2) && parcel.state == .moving && parcel.size == .large)
      #expect(parcel.weight == Weight(grams: 20) && Array(parcel.history) == [.waiting, .moving])
      #expect(parcel.parts["box"] == Weight(grams: 2.5) && parcel.parts.keys.sorted() == ["box", "none"])
      #expect(Set(parcel.sizes) == [.small, .large])
    }
    let parcel = parcel(2, .moving)
    check(parcel)
    func fill() throws {
      let realm = try Realm(configuration: configuration)
      try realm.write { realm.add(parcel) }
      check(parcel)
    }
    try fill()
    if isInFile {
      let realm = try Realm(configuration: configuration)
      check(try #require(realm.object(ofType: Parcel.self, forPrimaryKey: Waybill(number: 2))))
    }
  }

  @Test("conditions, orders and aggregates take them, typed and as text")
  func queries() throws {
    let realm = try memoryRealm(Self.types)
    let states: [Carrier.State] = [.arrived, .moving, .waiting]
    try realm.write { for number in 1...6 { realm.add(parcel(number, states[number % 3])) } }
    let parcels = realm.objects(Parcel.self)
    func numbers(_ results: Results<Parcel>) -> [Int] { results.map(\.waybill.number).sorted() }
    #expect(numbers(parcels.where { $0.state == .moving }) == [1, 4])
    #expect(numbers(parcels.filter("state == %@", Carrier.State.arrived)) == [3, 6])
    #expect(numbers(parcels.filter("state == 'waiting'")) == [2, 5])
    #expect(numbers(parcels.where { $0.size == .large }) == [2, 4, 6])
    #expect(numbers(parcels.filter("size == 5")) == [2, 4, 6])
    #expect(numbers(parcels.where { $0.weight == Weight(grams: 30) }) == [3])
    #expect(numbers(parcels.filter("weight > 45")) == [5, 6])
    #expect(numbers(parcels.where { $0.history.contains(.moving) }) == [1, 4])
    #expect(parcels.sorted(byKeyPath: "weight", ascending: false).first?.waybill == Waybill(number: 6))
    #expect(parcels.sum(ofProperty: "weight") as Double == 210)
    #expect(String(describing: parcels.where { $0.state == .moving }.explain()).contains("state"))
  }

  // A projection that shows a failable type.
  final class ParcelLabel: Projection<Parcel> {
    @Projected(\Parcel.waybill) var waybill
  }

  @Test("a required failable type, which has no default, is asked about as any other")
  func failable() throws {
    let realm = try memoryRealm(Self.types)
    try realm.write { for number in [3, 1, 2] { realm.add(parcel(number, .waiting)) } }
    let parcels = realm.objects(Parcel.self)
    func numbers(_ results: Results<Parcel>) -> [Int] { results.map(\.waybill.number) }
    #expect(numbers(parcels.where { $0.waybill == Waybill(number: 2) }) == [2])
    #expect(numbers(parcels.where { $0.waybill.persistableValue == "W1" }) == [1])
    #expect(numbers(parcels.where { $0.waybill.in([Waybill(number: 1), Waybill(number: 3)]) }.sorted(by: \.waybill)) == [1, 3])
    #expect(numbers(parcels.sorted(by: \.waybill, ascending: false)) == [3, 2, 1])
    #expect(parcels.distinct(by: [\.waybill]).count == 3)
    #expect(Set(realm.objects(ParcelLabel.self).map(\.waybill.number)) == [1, 2, 3])
    let token = parcels.observe(keyPaths: [\.waybill]) { _ in }
    token.invalidate()
    #expect(_name(for: \Parcel.waybill) == "waybill")
  }

  @Test("their columns are what the types say, and an index is kept")
  func schema() throws {
    let realm = try memoryRealm(Self.types)
    let properties = try #require(realm.schema["Parcel"]).properties
    #expect(properties.map(\.type) == [.string, .string, .int, .double, .string, .double, .int, .object])
    #expect(properties.map(\.isIndexed).prefix(2) == [true, true])
  }

  @Test("the file is that of the same types in YAML")
  func twin() throws {
    let model = try Parcel._linkedSchema.model()
    let parcel = try #require(model.entities.first { $0.name == "Parcel" })
    #expect(parcel.properties.map(\.type) == [.string, .string, .int8, .double, .string, .double, .int8, .object])
    #expect(parcel.properties.map(\.customName) == ["Outside.Waybill", nil, nil, "Weight", nil, "Weight", nil, nil])
    #expect(parcel.properties.allSatisfy { $0.foreignType == nil })
  }

  @Test("a frozen copy and another thread have the same")
  func frozen() async throws {
    let realm = try memoryRealm(Self.types)
    try realm.write { realm.add(parcel(4, .arrived)) }
    let frozen = try #require(realm.objects(Parcel.self).first).freeze()
    let read = await Task.detached { (frozen.state, frozen.weight.grams, frozen.waybill.number) }.value
    #expect(read == (.arrived, 40, 4))
  }

  private func refusal(_ property: PropertyModel, _ type: any (_Persistable & SendableMetatype).Type, _ spelling: String) -> String {
    var property = property
    property.foreignType = spelling
    let schema = SchemaModel(name: "App", entities: [EntityModel(name: "Dog", properties: [property])])
    let told = _HandwrittenClass("Dog", Parcel.self, accessor: nil, [_HandwrittenProperty("a.swift", 1, 1, type)])
    do {
      _ = try schema.completed(by: [told])
      return "completed"
    } catch {
      return error.localizedDescription
    }
  }

  @Test("a type that hides an optional, a collection or an object is refused, and one that cannot be made of nothing")
  func refused() {
    let single = PropertyModel(name: "a", type: .int)
    #expect(
      refusal(single, MaybeState.self, "MaybeState")
        == "'Dog.a' is 'Optional<State>', and 'MaybeState' hides that it is optional or a collection. Write the type in full.")
    #expect(
      refusal(single, States.self, "States")
        == "'Dog.a' is 'List<State>', and 'States' hides that it is optional or a collection. Write the type in full.")
    #expect(
      refusal(single, Sailor.self, "Mate")
        == "'Dog.a' has the type 'Mate', which is stored as an object. Declare how it is stored in a YAML file of the target.")
    #expect(
      refusal(single, Waybill.self, "Waybill")
        == "'Dog.a': the default stored value may not convert to 'Waybill'. Write an initial value, or 'Waybill?'.")
    #expect(refusal(PropertyModel(name: "a", type: .int, isOptional: true), Waybill?.self, "Waybill") == "completed")
    #expect(refusal(PropertyModel(name: "a", type: .int, collection: .list), List<Carrier.Size>.self, "Carrier.Size") == "completed")
    #expect(refusal(PropertyModel(name: "a", type: .int, collection: .set), List<Carrier.Size>.self, "Carrier.Size") != "completed")
  }

  @Test("the schema lists its custom types by name, as one of the same types in YAML does")
  func order() throws {
    var (weight, waybill) = (PropertyModel(name: "a", type: .double), PropertyModel(name: "b", type: .string, isOptional: true))
    (weight.foreignType, waybill.foreignType) = ("Weight", "Outside.Waybill")
    let schema = SchemaModel(name: "App", entities: [EntityModel(name: "Dog", properties: [weight, waybill])])
    let told = _HandwrittenClass(
      "Dog", Parcel.self, accessor: nil,
      [_HandwrittenProperty("a.swift", 1, 1, Weight.self), _HandwrittenProperty("a.swift", 2, 1, Waybill?.self)])
    #expect(try schema.completed(by: [told]).customTypes.map(\.name) == ["Outside.Waybill", "Weight"])
  }
}
