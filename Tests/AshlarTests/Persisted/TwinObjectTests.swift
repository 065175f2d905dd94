import AshlarSchema
import Collections
import Concerts
import Foundation
import Kinds
import Library
import People
import TestSupport
import Testing
import Twins

@testable import Ashlar
@testable import Fleet

/// A generated class and the same written by hand.
struct TwinPair: @unchecked Sendable, CustomTestStringConvertible {
  let generated: Side
  let byHand: Side

  /// One of both.
  struct Side {
    let type: ObjectBase.Type
    let types: [ObjectBase.Type]
    let create: (Realm, [String: Any]) -> Object
    let first: (Realm) -> Object?
    let make: () -> Object

    init<T: Object>(_ type: T.Type, _ types: [ObjectBase.Type]) {
      (self.type, self.types) = (type, types)
      create = { $0.create(T.self, value: $1) }
      first = { $0.objects(T.self).first }
      make = { T() }
    }
  }

  init<G: Object, H: Object & TypedTwin>(_ generated: G.Type, _ byHand: H.Type, _ types: [ObjectBase.Type]) {
    let names = Set(types.map { $0.className() })
    self.generated = Side(generated, types.filter { type in TwinsSchema.objectTypes.contains { $0.className() == type.className() } })
    self.byHand = Side(byHand, TwinsSchema.objectTypes.filter { names.contains($0.className()) })
  }

  var testDescription: String { generated.type.className() }

  static let all: [TwinPair] = [
    TwinPair(Kinds.Scalars.self, Twins.Scalars.self, KindsSchema.objectTypes),
    TwinPair(Kinds.Defaulted.self, Twins.Defaulted.self, KindsSchema.objectTypes),
    TwinPair(Kinds.Lists.self, Twins.Lists.self, KindsSchema.objectTypes),
    TwinPair(Kinds.Node.self, Twins.Node.self, KindsSchema.objectTypes),
    TwinPair(Kinds.OptionalIntKey.self, Twins.OptionalIntKey.self, KindsSchema.objectTypes),
    TwinPair(Kinds.TextKey.self, Twins.TextKey.self, KindsSchema.objectTypes),
    TwinPair(Kinds.SmallKey.self, Twins.SmallKey.self, KindsSchema.objectTypes),
    TwinPair(Kinds.UUIDKey.self, Twins.UUIDKey.self, KindsSchema.objectTypes),
    TwinPair(Kinds.EnumKey.self, Twins.EnumKey.self, KindsSchema.objectTypes),
    TwinPair(Collections.Shelf.self, Twins.Shelf.self, CollectionsSchema.objectTypes),
    TwinPair(Collections.Thing.self, Twins.Thing.self, CollectionsSchema.objectTypes),
    TwinPair(Concerts.Desk.self, Twins.Desk.self, ConcertsSchema.objectTypes),
    TwinPair(Concerts.Musician.self, Twins.Musician.self, ConcertsSchema.objectTypes),
    TwinPair(Concerts.Performance.self, Twins.Performance.self, ConcertsSchema.objectTypes),
    TwinPair(Fleet.Driver.self, Twins.Driver.self, FleetSchema.objectTypes),
    TwinPair(Fleet.Fault.self, Twins.Fault.self, FleetSchema.objectTypes),
    TwinPair(Fleet.Trip.self, Twins.Trip.self, FleetSchema.objectTypes),
    TwinPair(Fleet.Vehicle.self, Twins.Vehicle.self, FleetSchema.objectTypes),
    TwinPair(Library.Author.self, Twins.Author.self, LibrarySchema.objectTypes),
    TwinPair(Library.Book.self, Twins.Book.self, LibrarySchema.objectTypes),
    TwinPair(Library.Copy.self, Twins.Copy.self, LibrarySchema.objectTypes),
    TwinPair(Library.Loan.self, Twins.Loan.self, LibrarySchema.objectTypes),
    TwinPair(Library.Member.self, Twins.Member.self, LibrarySchema.objectTypes),
    TwinPair(People.Dog.self, Twins.Dog.self, PeopleSchema.objectTypes),
    TwinPair(People.Person.self, Twins.Person.self, PeopleSchema.objectTypes),
    TwinPair(GeneratedSensor.self, Twins.Sensor.self, generatedWeather),
    TwinPair(GeneratedStation.self, Twins.Station.self, generatedWeather),
  ]
}

@Suite("The classes of all schemas written by hand")
struct TwinObjectTests {
  /// A value of each type that is not the default, in two forms.
  private func value(_ property: PropertyModel, _ schema: SchemaModel, _ turn: Int) -> Any {
    if let name = property.enumName, let cases = schema.enums.first(where: { $0.name == name })?.cases {
      switch cases[(turn + 1) % cases.count].rawValue {
      case .int(let number): return number
      case .double(let number): return number
      case .string(let text): return text
      default: return 0
      }
    }
    return switch property.type {
    case .bool: turn == 0
    case .int, .int64: 1 << 40 + turn
    case .int8: -100 + turn
    case .int16: 30000 + turn
    case .int32: 1 << 30 + turn
    case .float: Float(1.5) + Float(turn)
    case .double: 2.25 + Double(turn)
    case .string: "text \(turn), longer than fifteen bytes"
    case .data: Data([1, 2, UInt8(turn)])
    case .date: Date(timeIntervalSince1970: 1000.5 + Double(turn))
    case .decimal128: Decimal128(value: 7 + turn)
    case .objectId: try! ObjectId(string: "0123456789abcdef0123456\(turn)")
    case .uuid: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, UInt8(turn)))
    case .any: turn
    case .object: 0
    }
  }

  private func values(_ type: ObjectBase.Type) -> [String: Any] {
    let entity = type._entity
    var result: [String: Any] = [:]
    for property in entity.model.properties where property.type != .object {
      let both = (0...1).map { value(property, entity.schema, $0) }
      result[property.name] =
        switch property.collection {
        case .none: both[0]
        case .list, .set: both
        case .map: ["a": both[0], "b": both[1]]
        case .linkingObjects: nil
        }
    }
    return result
  }

  private func forms(_ object: Object) -> [String: String] {
    let stored = type(of: object)._entity.model.properties.filter { $0.type != .object }
    return Dictionary(uniqueKeysWithValues: stored.map { ($0.name, form(object[$0.name])) })
  }

  private func typedForms(_ object: Object) throws -> [String: String] {
    let names = Set(forms(object).keys)
    let typed = try #require(object as? any TypedTwin).typedValues.filter { names.contains($0.name) }
    return Dictionary(uniqueKeysWithValues: typed.map { ($0.name, form($0.value)) })
  }

  /// Versions of schemas differ.
  private func configuration(_ folder: borrowing TemporaryFolder, _ types: [ObjectBase.Type]) -> Realm.Configuration {
    var configuration = folder.configuration("a.realm", types)
    configuration.schemaVersion = 9
    return configuration
  }

  @Test("have the storage of their schemas", arguments: TwinPair.all)
  func storage(_ pair: TwinPair) throws {
    func bare(_ type: ObjectBase.Type) -> SchemaModel {
      var model = SchemaModel(name: "", entities: [type._entity.model])
      model.entities[0].was = []
      for index in model.entities[0].properties.indices { model.entities[0].properties[index].was = [] }
      return model
    }
    #expect(Fingerprint.storage(of: bare(pair.byHand.type)) == Fingerprint.storage(of: bare(pair.generated.type)))
  }

  @Test("start with the same values", arguments: TwinPair.all)
  func defaults(_ pair: TwinPair) throws {
    let (generated, byHand) = (pair.generated.make(), pair.byHand.make())
    let fresh = Set(
      generated.objectSchema.properties.map(\.name).filter { name in
        let property = pair.generated.type._entity.model.properties.first { $0.name == name }
        return [.date, .objectId, .uuid].contains(property?.type) || [.now, .newUUID, .newObjectId].contains(property?.defaultValue)
      })
    let expected = forms(generated).filter { !fresh.contains($0.key) }
    #expect(forms(byHand).filter { !fresh.contains($0.key) } == expected)
    #expect(try typedForms(byHand).filter { !fresh.contains($0.key) } == expected)
  }

  @Test("read and write by their own accessors what their names do, in memory and in a Realm", arguments: TwinPair.all)
  func accessors(_ pair: TwinPair) throws {
    let realm = try memoryRealm(pair.byHand.types)
    try realm.write {
      let first = pair.byHand.create(realm, values(pair.byHand.type))
      let expected = forms(first)
      #expect(try typedForms(first) == expected)
      let copy = pair.byHand.make()
      try #require(copy as? any TypedTwin).setTyped(first)
      #expect(forms(copy) == expected)
      #expect(try typedForms(copy) == expected)
      if pair.byHand.type.primaryKey() == nil {
        let second = pair.byHand.create(realm, [:])
        try #require(second as? any TypedTwin).setTyped(copy)
        #expect(forms(second) == expected)
        #expect(try typedForms(second) == expected)
      }
    }
  }

  @Test("read what the other class has stored in one file, in both directions", arguments: TwinPair.all)
  func files(_ pair: TwinPair) throws {
    for (writer, reader) in [(pair.generated, pair.byHand), (pair.byHand, pair.generated)] {
      let folder = try TemporaryFolder()
      let values = values(writer.type)
      let expected = try { () throws -> [String: String] in
        let realm = try Realm(configuration: configuration(folder, writer.types))
        return try realm.write { forms(writer.create(realm, values)) }
      }()
      let realm = try Realm(configuration: configuration(folder, reader.types))
      let object = try #require(reader.first(realm))
      #expect(forms(object) == expected)
      if object is any TypedTwin { #expect(try typedForms(object) == expected) }
    }
  }
}
